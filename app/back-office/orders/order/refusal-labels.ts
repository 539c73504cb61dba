import { type Paise, rupeesExact } from "../../../../shop/money.ts";
import type { FieldErrors, FormFields } from "../../../../shop/text/read-form.ts";
import { mailNotSetUp } from "../../../parts/messages/office/office-messages.ts";

const labels: Record<string, string> = {
  "not-found": "This no longer exists.",
  "customer-gone": "This customer's account has just been deleted. Please try again.",
  "nothing-chosen": "Choose at least one item, or enter an amount such as 99.50.",
  "reason-needed": "Please enter a reason.",
  "reference-needed": "Enter the reference, such as the UTR, to find the money again.",
  "too-many": "There are not that many items left to refund.",
  "outcome-needed": "Please say what happened to each item.",
  "too-much": "That is more than the amount left to refund.",
  "nothing-paid": "Nothing was paid for this order yet.",
  "provider-missing":
    "The payment provider that took this money is no longer set up, so it cannot be refunded from here. Refund it in the provider's own dashboard, or set its keys again.",
  "done-before": "It has already been marked as paid out.",
  empty: "Please write something first.",
  "not-true": "This email does not fit the state of the order.",
  "no-address": "The account was deleted, and its address with it.",
  "no-mail": mailNotSetUp.text ?? "",
  "turned-off": "The customer has turned these emails off in their profile.",
  "email-bad": "Please enter a complete email address, such as name@example.in.",
  decided: "Somebody else has already decided this.",
  "not-delivered": "The order has not been delivered, or has been cancelled in the meantime.",
  "not-approved": "It has to be approved first.",
  "condition-needed": "Please say for each item whether it can be sold again.",
  "not-received": "The old item has to arrive first.",
  "no-exchange": "This is a return, so nothing is sent out for it.",
  "not-payable": "There is nothing to pay online for this order.",
  "payment-undecided": "The bank has not decided about a payment yet.",
  "no-online-payment": "No online payment is set up.",
  "out-of-stock": "Its items were sold since its reservation ended.",
  "coupon-gone": "Its coupon was used up since.",
  "changed-meanwhile": "Somebody else has changed this in the meantime.",
  cancelled: "The order has been cancelled in the meantime.",
  "not-placed": "Its customer has not confirmed it yet.",
  "not-fitting": "This does not fit the state of the parcel any more.",
  "failure-needed": "Please say why.",
  "cost-bad": "Please enter an amount such as 99.50.",
  "units-needed": "Please enter at least one item.",
  "units-left": "There are not that many items left to send.",
  "no-document": "There is no such document.",
  "booked-already": "It is booked with a courier already. Cancel that booking first.",
  "with-courier":
    "The courier has picked it up already. Record what arrives instead: the items can be written off.",
  "pickup-half": "Please enter the courier and the tracking number.",
  "link-bad": "A tracking link begins with https://.",
};

/** Text for staff: why an action on an order was refused. */
export function refusalLabel(refused: string): string {
  return labels[refused] ?? "Please look at the order again.";
}

/** What happened while a refund was being entered. In paise: what could be refunded before, and what can be now. */
export function refundedMeanwhile(before: Paise, left: Paise): string {
  const what =
    left < before
      ? `${rupeesExact(before - left)} of this order was refunded in the meantime.`
      : "What can be refunded has changed in the meantime.";
  return left === 0
    ? `${what} Nothing is left to refund.`
    : `${what} ${rupeesExact(left)} can still be refunded. Check the quantities before you refund more.`;
}

/** A refusal at its fields, by the names of the form's fields. */
export function refusalErrors(refused: string, fields: FormFields): FieldErrors {
  return Object.fromEntries(fieldsOf(refused, fields).map((name) => [name, refusalLabel(refused)]));
}

function fieldsOf(refused: string, fields: FormFields): string[] {
  const named = (prefix: string) => [...fields.keys()].filter((name) => name.startsWith(prefix));
  const empty = (name: string) => fields.get(name) === "";
  switch (refused) {
    case "reason-needed":
      return [fields.has("answer") ? "answer" : "reason"];
    case "reference-needed":
      return ["reference"];
    case "email-bad":
      return ["email"];
    case "empty":
      return ["text"];
    case "pickup-half":
      return ["courier", "trackingNumber"].filter(empty);
    case "link-bad":
      return ["trackingLink"];
    case "failure-needed":
      return ["failure"];
    case "cost-bad":
      return ["cost"];
    case "units-needed":
      return named("units-");
    case "units-left":
      return named("units-").filter((name) => !empty(name));
    case "nothing-chosen":
    case "too-much":
      return ["extra"];
    case "too-many":
      return named("units-").filter((name) => !empty(name));
    case "outcome-needed": {
      const refunded = (name: string) => Number(fields.get(name.replace("disposition-", "units-"))) > 0;
      return [...named("outcome-"), ...named("disposition-").filter(refunded)].filter(empty);
    }
    case "condition-needed":
      return named("condition-").filter(empty);
    default:
      return [];
  }
}
