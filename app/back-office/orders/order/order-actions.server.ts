import { href } from "react-router";
import type { Services } from "../../../../platform/services.server.ts";
import type { Staff } from "../../../../shop/access/actor.ts";
import { linkHours } from "../../../../shop/draft-orders/draft.ts";
import { duplicateToDraft } from "../../../../shop/draft-orders/drafts.server.ts";
import { amountFault, type Paise, readRupees } from "../../../../shop/money.ts";
import { askForPickup, cancelBooking } from "../../../../shop/order-management/booked-parcels.server.ts";
import { bookParcel, bookPickup } from "../../../../shop/order-management/courier-bookings.server.ts";
import { type Decision, decideReturn } from "../../../../shop/order-management/decide-return.server.ts";
import { beginOrderEdit } from "../../../../shop/order-management/edit-order.server.ts";
import {
  addNote,
  correctEmail,
  resendEmail,
  sendDocument,
  setTags,
} from "../../../../shop/order-management/notes-and-emails.server.ts";
import {
  actOnParcel,
  changeCarrier,
  enterParcelCost,
  sendNewParcel,
  unpackParcel,
} from "../../../../shop/order-management/parcel-acts.server.ts";
import {
  approveWaitingRefund,
  markPaidOut,
  refundLines,
  refundPayment,
  retryFailedRefund,
} from "../../../../shop/order-management/refund-lines.server.ts";
import { setOrderStatus } from "../../../../shop/order-management/set-status.server.ts";
import { enterPickup, enterPickupCost } from "../../../../shop/order-management/typed-pickups.server.ts";
import type { ItemDisposition } from "../../../../shop/orders/change-order.server.ts";
import { orderStatuses } from "../../../../shop/orders/orders.ts";
import { deliveryFailures, parcelActs } from "../../../../shop/orders/parcels.ts";
import { type Disposition, dispositions } from "../../../../shop/orders/posting/required-stock.ts";
import { recordOutsidePayment } from "../../../../shop/payments/outside-payment.server.ts";
import { sendPaymentLink } from "../../../../shop/payments/payment-links.server.ts";
import { conditions, type ReturnRequest } from "../../../../shop/returns/returns.ts";
import type { FieldErrors } from "../../../../shop/text/read-form.ts";
import type { MessageName } from "../../../http/toast.server.ts";
import * as officeMessages from "../../../parts/messages/office/office-messages.ts";
import type { Toast } from "../../../ui/toast.tsx";
import { editRefusalWords } from "../by-hand.tsx";
import { awbUsedBy, courierRefusal, statusFailureMessage } from "../status-messages.server.ts";
import { refundedMeanwhile, refusalLabel } from "./refusal-labels.ts";

type Fields = Map<string, string>;
export type OrderActionResult =
  | { ok: true; message?: MessageName; to?: string }
  | { ok: false; refused: string; toast: Toast; errors?: FieldErrors };

