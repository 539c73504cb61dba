import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import type { Actor } from "../access/actor.ts";
import {
  changeLockedOrder,
  type ItemDisposition,
  type Parcel,
  promptFacts,
} from "../orders/change-order.server.ts";
import { readMailContext } from "../orders/order-notifications.server.ts";
import { transitionPrompt } from "../orders/order-steps.ts";
import type { Order, OrderStatus } from "../orders/orders.ts";
import { currentParcel, readAwb } from "../orders/parcels.ts";
import { type Done, done, refused } from "../refused.ts";
import { type Courier, trackingAddress } from "../settings/couriers.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { cleanLine } from "../text/clean-text.ts";
import { type AwbRefused, awbUsed } from "./awbs.server.ts";
import { orderVersion, recordOrderAction, withLockedOrder } from "./staff-action.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site">;

export type StatusCommand = {
  to: OrderStatus;
  /** The status shown to the member of staff. */
  seen: OrderStatus;
  reason?: string | undefined;
  /** One of many: refuses what somebody should decide for each order by itself, whatever the reason. */
  isOneOfMany?: boolean;
  /** Refuses an order that has the status, so that it is not counted as set. */
  mustChange?: boolean;
  /** The version of the order that the form with the parcel was opened with: `orderVersion`. */
  parcel?: Parcel;
  version?: string;
  /** The parcel is given out just now: the order must not have left. */
  isNewParcel?: boolean;
  /** For cancelling a shipped order: the disposition of every unit. */
  dispositions?: ItemDisposition[];
};

export type StatusRefusal =
  | "not-found"
  | "set-already"
  | "not-placed"
  | "reason-needed"
  | "outcome-needed"
  | "out-of-stock"
  | "changed-meanwhile"
  | "link-bad"
  | "awb-used"
  | "unpaid"
  | "no-advance"
  | "untaxed"
  | "coming-back";

/** What is decided for each order by itself. */
const decidedSingly = ["unpaid", "no-advance", "untaxed", "coming-back"] as const;

/**
 * Sets the status of an order (specification, section 4: any value) and its parcel. Setting the current status
 * succeeds, with `mustChange` it is refused ('set-already'). Refused: 'changed-meanwhile' when somebody else changed it
 * first, 'reason-needed' for an unusual transition, 'outcome-needed' when a shipped order is cancelled without a
 * disposition for each unit, 'out-of-stock' when a cancelled order cannot be fulfilled any more, 'link-bad' for a
 * tracking link without https, 'awb-used' for a number that something else has (`awbUsed`), also when a cancelled order
 * comes back with its own, those of `decidedSingly` (`transitionPrompt`) with `isOneOfMany`, 'not-placed', 'not-found'.
 * Without a tracking link the parcel gets its courier's (Settings, Couriers).
 */
export async function setOrderStatus(
  ports: Ports,
  actor: Actor,
  orderId: string,
  command: StatusCommand,
): Promise<Done<Order> | AwbRefused<StatusRefusal>> {
  const {
    to,
    seen,
    reason,
    parcel,
    version,
    dispositions,
    isOneOfMany = false,
    mustChange = false,
    isNewParcel = false,
  } = command;
  if (parcel?.trackingLink && !isSafeLink(parcel.trackingLink)) return refused("link-bad");
  const [mailContext, { couriers }] = await Promise.all([readMailContext(ports), shopSettings(ports)]);
  return withLockedOrder<Order, StatusRefusal, AwbRefused<StatusRefusal>>(
    ports.db,
    orderId,
    async (tx, order) => {
      if (order.status !== seen && order.status !== to) return refused("changed-meanwhile");
      if (isNewParcel && order.status !== seen) return refused("changed-meanwhile");
      const changed = parcel ? changedParcel(order, parcel, couriers) : null;
      for (const { id, courier, trackingNumber } of newNumbers(order, to, changed)) {
        const place = id ? ({ of: "parcel", id } as const) : null;
        const used = await awbUsed(tx, { courier, awb: trackingNumber }, place);
        if (used) return used;
      }
      if (changed && version !== undefined && version !== (await orderVersion(tx, orderId)))
        return refused("changed-meanwhile");
      if (to === order.status && !changed) return mustChange ? refused("set-already") : done(order);
      if (isOneOfMany) {
        const prompt = transitionPrompt(await promptFacts(tx, order), to);
        const single = decidedSingly.find((one) => one === prompt);
        if (single) return refused(single);
      }
      const moved = await changeLockedOrder(ports, tx, mailContext, order, {
        to,
        actor,
        reason: cutText(cleanLine(reason ?? ""), 500) || undefined,
        ...(changed && { parcel: changed }),
        dispositions,
      });
      if (!moved.ok) return moved;
      await recordOrderAction(tx, actor, to === order.status ? "order.tracking" : "order.status", order, {
        before: { status: order.status, ...(changed && parcelOf(order)) },
        after: {
          status: to,
          ...(reason?.trim() && { reason: reason.trim() }),
          ...(dispositions && dispositions.length > 0 && { pieces: dispositions }),
          ...(changed && parcelOf(moved.value)),
        },
      });
      return moved;
    },
  );
}

