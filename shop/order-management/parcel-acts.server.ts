import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import type { Actor } from "../access/actor.ts";
import type { Paise } from "../money.ts";
import {
  type ItemDisposition,
  promptFacts,
  transitionOrder,
  unitsToAccountFor,
} from "../orders/change-order.server.ts";
import {
  addParcel,
  type Carrier,
  removeParcel,
  setParcels,
  unitsRefunded,
  writeCarrier,
  writeParcelCost,
} from "../orders/change-parcels.server.ts";
import { type MailContext, notifyCustomer, readMailContext } from "../orders/order-notifications.server.ts";
import { transitionPrompt } from "../orders/order-steps.ts";
import type { Order } from "../orders/orders.ts";
import {
  type DeliveryFailure,
  isBack,
  type OrderParcel,
  type ParcelAct,
  readAwb,
  stateAfter,
  statusOfParcels,
  unitsWithoutParcel,
} from "../orders/parcels.ts";
import { areDecided } from "../orders/posting/dispositions.server.ts";
import { postOrder } from "../orders/posting/post-order.server.ts";
import { recordEvent } from "../orders/record-event.server.ts";
import { type Done, done, refused } from "../refused.ts";
import { type Courier, trackingAddress } from "../settings/couriers.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { cleanLine } from "../text/clean-text.ts";
import { type AwbPlace, type AwbRefused, awbUsed } from "./awbs.server.ts";
import { openBookingOf } from "./booked-parcels.server.ts";
import { itemsOf } from "./resendable-emails.ts";
import { postOwed, settlePart } from "./returned-parcels.server.ts";
import { isSafeLink } from "./set-status.server.ts";
import { orderVersion, recordOrderAction, withLockedOrder } from "./staff-action.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "payments" | "log">;

type ParcelRefusal =
  | "not-found"
  | "not-placed"
  | "cancelled"
  | "changed-meanwhile"
  | "not-fitting"
  | "failure-needed"
  | "outcome-needed"
  | "reason-needed"
  | "units-needed"
  | "units-left"
  | "link-bad"
  | "awb-used"
  | "out-of-stock"
  | "provider-missing"
  | "booked-already";

type ParcelRefused = AwbRefused<ParcelRefusal>;

/** The version of the order that was shown (`orderVersion`); null for what a courier reports, whatever was shown. */
type Seen = { version: string | null };
export type TypedCarrier = { courier: string; trackingNumber: string; trackingLink: string };

export type NewParcelCommand = Seen &
  TypedCarrier & {
    /** Units per line. */
    units: { lineId: string; quantity: number }[];
    /** For an order that `transitionPrompt` asks about. */
    reason: string;
  };

/** Runs an act on the parcels of a placed order that is not cancelled and is as it was shown. */
async function onParcels(
  ports: Ports,
  orderId: string,
  { version }: Seen,
  act: (tx: Db, order: Order) => Promise<Done<Order> | ParcelRefused>,
): Promise<Done<Order> | ParcelRefused> {
  return withLockedOrder<Order, ParcelRefusal, ParcelRefused>(ports.db, orderId, async (tx, order) => {
    if (!order.placedAt) return refused("not-placed");
    if (version !== null && version !== (await orderVersion(tx, orderId)))
      return refused("changed-meanwhile");
    if (order.status === "cancelled") return refused("cancelled");
    return act(tx, order);
  });
}

/**
 * Sends units of an order as a parcel of their own. The status follows (`statusOfParcels`); the tax invoice for the
 * whole order is due with the first parcel, and the customer is told of each. Refused: 'units-needed' without any,
 * 'units-left' for more than are in no parcel, 'reason-needed' for an order that `transitionPrompt` asks about,
 * 'link-bad', 'awb-used', 'out-of-stock', 'changed-meanwhile', 'cancelled', 'not-placed', 'not-found'.
 */
export async function sendNewParcel(
  ports: Ports,
  actor: Actor,
  orderId: string,
  command: NewParcelCommand,
): Promise<Done<Order> | ParcelRefused> {
  const [mailContext, { couriers }] = await Promise.all([readMailContext(ports), shopSettings(ports)]);
  return onParcels(ports, orderId, command, async (tx, order) => {
    const units = command.units.filter(({ quantity }) => quantity !== 0);
    if (units.length === 0) return refused("units-needed");
    const rest = unitsWithoutParcel(order, await unitsRefunded(tx, order));
    if (units.some(({ lineId, quantity }) => !(quantity > 0 && quantity <= (rest.get(lineId) ?? 0))))
      return refused("units-left");
    const carrier = await checkedCarrier(tx, command, couriers, null);
    if (!carrier.ok) return carrier;
    const packed = await addParcel(tx, order, carrier.value, units);
    const parcel = packed.parcels.at(-1);
    if (!parcel) throw new Error("the parcel that was written is gone");
    return carryOut(ports, tx, mailContext, actor, packed, parcel, { ...command, act: "send" });
  });
}

/**
 * Changes courier, number and link of one parcel. Refused: 'link-bad', 'awb-used', 'changed-meanwhile', 'cancelled',
 * 'not-found'.
 */
