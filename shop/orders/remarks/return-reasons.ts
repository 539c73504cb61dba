/** The reasons of a return; also used for its refund and credit note. */
export const returnReasons = [
  "too-small",
  "too-large",
  "damaged",
  "wrong-item",
  "not-as-shown",
  "changed-mind",
  "other",
] as const;
export type ReturnReason = (typeof returnReasons)[number];

export const reasonLabels: Record<ReturnReason, string> = {
  "too-small": "It is too small",
  "too-large": "It is too large",
  damaged: "It arrived damaged",
  "wrong-item": "It is not what I ordered",
  "not-as-shown": "It looks different from its pictures",
  "changed-mind": "I changed my mind",
  other: "Something else",
};