/** Handles the forms of an order's page and returns the message to show. */
export async function handleOrderAction(
  services: Services,
  actor: Staff,
  id: string,
  fields: Fields,
): Promise<OrderActionResult> {
  const text = (name: string) => fields.get(name) ?? "";
  switch (text("intent")) {
    case "status":
      return setStatus(services, actor, id, fields);
    case "return-carrier": {
      const typed = { returnId: text("return"), ...typedCarrier(fields) };
      return result(await enterPickup(services, actor, id, typed), "pickupSaved");
    }
    case "return-cost": {
      if (paiseOf(text("cost")) === null) return wrongAmount("cost-bad", "cost", fields);
      const typed = { returnId: text("return"), cost: costOf(fields) };
      return result(await enterPickupCost(services, actor, id, typed), "costSaved");
    }
    case "parcel-new":
    case "parcel-act":
    case "parcel-carrier":
    case "parcel-unpack":
    case "parcel-cost":
      if (paiseOf(text("cost")) === null) return wrongAmount("cost-bad", "cost", fields);
      return result(await handleParcel(services, actor, id, fields), "parcelSaved");
    case "courier-book":
    case "courier-return":
    case "courier-cancel":
    case "courier-pickup":
      return handleCourier(services, actor, id, fields);
    case "refund":
      return handleRefund(services, actor, id, fields);
    case "approve-refund":
      return result(await approveWaitingRefund(services, actor, id, text("refund")), "refundStarted");
    case "retry-refund": {
      const way = text("way") === "by-hand" ? "by-hand" : "provider";
      const again = { refundId: text("refund"), way } as const;
      return result(await retryFailedRefund(services, actor, id, again), "refundStarted");
    }
    case "paid-out":
      return result(await markPaidOut(services, actor, id, text("refund")), "refundPaidOut");
    case "send-back":
      return result(await refundPayment(services, actor, id, text("payment")), "refundSentBack");
    case "note": {
      if (!readable(text("key"))) return failed("empty");
      return result(
        await addNote(services, actor, id, { key: text("key"), text: text("text") }),
        "noteSaved",
      );
    }
    case "tags":
      return result(
        await setTags(services, actor, id, { typed: text("tags"), seen: text("seen") }),
        "tagsSaved",
      );
    case "email": {
      const command = { typed: text("email"), seen: text("seen") };
      return result(await correctEmail(services, actor, id, command), "orderEmailSaved");
    }
    case "payment-link": {
      const hours = linkHours.find((known) => String(known) === text("hours")) ?? linkHours[1];
      return result(await sendPaymentLink(services, actor, id, hours), "paymentLinkSent");
    }
    case "outside-payment": {
      const came = { due: Number(text("due")), way: text("way"), reference: text("reference") };
      return result(await recordOutsidePayment(services, actor, id, came), "outsidePaymentSaved");
    }
    case "edit": {
      const begun = await beginOrderEdit(services, actor, id);
      if (!begun.ok) {
        const { refused } = begun;
        const text = refused === "not-found" ? refusalLabel(refused) : editRefusalWords[refused];
        return { ok: false, refused, toast: { ...officeMessages.orderUnchanged, text } };
      }
      return { ok: true, to: href("/admin/orders/drafts/:id", { id: begun.value.draftId }) };
    }
    case "duplicate": {
      const copied = await duplicateToDraft(services, actor, { order: id });
      if (!copied.ok) return failed(copied.refused);
      return {
        ok: true,
        message: "draftCopied",
        to: href("/admin/orders/drafts/:id", { id: copied.value.id }),
      };
    }
    case "mail": {
      if (!readable(text("key"))) return failed("not-true");
      const command = { key: text("key"), notification: text("notification") };
      return result(await resendEmail(services, actor, id, command), "mailSentAgain");
    }
    case "document": {
      if (!readable(text("key"))) return failed("no-document");
      const command = { key: text("key"), slug: text("slug") };
      return result(await sendDocument(services, actor, id, command), "documentSent");
    }
    default: {
      const decision = decisionOf(fields);
      if (!decision) return failed("not-found");
      const decided = await decideReturn(services, actor, id, text("return"), decision);
      return result(decided, decided.ok ? decidedMessage(decision, decided.value) : "returnDecided");
    }
  }
}

/** The form that refunds items. */
async function handleRefund(
  services: Services,
  actor: Staff,
  id: string,
  fields: Fields,
): Promise<OrderActionResult> {
  const text = (name: string) => fields.get(name) ?? "";
  const extra = paiseOf(text("extra"));
  if (extra === null) return wrongAmount("nothing-chosen", "extra", fields);
  if (!readable(text("key"))) return failed("nothing-chosen");
  const lines = numbered(fields, "units-").map((line) => ({
    ...line,
    disposition: readDisposition(fields.get(`disposition-${line.lineId}`)),
  }));
  const seen = /^\d{1,15}$/.test(text("seen")) ? Number(text("seen")) : undefined;
  const command = { key: text("key"), lines, extra, reason: text("reason"), seen };
  const refunded = await refundLines(services, actor, id, command);
  if (refunded.ok || refunded.refused !== "refunded-meanwhile") return result(refunded, "refundStarted");
  const words = refundedMeanwhile(seen ?? 0, refunded.left);
  return {
    ok: false,
    refused: refunded.refused,
    toast: { ...officeMessages.orderUnchanged, text: words },
    errors: { seen: words },
  };
}