export async function changeCarrier(
  ports: Ports,
  actor: Actor,
  orderId: string,
  command: Seen & TypedCarrier & { parcelId: string },
): Promise<Done<Order> | ParcelRefused> {
  const { couriers } = await shopSettings(ports);
  return onParcels(ports, orderId, command, async (tx, order) => {
    const parcel = order.parcels.find(({ id }) => id === command.parcelId);
    if (!parcel) return refused("not-found");
    const place = { of: "parcel" as const, id: parcel.id };
    const carrier = await checkedCarrier(tx, command, couriers, place, parcel);
    if (!carrier.ok) return carrier;
    const changed = await writeCarrier(tx, order, parcel.id, carrier.value);
    await recordParcel(tx, actor, changed, parcel.id, parcel);
    return done(changed);
  });
}

/**
 * Unpacks a parcel that was not sent: its units are in none again. Refused: 'not-fitting' once it was sent,
 * 'booked-already' while a courier is to fetch it, 'changed-meanwhile', 'cancelled', 'not-found'.
 */
export async function unpackParcel(
  ports: Ports,
  actor: Actor,
  orderId: string,
  command: Seen & { parcelId: string },
): Promise<Done<Order> | ParcelRefused> {
  return onParcels(ports, orderId, command, async (tx, order) => {
    const parcel = order.parcels.find(({ id }) => id === command.parcelId);
    if (!parcel) return refused("not-found");
    if (parcel.state !== "prepared") return refused("not-fitting");
    if (await openBookingOf(tx, "forward", parcel.id)) return refused("booked-already");
    const now = await removeParcel(tx, order, parcel);
    await recordOrderAction(tx, actor, "order.unpack", order, { before: { parcel: parcel.number } });
    return done(now);
  });
}

/**
 * Enters what the courier took for a parcel, both ways when it came back, in paise, null for unknown; also of a
 * cancelled order. Refused: 'not-fitting' for one that was not sent, 'changed-meanwhile', 'not-found'.
 */
export async function enterParcelCost(
  ports: Ports,
  actor: Actor,
  orderId: string,
  { version, parcelId, cost }: Seen & { parcelId: string; cost: Paise | null },
): Promise<Done<Order> | ParcelRefused> {
  return withLockedOrder<Order, ParcelRefusal>(ports.db, orderId, async (tx, order) => {
    if (version !== (await orderVersion(tx, orderId))) return refused("changed-meanwhile");
    const parcel = order.parcels.find(({ id }) => id === parcelId);
    if (!parcel) return refused("not-found");
    if (parcel.state === "prepared") return refused("not-fitting");
    const now = await writeParcelCost(tx, order, parcelId, cost);
    await recordOrderAction(tx, actor, "order.parcel-cost", order, {
      before: { parcel: parcel.number, cost: parcel.cost },
      after: { parcel: parcel.number, cost },
    });
    return done(now);
  });
}

export type ParcelCommand = Seen & {
  parcelId: string;
  act: ParcelAct;
  /** For 'fail'. */
  failure?: DeliveryFailure | undefined;
  /** For 'receive': what became of each unit. */
  outcomes?: ItemDisposition[];
  /** For 'receive' and 'lose': what the courier took for it, both ways, in paise; null: unknown. */
  cost?: Paise | null;
  reason?: string;
};

/**
 * Records what happened to a parcel, posts what follows and lets the order's status follow
 * (docs/decisions/0053-several-parcels.md). Units of a parcel that came back are restocked or written off, lost ones
 * written off. When others of its order are with the customer or on their way, unpaid units are not owed any more and
 * paid ones are refunded; when all are back, the order is cancelled. Refused: 'not-fitting' when the parcel is not in a
 * state for it, 'failure-needed', 'outcome-needed', 'reason-needed', 'out-of-stock', 'provider-missing' when a payment
 * cannot be refunded, 'changed-meanwhile', 'cancelled', 'not-placed', 'not-found'.
 */
export async function actOnParcel(
  ports: Ports,
  actor: Actor,
  orderId: string,
  command: ParcelCommand,
): Promise<Done<Order> | ParcelRefused> {
  const mailContext = await readMailContext(ports);
  return onParcels(ports, orderId, command, async (tx, order) => {
    const parcel = order.parcels.find(({ id }) => id === command.parcelId);
    return parcel ? carryOut(ports, tx, mailContext, actor, order, parcel, command) : refused("not-found");
  });
}

