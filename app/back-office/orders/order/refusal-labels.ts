const labels: Record<string, string> = {
  "not-found": "This no longer exists.",
  "nothing-chosen": "Choose at least one piece, or enter an amount such as 99.50.",
  "reason-needed": "Please enter a reason.",
  "too-many": "There are not that many pieces left to refund.",
  "outcome-needed": "Please say what happened to each piece.",
  "too-much": "That is more than the amount left to refund.",
  "nothing-paid": "Nothing was paid for this order yet.",
  "provider-missing":
    "The payment provider that took this money is no longer set up, so it cannot be refunded from here. Refund it in the provider's own dashboard, or set its keys again.",
  "done-before": "It has already been marked as paid out.",
  empty: "Please write something first.",
  "not-true": "This email does not fit the state of the order.",
  "no-address": "The account was deleted, and its address with it.",
  decided: "Somebody else has already decided this.",
  "not-delivered": "The order has not been delivered, or has been cancelled in the meantime.",
  "not-approved": "It has to be approved first.",
  "condition-needed": "Please say for each piece whether it can be sold again.",
  "not-received": "The old piece has to arrive first.",
  "no-exchange": "This is a return, so nothing is sent out for it.",
  "link-bad": "A tracking link begins with https://.",
};

/** Text for staff: why an action on an order was refused. */
export function refusalLabel(refused: string): string {
  return labels[refused] ?? "Please look at the order again.";
}
