/** What the form of a return says to whom. */
export const returnWords = {
  customer: {
    kind: "What would you like?",
    lines: "What would you like to return?",
    nothingLeft:
      "There is nothing left to return: you have asked about all of it already, or it was refunded.",
    exchangeHint: "What is in stock at the same price. For another, ask for a refund and order it.",
    details: "Tell us more",
    detailsHint: undefined,
    photos: "Only you and our staff see them.",
    button: "Send Request",
  },
  staff: {
    kind: "What does the customer want?",
    lines: "What comes back?",
    nothingLeft: "All of these were returned, refunded or asked about already.",
    exchangeHint: "What is in stock at the same price. For another, choose a refund and enter a new order.",
    details: "What the customer said",
    detailsHint:
      "The customer reads this beside the request. What only staff should read is a note of the order.",
    photos: "The customer and staff see them.",
    button: "Enter return",
  },
} as const satisfies Record<string, Record<string, string | undefined>>;

export type ReturnWords = (typeof returnWords)[keyof typeof returnWords];