/** The forms of the panel with the couriers. */
async function handleCourier(
  services: Services,
  actor: Staff,
  id: string,
  fields: Fields,
): Promise<OrderActionResult> {
  const text = (name: string) => fields.get(name) ?? "";
  const refusedWith = (refused: string, words: string): OrderActionResult => ({
    ok: false,
    refused,
    toast: { ...officeMessages.orderUnchanged, text: words },
    errors: { courier: words },
  });
  switch (text("intent")) {
    case "courier-book": {
      const wanted = { orderId: id, parcelId: text("parcel") || null, version: text("version") };
      const booked = await bookParcel(services, actor, text("api"), wanted);
      if (!booked.ok) return refusedWith(booked.refused, courierRefusal(booked));
      return { ok: true, message: booked.value.awb === null ? "courierAsked" : "courierBooked" };
    }
    case "courier-return": {
      const wanted = { orderId: id, returnId: text("return") };
      const booked = await bookPickup(services, actor, text("api"), wanted);
      if (!booked.ok) return refusedWith(booked.refused, courierRefusal(booked));
      return { ok: true, message: booked.value.awb === null ? "courierAsked" : "pickupBooked" };
    }
    case "courier-cancel": {
      const cancelled = await cancelBooking(services, actor, id, text("booking"));
      if (!cancelled.ok) return refusedWith(cancelled.refused, courierRefusal(cancelled));
      return { ok: true, message: "courierBookingEnded" };
    }
    default: {
      const { parcels, refused } = await askForPickup(services, actor, [id]);
      if (refused.length > 0) return refusedWith("courier-refused", refused.join(" "));
      return parcels > 0 ? { ok: true, message: "courierPickupAsked" } : failed("not-fitting");
    }
  }
}

/** The forms of the panel with the parcels. */
async function handleParcel(services: Services, actor: Staff, id: string, fields: Fields) {
  const text = (name: string) => fields.get(name) ?? "";
  const seen = { version: text("version"), parcelId: text("parcel") };
  const typed = typedCarrier(fields);
  const cost = costOf(fields);
  switch (text("intent")) {
    case "parcel-new": {
      const command = { ...seen, ...typed, units: numbered(fields, "units-"), reason: text("reason") };
      return sendNewParcel(services, actor, id, command);
    }
    case "parcel-carrier":
      return changeCarrier(services, actor, id, { ...seen, ...typed });
    case "parcel-unpack":
      return unpackParcel(services, actor, id, seen);
    case "parcel-cost":
      return enterParcelCost(services, actor, id, { ...seen, cost });
    default: {
      const act = parcelActs.find((known) => known === text("act"));
      if (!act) return { ok: false as const, refused: "not-fitting" as const };
      return actOnParcel(services, actor, id, {
        ...seen,
        act,
        failure: deliveryFailures.find((known) => known === text("failure")),
        outcomes: readDispositions(fields),
        cost,
        reason: text("reason"),
      });
    }
  }
}

const typedCarrier = (fields: Fields) => ({
  courier: fields.get("courier") ?? "",
  trackingNumber: fields.get("trackingNumber") ?? "",
  trackingLink: fields.get("trackingLink") ?? "",
});

/** What something cost; null when the field is empty, or no amount (which is refused before). */
function costOf(fields: Fields): Paise | null {
  const typed = fields.get("cost")?.trim() ?? "";
  return typed === "" ? null : paiseOf(typed);
}

async function setStatus(
  services: Services,
  actor: Staff,
  id: string,
  fields: Fields,
): Promise<OrderActionResult> {
  const status = (name: string) => orderStatuses.find((known) => known === fields.get(name));
  const [to, seen] = [status("status"), status("seen")];
  if (!to || !seen) return { ok: false, refused: "not-found", toast: officeMessages.orderStatusFailed };
  const set = await setOrderStatus(services, actor, id, {
    to,
    seen,
    reason: fields.get("reason"),
    dispositions: readDispositions(fields),
    version: fields.get("version") ?? "",
    // A form without parcel fields, such as the cancellation dialog, leaves the parcel unchanged; so does the one of an
    // order with several parcels.
    ...((fields.has("courier") || fields.has("note")) && {
      parcel: {
        ...(fields.has("courier") && {
          courier: fields.get("courier") ?? null,
          trackingNumber: fields.get("trackingNumber") ?? null,
          trackingLink: fields.get("trackingLink") ?? null,
        }),
        note: fields.get("note") ?? null,
      },
    }),
  });
  if (set.ok) return { ok: true, message: "orderStatusUpdated" };
  const { refused, other } = set;
  const toast = statusFailureMessage(refused, other);
  // It is the page that the words for a list lead to.
  if (refused === "outcome-needed")
    return { ok: false, refused, toast: { ...toast, text: refusalLabel(refused) } };
  return { ok: false, refused, toast, ...(other && { errors: { trackingNumber: awbUsedBy(other) } }) };
}