async function carryOut(
  ports: Ports,
  tx: Db,
  mailContext: MailContext,
  actor: Actor,
  order: Order,
  parcel: OrderParcel,
  { act, failure, outcomes = [], cost = null, reason = "" }: Omit<ParcelCommand, "parcelId" | "version">,
): Promise<Done<Order> | ParcelRefused> {
  const state = stateAfter(act, parcel.state);
  if (!state) return refused("not-fitting");
  if (act === "fail" && !failure) return refused("failure-needed");
  const why = cutText(cleanLine(reason), 500) || undefined;
  if (act === "send" && !why && transitionPrompt(await promptFacts(tx, order), "shipped"))
    return refused("reason-needed");
  const parcels = order.parcels.map((one) => (one.id === parcel.id ? { ...one, state } : one));
  const to = statusOfParcels({ ...order, parcels }, await unitsRefunded(tx, order));
  let now = order;
  let back: ItemDisposition[] = [];
  if (isBack({ state })) {
    const due = await unitsToDecide(tx, order, parcel);
    back = act === "lose" ? due.map((unit) => ({ ...unit, disposition: "lost" as const })) : outcomes;
    if (!areDecided(due, back)) return refused("outcome-needed");
  }
  if (isBack({ state }) && to !== "cancelled") {
    const settled = await settlePart(ports, tx, actor, order, parcel, back);
    if (!settled.ok) return settled;
    now = await postOwed(
      tx,
      await setParcels(tx, order, [parcel], state, { settled: settled.value, cost }),
      actor,
    );
  } else {
    const more = { ...(act === "fail" && failure && { failure }), ...(isBack({ state }) && { cost }) };
    now = await setParcels(tx, order, [parcel], state, more);
  }
  await recordParcel(tx, actor, now, parcel.id, parcel, why);
  if (to !== order.status) {
    const change = {
      to,
      actor,
      reason: why,
      fromParcels: true,
      dispositions: to === "cancelled" ? back : [],
    };
    const moved = await transitionOrder(ports, tx, mailContext, now, change);
    if (!moved.ok) return moved;
    now = moved.value;
  } else if (back.length > 0) {
    const posted = await postOrder(tx, now, { actor, code: "parcel" });
    if (!posted.ok) throw new Error("what came back needs no stock");
  }
  if (act === "send" && to !== "shipped") {
    const by = [parcel.courier, parcel.trackingNumber].filter(Boolean).join(" ");
    await notifyCustomer(ports, tx, mailContext, now, "shipped", by ? { by } : {});
  }
  if (isBack({ state }) && to !== "cancelled") {
    const notification = state === "lost" ? "part-lost" : "part-returned";
    await notifyCustomer(ports, tx, mailContext, now, notification, { items: itemsOf(order, parcel) });
  }
  await ports.jobs.send(tx, "write-documents", { orderId: order.id });
  return done(now);
}

/** The units of a parcel whose disposition nobody has given, such as with a refund. */
async function unitsToDecide(tx: Db, order: Order, { lines }: OrderParcel) {
  const { asked } = await unitsToAccountFor(tx, order);
  return lines
    .map(({ lineId, quantity }) => ({ lineId, quantity: Math.min(quantity, asked.get(lineId) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/** A parcel as it is now, in the order's timeline and the audit log. */
async function recordParcel(
  tx: Db,
  actor: Actor,
  order: Order,
  parcelId: string,
  before: OrderParcel,
  note?: string,
): Promise<void> {
  const now = order.parcels.find(({ id }) => id === parcelId);
  if (!now) throw new Error("a parcel vanished while its order was locked");
  const { number, state, failure, courier, trackingNumber } = now;
  const by = [courier, trackingNumber].filter(Boolean).join(" ");
  const remark = {
    code: "parcel" as const,
    number,
    state,
    failure: state === "undelivered" ? failure : null,
    by,
  };
  await recordEvent(tx, order.id, { kind: "parcel", actor, remark, note: note ?? null });
  const { lines, id, ...was } = before;
  await recordOrderAction(tx, actor, state === was.state ? "order.tracking" : "order.parcel", order, {
    before: { parcel: number, state: was.state, courier: was.courier, trackingNumber: was.trackingNumber },
    after: {
      parcel: number,
      state,
      courier,
      trackingNumber,
      ...(remark.failure && { failure: remark.failure }),
    },
  });
}

/**
 * The typed courier, number and link, cut to length; without a link the courier's (Settings, Couriers). In: what they are
 * for, null for a new parcel, and what it has now. Refused: 'link-bad' without https, 'awb-used' when something else has
 * the number (`awbUsed`).
 */
export async function checkedCarrier(
  tx: Db,
  typed: TypedCarrier,
  couriers: readonly Courier[],
  place: AwbPlace | null,
  now?: Carrier,
): Promise<Done<Carrier> | AwbRefused<"link-bad" | "awb-used">> {
  const cut = (text: string, longest: number) => cutText(cleanLine(text), longest) || null;
  const courier = cut(typed.courier, 80);
  const trackingNumber = readAwb(typed.trackingNumber) || null;
  const link = cut(typed.trackingLink, 300);
  if (link && !isSafeLink(link)) return refused("link-bad");
  const isOther = trackingNumber !== now?.trackingNumber || courier !== now?.courier;
  const used = isOther && (await awbUsed(tx, { courier, awb: trackingNumber }, place));
  if (used) return used;
  const wasMade =
    link !== null && link === trackingAddress(couriers, now?.courier ?? null, now?.trackingNumber ?? null);
  const made = trackingAddress(couriers, courier, trackingNumber);
  return done({ courier, trackingNumber, trackingLink: link && !wasMade ? link : made });
}