/** An order of several whose status was not set, and why. `other`: the order that has its AWB, with 'awb-used'. */
export type NotSet = { id: string; why: StatusRefusal; other?: string };
/** `already`: those that had the status, also of a form that is sent twice. */
export type BulkStatusResult = { set: string[]; already: string[]; refused: NotSet[] };

/** The limit of orders per form, and of packing slips per page. */
export const maxOrdersAtOnce = 1_000;

/**
 * Sets many orders to one status, each in its own transaction, so that one refusal does not affect the others. In: at
 * most 1,000 ids with the status that was shown. Out: which were set, which had it, and why the others were not.
 * Unpaid online orders can be cancelled this way but not advanced ('unpaid'), goods without a GST rate not sent
 * ('untaxed'), and what comes back not delivered ('coming-back'): that needs a reason per order.
 */
export async function setManyStatuses(
  ports: Ports,
  actor: Actor,
  commands: { id: string; seen: OrderStatus }[],
  to: OrderStatus,
  reason?: string,
): Promise<BulkStatusResult> {
  const outcome: BulkStatusResult = { set: [], already: [], refused: [] };
  const isOneOfMany = commands.length > 1;
  for (const { id, seen } of commands.slice(0, maxOrdersAtOnce)) {
    const set = await setOrderStatus(ports, actor, id, { to, seen, reason, isOneOfMany, mustChange: true });
    if (set.ok) outcome.set.push(id);
    else if (set.refused === "set-already") outcome.already.push(id);
    else outcome.refused.push({ id, why: set.refused, ...(set.other && { other: set.other }) });
  }
  return outcome;
}

/** Whether a tracking link may be shown to customers. */
export function isSafeLink(link: string): boolean {
  return link.length <= 300 && URL.canParse(link) && link.startsWith("https://");
}

type ParcelFields = Required<{ [Name in keyof Parcel]: string | null }>;

function parcelOf({ courier, trackingNumber, trackingLink, note }: Order): ParcelFields {
  return { courier, trackingNumber, trackingLink, note };
}

/**
 * The numbers that a parcel gets now: the typed one, and those of the parcels of a cancelled order that comes back,
 * which were free meanwhile.
 */
function newNumbers(order: Order, to: OrderStatus, changed: ParcelFields | null) {
  const id = currentParcel(order)?.id ?? null;
  const isOther =
    changed !== null &&
    (changed.trackingNumber !== order.trackingNumber || changed.courier !== order.courier);
  const back =
    order.status === "cancelled" && to !== "cancelled"
      ? order.parcels.filter((parcel) => parcel.state === "prepared" && !(isOther && parcel.id === id))
      : [];
  return isOther ? [{ ...changed, id }, ...back] : back;
}

/**
 * The parcel form's values, cut to length, or null when nothing changed. A new courier or number gets its courier's
 * tracking link, unless another one was typed.
 */
function changedParcel(order: Order, parcel: Parcel, couriers: readonly Courier[]): ParcelFields | null {
  const cut = (typed: string | null | undefined, now: string | null, longest: number) =>
    typed === undefined ? now : cutText(typed?.trim() ?? "", longest) || null;
  const wanted: ParcelFields = {
    courier: cut(parcel.courier, order.courier, 80),
    trackingNumber:
      parcel.trackingNumber === undefined
        ? order.trackingNumber
        : readAwb(parcel.trackingNumber ?? "") || null,
    trackingLink: cut(parcel.trackingLink, order.trackingLink, 300),
    note: cut(parcel.note, order.note, 500),
  };
  const now = parcelOf(order);
  const isMoved = wanted.courier !== now.courier || wanted.trackingNumber !== now.trackingNumber;
  const isTyped = wanted.trackingLink !== null && wanted.trackingLink !== now.trackingLink;
  if (isMoved && !isTyped) {
    const before = trackingAddress(couriers, now.courier, now.trackingNumber);
    const isMade = wanted.trackingLink === null || wanted.trackingLink === before;
    if (isMade) wanted.trackingLink = trackingAddress(couriers, wanted.courier, wanted.trackingNumber);
  }
  const differs = Object.entries(now).some(([name, value]) => wanted[name as keyof ParcelFields] !== value);
  return differs ? wanted : null;
}