function decisionOf(fields: Fields): Decision | null {
  const text = (name: string) => fields.get(name) ?? "";
  switch (text("intent")) {
    case "approve":
      return { do: "approve", answer: text("answer") };
    case "reject":
      return { do: "reject", reason: text("answer") };
    case "receive": {
      const judged = [...fields].flatMap(([name, value]) => {
        const condition = conditions.find((known) => known === value);
        return name.startsWith("condition-") && condition ? [[name.slice(10), condition] as const] : [];
      });
      return { do: "receive", conditions: Object.fromEntries(judged) };
    }
    case "send": {
      return { do: "send", parcel: typedCarrier(fields) };
    }
    default:
      return null;
  }
}

/**
 * Reads quantities: "units-<line>" = "2"; an empty field is 0. Anything that is not a small number becomes more than
 * any line can have, so that validation refuses it.
 */
function numbered(fields: Fields, prefix: string): { lineId: string; quantity: number }[] {
  return [...fields].flatMap(([name, value]) => {
    if (!name.startsWith(prefix)) return [];
    const quantity = /^\d{0,2}$/.test(value) ? Number(value) : Number.POSITIVE_INFINITY;
    return [{ lineId: name.slice(prefix.length), quantity }];
  });
}

/** An amount in rupees in paise; empty is 0; null when it is not an amount. */
const paiseOf = (rupees: string) => (rupees.trim() === "" ? 0 : readRupees(rupees));

const readable = (key: string) => /^[\w-]{8,64}$/.test(key);

const failed = (refused: string): OrderActionResult => ({
  ok: false,
  refused,
  toast: { ...officeMessages.orderUnchanged, text: refusalLabel(refused) },
});

/** The refusal of a typed amount, at its field. */
function wrongAmount(why: string, name: string, fields: Fields): OrderActionResult {
  const words = amountFault(fields.get(name) ?? "", refusalLabel(why));
  return {
    ok: false,
    refused: why,
    toast: { ...officeMessages.orderUnchanged, text: words },
    errors: { [name]: words },
  };
}

/** Only who is told is said to have been told. */
function decidedMessage({ do: act }: Decision, { kind, refund }: ReturnRequest): MessageName {
  if (act !== "receive") return "returnDecided";
  if (kind === "exchange") return "exchangeReceived";
  if (refund === null) return "returnReceived";
  return refund.isApproved ? "returnDecided" : "returnRefundWaits";
}

function result(
  outcome: { ok: true } | { ok: false; refused: string; other?: string },
  message: MessageName,
): OrderActionResult {
  if (outcome.ok) return { ok: true, message };
  const { refused, other } = outcome;
  if (!other) return failed(refused);
  const text = awbUsedBy(other);
  const toast = { ...officeMessages.orderUnchanged, text };
  return { ok: false, refused, toast, errors: { trackingNumber: text } };
}

/** Reads the fields "outcome-<line>-<n>" into dispositions by line. Unknown values are left out. */
function readDispositions(fields: Map<string, string>): ItemDisposition[] {
  const counted = new Map<string, ItemDisposition>();
  for (const [name, value] of fields) {
    const [, lineId] = /^outcome-([0-9a-f-]{36})-\d$/.exec(name) ?? [];
    const disposition = readDisposition(value);
    if (!lineId || !disposition) continue;
    const key = `${lineId} ${disposition}`;
    counted.set(key, { lineId, disposition, quantity: (counted.get(key)?.quantity ?? 0) + 1 });
  }
  return [...counted.values()];
}

function readDisposition(value: string | undefined): Disposition | undefined {
  return dispositions.find((known) => known === value);
}
