import { error, info } from "../../parts/messages/message.ts";

/** Messages about the synonyms of the search. */
export const searchMessages = {
  synonymsSaved: info("Words saved", "The search uses them immediately."),
  synonymsRemoved: info("Words removed", "The search stops using them immediately."),
  synonymsTooFew: error(
    "Nothing was saved",
    "Enter at least two words that mean the same, separated by commas.",
  ),
  synonymsTooMany: error("Nothing was saved", "At most 60 words of at most 40 letters."),
  redirectSaved: info("Redirect saved", "The search opens that page immediately."),
  redirectRemoved: info("Redirect removed", "The search shows products again."),
  redirectWrong: error(
    "Nothing was saved",
    "Enter the path of a page of this shop, such as /category/kurtas.",
  ),
  synonymsGone: error("Nothing was saved", "Somebody else has removed them in the meantime."),
};
