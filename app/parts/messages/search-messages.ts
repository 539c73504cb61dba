import type { Toast } from "../../ui/toast.tsx";

const said = (title: string, text?: string): Toast => ({ title, text });
const wrong = (title: string, text?: string): Toast => ({ title, text, tone: "wrong" });

/** What the back office says about the words of the search. */
export const searchMessages = {
  synonymsSaved: said("Words saved", "The search uses them immediately."),
  synonymsRemoved: said("Words removed", "The search stops using them immediately."),
  synonymsTooFew: wrong(
    "Nothing was saved",
    "Enter at least two words that mean the same, separated by commas.",
  ),
  synonymsTooMany: wrong("Nothing was saved", "At most 40 words of at most 40 letters."),
  synonymsGone: wrong("Nothing was saved", "Somebody else has removed them in the meantime."),
};
