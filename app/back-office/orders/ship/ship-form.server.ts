import { createHash } from "node:crypto";
import { href } from "react-router";
import type { Services } from "../../../../platform/services.server.ts";
import type { Actor } from "../../../../shop/access/actor.ts";
import { sendsMail } from "../../../../shop/emails/sends-mail.server.ts";
import { plural, rupeesExact } from "../../../../shop/money.ts";
import { askForPickup } from "../../../../shop/order-management/booked-parcels.server.ts";
import { bookMany } from "../../../../shop/order-management/courier-bookings.server.ts";
import type { ListedOrder } from "../../../../shop/order-management/lists/list-orders.server.ts";
import {
  amountToCollect,
  canShip,
  checkParcels,
  ordersToShip,
  type ParcelFault,
  type PasteFault,
  readPastedParcels,
  shipParcels,
  type TypedParcel,
} from "../../../../shop/order-management/parcels.server.ts";
import { orderStatuses, shortId } from "../../../../shop/orders/orders.ts";
import { readAwb } from "../../../../shop/orders/parcels.ts";
import { shopSettings } from "../../../../shop/settings/settings.server.ts";
import { redirectWithToast } from "../../../http/forms/answer.server.ts";
import { formFields } from "../../../http/forms/form.server.ts";
import type { RouteArgs } from "../../../http/guards.server.ts";
import * as officeMessages from "../../../parts/messages/office/office-messages.ts";
import type { FieldTexts, FormAnswer } from "../../../ui/forms/form-context.ts";
import { awbUsedBy, bulkCounts, courierRefusal, statusFailureMessage } from "../status-messages.server.ts";

/** What is confirmed before parcels are sent. `confirmed`: stands for exactly these. */
export type ShipQuestion = { orders: number; sentences: string[]; confirmed: string };
type ShipAnswer = FormAnswer & { question?: ShipQuestion };

/** A hundred rows with reasons. */
const maxBytes = 200_000;

const pasteWords: Record<PasteFault["why"], (text: string) => string> = {
  "no-awb-column": (text) => `no column is named AWB: ${text}.`,
  "no-order": (text) => `none of these orders has the number ${text || "that is missing here"}.`,
  "order-twice": (text) => `order ${text} is there twice.`,
  "too-many": (text) => `${text} has no order: there are more lines than orders.`,
  "unknown-courier": (text) => `${text} is not among the couriers in Settings.`,
  "not-csv": () => "a quotation mark is not closed.",
};

const faultWords: Record<ParcelFault["why"], (other: string) => string> = {
  "awb-missing": () => "Please enter the AWB.",
  "awb-wrong": () => "An AWB has 4 to 40 letters, digits, - or /, and at least one digit.",
  "awb-twice": (other) => `Order ${shortId(other)} has the same AWB.`,
  "awb-used": awbUsedBy,
  "courier-missing": () => "Please choose a courier.",
  "reason-needed": () => "Please enter a reason.",
  "changed-meanwhile": () => "Somebody else has changed this order in the meantime.",
};

/**
 * Handles the forms of "Ship": fills the table from pasted text ('fill'); checks every row, asks for a confirmation,
 * and sends the parcels ('ship'). In: the ids of the screen's address.
 */
export async function handleShipForm(
  services: Services,
  actor: Actor,
  ids: string[],
  asked: RouteArgs,
): Promise<ShipAnswer | Response> {
  const fields = await formFields(asked, maxBytes);
  const { couriers } = await shopSettings(services);
  const orders = await ordersToShip(services, ids);
  const typed: FieldTexts = Object.fromEntries(fields);
  if (fields.get("intent") === "fill") {
    const pasted = readPastedParcels(fields.get("pasted") ?? "", orders.filter(canShip), couriers);
    if (!pasted.ok)
      return unsent(
        typed,
        { pasted: "Nothing was filled in." },
        pasted.faults.map(({ line, why, text }) => `Line ${line}: ${pasteWords[why](text)}`),
      );
    for (const { id, awb, courier } of pasted.parcels)
      Object.assign(typed, { [`awb-${id}`]: awb, ...(courier && { [`courier-${id}`]: courier }) });
    return { ok: true, typed: { ...typed, pasted: "" } };
  }
  if (fields.get("intent") === "book") return bookRows(services, actor, fields, orders);
  if (fields.get("intent") === "pickup") return askPickup(services, actor, typed, orders);
  const parcels = readParcels(fields, orders);
  if (parcels.length === 0) return unsent(typed, {}, ["There is no order with an AWB."]);
  const faults = await checkParcels(services, parcels, orders);
  if (faults.length > 0) {
    const say = ({ why, other = "" }: ParcelFault) => faultWords[why](other);
    return unsent(
      typed,
      Object.fromEntries(faults.map((fault) => [`${fault.field}-${fault.id}`, say(fault)])),
      faults.map((fault) => `Row ${fault.row}, order ${shortId(fault.id)}: ${say(fault)}`),
    );
  }
  const question = questionOf(parcels, orders, sendsMail(services.site));
  if (fields.get("confirmed") !== question.confirmed) return { ok: true, typed, question };
  const { shipped, refused } = await shipParcels(services, actor, parcels);
  if (refused.length === 0) {
    const again = new URLSearchParams(ids.map((id) => ["id", id]));
    return redirectWithToast(`${href("/admin/orders/ship")}?${again}`, "orderStatusUpdated");
  }
  const errors = refused.map(({ id, why, other }): [string, string] => [
    id,
    statusFailureMessage(why, other).text ?? "",
  ]);
  const toast = shipped.length > 0 ? officeMessages.orderStatusUpdated : officeMessages.orderStatusFailed;
  return {
    ok: false,
    toast: { ...toast, text: bulkCounts("shipped", { set: shipped.length, left: refused.length }) },
    typed,
    errors: Object.fromEntries(errors.map(([id, why]) => [`awb-${id}`, why])),
    notes: errors.map(([id, why]) => `Order ${shortId(id)}: ${why}`),
  };
}

