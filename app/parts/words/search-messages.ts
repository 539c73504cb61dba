import type { Toast } from "../../ui/toast.tsx";

const said = (title: string, text?: string): Toast => ({ title, text });
const wrong = (title: string, text?: string): Toast => ({ title, text, tone: "wrong" });

/** What the back office says about the words of the search. */
export const searchMessages = {
  synonymsSaved: said("Words saved", "The search knows them at once."),
  synonymsRemoved: said("Words removed", "The search forgets them at once."),
  synonymsTooFew: wrong(
    "Nothing was saved",
    "Give at least two words that mean the same, with commas between.",
  ),
  synonymsTooMany: wrong("Nothing was saved", "At most 40 words of at most 40 letters."),
  synonymsGone: wrong("Nothing was saved", "Somebody else removed them meanwhile."),
};
