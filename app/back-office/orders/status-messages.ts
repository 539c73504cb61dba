import type { StatusRefusal } from "../../../shop/order-management/set-status.server.ts";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import type { Toast } from "../../ui/toast.tsx";

const reasons: Record<StatusRefusal, string> = {
  "not-found": "This order does not exist.",
  "not-placed": "Its customer has not confirmed it yet.",
  "reason-needed": "This step needs a reason.",
  "outcome-needed":
    "This order has already been shipped. Open it and use Cancel order, which asks what happened to each piece.",
  "out-of-stock": "The items it needs are no longer in stock.",
  "changed-meanwhile": "Somebody else has changed this in the meantime.",
  untaxed:
    "An item has no GST rate, so no tax invoice can be issued. Open it to enter the HSN code, or to send it anyway.",
  unpaid: "It has not been paid for yet. Open it if you want to send it anyway.",
  "awb-used": "Another order already has this AWB.",
  "link-bad": "A tracking link begins with https://.",
};

/** Message when a status change failed: the specification's text with the reason. */
export function statusFailureMessage(refused: StatusRefusal): Toast {
  return { ...officeMessages.orderStatusFailed, text: reasons[refused] };
}