/** Books all rows without an AWB with one courier; each that fails says why, and the others are booked. */
async function bookRows(
  services: Services,
  actor: Actor,
  fields: Map<string, string>,
  orders: readonly ListedOrder[],
): Promise<ShipAnswer> {
  const typed = Object.fromEntries(fields);
  const courier = services.couriers.courier(fields.get("api") ?? "");
  const open = orders.filter((order) => canShip(order) && !fields.get(`awb-${order.id}`)?.trim());
  if (!courier || open.length === 0)
    return unsent(typed, {}, [courier ? "Every order has an AWB." : "The keys of this courier are missing."]);
  const booked = await bookMany(
    services,
    actor,
    courier.key,
    open.map(({ id }) => id),
  );
  const errors: Record<string, string> = {};
  let count = 0;
  for (const [id, outcome] of booked) {
    if (!outcome.ok) errors[`awb-${id}`] = courierRefusal(outcome);
    else if (outcome.value.awb === null) errors[`awb-${id}`] = officeMessages.courierAsked.title;
    else {
      count++;
      Object.assign(typed, { [`awb-${id}`]: outcome.value.awb, [`courier-${id}`]: courier.name });
    }
  }
  const failed = orders.flatMap(({ id }) => {
    const why = errors[`awb-${id}`];
    return why ? [`Order ${shortId(id)}: ${why}`] : [];
  });
  const text = `${plural(count, "parcel")} booked, ${failed.length} not.`;
  if (failed.length === 0) return { ok: true, typed, toast: { ...officeMessages.courierBooked, text } };
  return {
    ok: false,
    toast: { ...officeMessages.orderUnchanged, title: "Not all are booked", text },
    typed,
    errors,
    notes: failed,
  };
}

/** Asks the couriers to fetch what is booked of these orders. */
async function askPickup(
  services: Services,
  actor: Actor,
  typed: FieldTexts,
  orders: readonly ListedOrder[],
): Promise<ShipAnswer> {
  const ids = orders.map(({ id }) => id);
  const { parcels, refused } = await askForPickup(services, actor, ids);
  if (refused.length > 0 || parcels === 0) {
    const notes =
      refused.length > 0 ? refused : ["None of these orders has a booking that waits for a pickup."];
    return {
      ok: false,
      toast: { ...officeMessages.orderUnchanged, title: "No pickup asked for" },
      typed,
      errors: {},
      notes,
    };
  }
  const text = `${plural(parcels, "parcel")}, tomorrow.`;
  return { ok: true, typed, toast: { ...officeMessages.courierPickupAsked, text } };
}

/** Refused as a whole: nothing was sent. */
function unsent(typed: FieldTexts, errors: FieldTexts, notes: string[]): ShipAnswer {
  const toast = { ...officeMessages.orderStatusFailed, text: "Nothing was sent. Please correct this first." };
  return { ok: false, toast, typed, errors, notes };
}

/** The rows that are to be sent, with the courier for all where a row has none of its own. */
function readParcels(fields: Map<string, string>, orders: readonly ListedOrder[]): TypedParcel[] {
  const text = (name: string) => fields.get(name)?.trim() ?? "";
  const leaves = text("leave") === "on";
  return orders.flatMap(({ id }) => {
    const seen = orderStatuses.find((known) => known === text(`seen-${id}`));
    const awb = readAwb(text(`awb-${id}`));
    if (!seen || (leaves && awb === "")) return [];
    const courier = text(`courier-${id}`) || text("courier");
    return [{ id, seen, awb, courier, reason: text(`reason-${id}`) }];
  });
}

function questionOf(
  parcels: readonly TypedParcel[],
  orders: readonly ListedOrder[],
  isMailSent: boolean,
): ShipQuestion {
  const byCourier = Map.groupBy(parcels, ({ courier }) => courier);
  const sent = orders.filter(({ id }) => parcels.some((parcel) => parcel.id === id));
  const collect = sent.reduce((sum, order) => sum + amountToCollect(order), 0);
  const waiting = orders.filter(canShip).length - parcels.length;
  const sentences = [
    [...byCourier]
      .map(([courier, { length }]) => `${courier || "No courier"}: ${plural(length, "parcel")}.`)
      .join(" "),
    collect > 0 ? `${rupeesExact(collect)} to collect.` : "Nothing to collect.",
    isMailSent ? "Each customer is told." : "No email is sent: this shop has no mail server yet.",
    ...(waiting > 0
      ? [`${plural(waiting, "order")} without an AWB ${waiting === 1 ? "stays" : "stay"}.`]
      : []),
  ];
  const rows = parcels.map(({ id, seen, awb, courier }) => [id, seen, awb, courier]);
  const confirmed = createHash("sha256")
    .update(JSON.stringify([collect, rows]))
    .digest("base64url");
  return { orders: parcels.length, sentences, confirmed };
}
