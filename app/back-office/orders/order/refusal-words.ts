const words: Record<string, string> = {
  "not-found": "This is not there any more.",
  "nothing-chosen": "Choose at least one piece, or write an amount such as 99.50.",
  "reason-needed": "Please write a reason.",
  "too-many": "So many pieces are not left to refund.",
  "outcome-needed": "Say for each piece what became of it.",
  "too-much": "That is more than is left of what was paid.",
  "nothing-paid": "Nothing was paid for this order yet.",
  "done-before": "It was marked as paid out before.",
  empty: "Please write something first.",
  "not-true": "This mail would not be true of the order.",
  "no-address": "The account was deleted, and its address with it.",
  decided: "Somebody else has decided this already.",
  "not-delivered": "The order is not delivered, or it was cancelled meanwhile.",
  "not-approved": "It has to be approved first.",
  "condition-needed": "Say for every piece whether it can be sold again.",
  "not-received": "The old piece has to arrive first.",
  "no-exchange": "This is a return, nothing is sent for it.",
  "link-bad": "A tracking link begins with https://.",
};

/** Why a deed at the desk was not done, in words for staff. */
export function refusalWords(refused: string): string {
  return words[refused] ?? "Please look at the order again.";
}
