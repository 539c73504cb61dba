import { href } from "react-router";
import type { Caller } from "../../../platform/identity/caller.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { cutText } from "../../../platform/text/cut-text.ts";
import type { Customer } from "../../../shop/access/actor.ts";
import { sendCodeOfCashOrder } from "../../../shop/cod/confirm-by-code.server.ts";
import { readPaymentPart, waitsForAdvance } from "../../../shop/orders/amount-due.ts";
import { cancelOrder } from "../../../shop/orders/change-order.server.ts";
import { reorder } from "../../../shop/orders/order-again.server.ts";
import { type CashRefusal, payOnDelivery } from "../../../shop/payments/pay-on-delivery.server.ts";
import { startPayment } from "../../../shop/payments/start-payment.server.ts";
import { reportReturnSent, withdrawReturn } from "../../../shop/returns/customer-steps.server.ts";
import type { FormOutcome } from "../../http/forms/answer.server.ts";
import type { MessageName } from "../../http/toast.server.ts";
import { whyNotPaid } from "../../parts/messages/payment-refusals.server.ts";
import { confirmationPath, payNowPath } from "../../parts/orders/order-links.ts";
import { reorderMessage } from "../../parts/orders/reorder-message.server.ts";

const maxReasonLength = 200;

/** Why an order cannot be paid on delivery. */
const cashMessages: Record<CashRefusal, MessageName> = {
  "not-found": "orderNotFound",
  "not-payable": "orderNotPayable",
  "payment-undecided": "paymentUndecided",
  "out-of-stock": "orderSoldOut",
  "coupon-gone": "orderCouponGone",
  "has-left": "orderHasLeft",
  "cod-closed": "codNotTaken",
  "cod-amount": "codAmount",
  "cod-pin": "codPin",
  "cod-rule": "codRuled",
};

/** Handles the forms of the viewer's own orders and returns the message. */
export async function handleOrderForm(
  services: Services,
  customer: Customer,
  fields: Map<string, string>,
  caller: Caller,
): Promise<FormOutcome> {
  const id = fields.get("order") ?? "";
  switch (fields.get("intent")) {
    case "cancel": {
      const reason = cutText(fields.get("reason")?.trim() ?? "", maxReasonLength) || undefined;
      const cancelled = await cancelOrder(services, id, customer, reason);
      if (cancelled.ok) {
        return {
          ok: true,
          message: cancelled.value.hasPayment ? "orderCancelledAndRefunded" : "orderCancelled",
        };
      }
      return { ok: false, message: cancelled.refused === "too-late" ? "orderTooLate" : "orderNotFound" };
    }
    case "again":
      return reorderItems(services, customer, id, fields);
    case "pay": {
      const part = readPaymentPart(fields.get("part"));
      const session = await startPayment(services, id, customer, caller.origin, part);
      if (!session.ok) {
        const message = await whyNotPaid(services, session.refused, { id, of: customer.id });
        return { ok: false, message };
      }
      const redirectTo = session.value.payPath ?? payNowPath(id, part);
      // The payment page reports it; a toast would appear only on the page after the payment.
      return { ok: true, message: "paymentBegins", alreadyShown: true, redirectTo };
    }
    case "cod": {
      const switched = await payOnDelivery(services, id, customer);
      if (!switched.ok) return { ok: false, message: cashMessages[switched.refused] };
      if (waitsForAdvance(switched.value)) return { ok: true, message: "advanceAsked" };
      const waitsForCode = await sendCodeOfCashOrder(services, caller, customer, switched.value);
      return { ok: true, message: "codChosen", ...(waitsForCode && { redirectTo: confirmationPath(id) }) };
    }
    case "withdraw-return": {
      const withdrawn = await withdrawReturn(services, customer, fields.get("return") ?? "");
      return withdrawn.ok ? { ok: true, message: "returnWithdrawn" } : returnRefusal(withdrawn.refused);
    }
    case "return-sent": {
      const sent = await reportReturnSent(services, customer, fields.get("return") ?? "");
      return sent.ok ? { ok: true, message: "returnOnItsWay" } : returnRefusal(sent.refused);
    }
    default:
      return { ok: false, message: "orderNotFound" };
  }
}

function returnRefusal(refused: "not-found" | "decided"): FormOutcome {
  return { ok: false, message: refused === "decided" ? "returnNoLongerOpen" : "returnNotFound" };
}

async function reorderItems(
  services: Services,
  customer: Customer,
  id: string,
  fields: Map<string, string>,
): Promise<FormOutcome> {
  const done = await reorder(services, id, customer);
  if (!done.ok) return { ok: false, message: "orderNotFound" };
  const { added, missing } = done.value;
  // With scripts a toast with a link; without, redirect to the cart.
  const redirectTo =
    fields.get("answer") === "here" || added.length === 0 ? {} : { redirectTo: href("/cart") };
  if (missing.length === 0) return { ok: true, message: "orderedAgain", ...redirectTo };
  const message = added.length > 0 ? "orderedSomeAgain" : "orderedNothingAgain";
  return { ok: added.length > 0, message, toast: reorderMessage(message, missing), ...redirectTo };
}
