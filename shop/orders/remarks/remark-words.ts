import { reservationMinutes } from "../../catalogue/inventory/inventory.ts";
import { rupeesExact } from "../../money.ts";
import { failureLabels, parcelStateLabels } from "../parcels.ts";
import type { EventRemark, RefundReason, StoredRemark } from "./remark.ts";
import { reasonLabels } from "./return-reasons.ts";

/** The text of each remark. Another language is another such file. */
const remarkWords: {
  [Code in EventRemark["code"]]: string | ((remark: Extract<EventRemark, { code: Code }>) => string);
} = {
  "confirmed-by-customer": "confirmed by the customer",
  "email-corrected": "email address corrected",
  "not-confirmed": `not confirmed within ${reservationMinutes} minutes`,
  "units-released": `items given back: not confirmed within ${reservationMinutes} minutes`,
  "link-expired": "items given back: the link to pay has expired",
  "prepared-anew": "prepared anew",
  undone: "Undone",
  "paid-too-late": "The payment came after the time for it, and the items were sold meanwhile.",
  "bank-refused": "the bank said no",
  "payment-abandoned": "given up",
  "payment-expired": "the time to pay is over",
  "payment-retried": "tried again",
  "pay-on-delivery": "to be paid on delivery",
  "advance-asked": ({ amount }) => `cash on delivery chosen, ${rupeesExact(amount)} to be paid in advance`,
  "refund-succeeded": "refund succeeded",
  "refund-failed": "refund failed",
  paid: paymentText,
  "paid-other-amount": (remark) => `another amount came: ${paymentText(remark)}`,
  "paid-again": (remark) => `paid a second time: ${paymentText(remark)}`,
  refund: ({ cause }) => refundReasonText(cause),
  "duplicate-refunded": ({ cause }) => `money sent back: ${refundReasonText(cause)}`,
  "refund-impossible": ({ cause, provider }) =>
    `${refundReasonText(cause)}: the money cannot be sent back, ${provider} is not set up`,
  "email-resent": ({ email }) => `mail sent again: ${email}`,
  "email-undelivered": ({ status }) =>
    `an email to the customer could not be delivered: ${undeliveredReason(status)}`,
  parcel: ({ number, state, failure, by }) =>
    [`${number}: ${labelOf(parcelStateLabels, state)}`, failure && labelOf(failureLabels, failure), by]
      .filter(Boolean)
      .join(", "),
  "return-requested": ({ kind, items }) => `${kind === "return" ? "Return" : "Exchange"} of ${items}`,
  "return-decided": ({ items }) => items,
  "return-sent": ({ items }) => `${items}: on its way to the shop`,
  "return-pickup": ({ items, by, failure }) =>
    failure === null
      ? `${items}: ${by} picks it up`
      : `${items}: ${by} did not get it${failure === "not-said" ? "" : `, ${labelOf(failureLabels, failure)}`}`,
  "return-received": ({ items, units }) =>
    `${items}. ${units.map(({ quantity, condition }) => `${quantity} ${condition.replace("-", " ")}`).join(", ")}`,
  "exchange-sent": ({ items, by }) => (by ? `${items}. sent by ${by}` : items),
  edited: ({ changes, before, after }) =>
    [...changes, `Total ${rupeesExact(before)} → ${rupeesExact(after)}`].join(". "),
  "return-closed": ({ items, refund }) =>
    `${items}. ${refund === null ? "Nothing to refund" : `Refund of ${rupeesExact(refund)}`}`,
};

/** The text of a remark. An unknown code is shown as it is. */
export function remarkText(remark: StoredRemark): string {
  if (remark.code === "unknown") return readable(remark.of);
  // TypeScript cannot infer that the entry of a code takes the remark with that code.
  const words = remarkWords[remark.code] as string | ((one: EventRemark) => string);
  return typeof words === "string" ? words : words(remark);
}

/** The usual status codes of mail servers (RFC 3463, section 3). */
const undeliveredReasons: Record<string, string> = {
  "5.1.1": "there is no such mailbox",
  "5.1.2": "there is no such domain",
  "5.1.10": "the domain takes no mail",
  "5.2.1": "the mailbox is closed",
  "5.2.2": "the mailbox is full",
};

function undeliveredReason(status: string): string {
  if (status === "") return "the mail server gave no reason";
  return `${undeliveredReasons[status] ?? "the mail server refused it"} (${status})`;
}

const causeWords = {
  "order-cancelled": "order cancelled",
  "order-edited": "more was paid than is due",
  "other-amount": "another amount than asked",
  "paid-twice": "paid twice",
  "parcel-back": "parcel came back",
};

/** The reason of a refund, for staff, the provider and the credit note. */
export function refundReasonText(reason: RefundReason): string {
  if (typeof reason === "string") return reason;
  if (reason.code !== "returned") return causeWords[reason.code];
  const label = Object.entries(reasonLabels).find(([key]) => key === reason.reason)?.[1];
  return `returned: ${label ?? readable(reason.reason)}`;
}

function paymentText({ payment, method }: { payment: string; method: string | null }): string {
  return method ? `${payment} by ${payingWords(method)}` : payment;
}

/** How somebody paid, for people. In: as a gateway says it, "net_banking", or staff entered it, "upi, UTR 41". */
export function payingWords(method: string): string {
  return method.replaceAll("_", " ").replace(/^upi\b/, "UPI");
}

/** The label of a code that may be a newer version's. */
function labelOf(labels: Record<string, string>, code: string): string {
  return labels[code] ?? readable(code);
}

/** "some-code" -> "some code". */
function readable(code: string): string {
  return code.replaceAll("-", " ") || "no details";
}
