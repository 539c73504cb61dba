import type { OrderStatus } from "../../../../shop/orders/orders.ts";
import {
  at,
  isPaid,
  type ModelOrder,
  type ModelParcel,
  nothingSaid,
  type Said,
  unaccounted,
} from "./model-order.ts";

const isBack = ({ state }: ModelParcel) => state === "returned" || state === "lost";
const isUnderway = ({ state }: ModelParcel) =>
  state === "sent" || state === "undelivered" || state === "returning";

const inside = (parcels: ModelParcel[], shirt: number) =>
  parcels.reduce((sum, { pieces }) => sum + at(pieces, shirt), 0);

/** Pieces that were refunded and were in no parcel that came back: nobody waits for them any more. */
function gone({ pieces, refunded }: ModelOrder, shirt: number, parcels: ModelParcel[]): number {
  const settled = parcels.filter((one) => one.settled !== null);
  return Math.max(0, Math.min(at(pieces, shirt), refunded[shirt]?.pieces ?? 0) - inside(settled, shirt));
}

/** Pieces that are in no parcel. */
export function unpacked(order: ModelOrder, shirt: number, parcels = order.parcels): number {
  return Math.max(0, at(order.pieces, shirt) - inside(parcels, shirt) - gone(order, shirt, parcels));
}

/** Pieces that a cancellation puts back without asking. */
export function stillInShop(order: ModelOrder, shirt: number): number {
  const { status, parcels } = order;
  if (status === "shipped" || status === "delivered" || status === "cancelled") return 0;
  const sent = parcels.filter(({ state }) => state !== "prepared");
  return Math.min(unaccounted(order, shirt), unpacked(order, shirt, sent));
}

/** The status that follows from parcels. */
export function followed(order: ModelOrder, parcels: ModelParcel[]): OrderStatus {
  if (parcels.every(({ state }) => state === "prepared")) return order.status;
  const isOpen = order.pieces.some((_, shirt) => unpacked(order, shirt, parcels) > 0);
  if (isOpen || parcels.some(({ state }) => state === "prepared")) return "processing";
  const here = parcels.filter((one) => !isBack(one));
  if (here.length === 0) return "cancelled";
  return here.every(({ state }) => state === "delivered") ? "delivered" : "shipped";
}

/** What became of parcels that were underway: in the shop when some of it is, with the customer when all of it is. */
function endedAs({ restocked, damaged, lost, kept }: Said): ModelParcel["state"] {
  if (restocked + damaged > 0) return "returned";
  return kept > 0 && lost === 0 ? "delivered" : "lost";
}

/** What a status set by hand does to the parcels. `said`: what became of their pieces, for a cancellation. */
export function movedByHand(order: ModelOrder, to: OrderStatus, said: Said): Partial<ModelOrder> {
  const reopened = order.status === "cancelled" ? packedAgain(order) : order;
  const { parcels } = reopened;
  const be = (one: ModelParcel, state: ModelParcel["state"]): ModelParcel => ({
    ...one,
    state,
    ...(state === "prepared" && { settled: null }),
  });
  if (to === "cancelled")
    return { parcels: parcels.map((one) => (isUnderway(one) ? be(one, endedAs(said)) : one)) };
  if (to !== "shipped" && to !== "delivered")
    return {
      ...reopened,
      parcels: parcels.map((one) =>
        isUnderway(one) || one.state === "delivered" ? be(one, "prepared") : one,
      ),
    };
  const rest = reopened.pieces.map((_, shirt) => unpacked(reopened, shirt));
  const all: ModelParcel[] = rest.some((pieces) => pieces > 0)
    ? [...parcels, { pieces: rest, state: "prepared", settled: null, credited: [0, 0] }]
    : parcels;
  return {
    ...reopened,
    parcels: all.map((one) => {
      if (to === "delivered") return isBack(one) ? one : be(one, "delivered");
      return one.state === "prepared" || one.state === "delivered" ? be(one, "sent") : one;
    }),
  };
}

/** What came back is packed again, unless money went back for it. */
function packedAgain(order: ModelOrder): ModelOrder {
  const { parcels, refunded, refundedAlone } = order;
  if (isPaid(order))
    return {
      ...order,
      parcels: parcels.map((one) =>
        isBack(one) && one.settled === null ? { ...one, state: "prepared" } : one,
      ),
    };
  const credited = parcels.filter(({ settled }) => settled === "credit");
  const amounts = (shirt: number) => credited.reduce((sum, one) => sum + at(one.credited, shirt), 0);
  return {
    ...order,
    saidOfParcels: [nothingSaid(), nothingSaid()],
    refunded: refunded.map(({ pieces, amount }, shirt) => ({
      pieces:
        pieces -
        inside(
          credited.filter((one) => at(one.credited, shirt) > 0),
          shirt,
        ),
      amount: amount - amounts(shirt),
    })),
    refundedAlone: refundedAlone.map((pieces, shirt) => pieces - inside(credited, shirt)),
    parcels: parcels.map((one) =>
      isBack(one) ? { ...one, state: "prepared", settled: null, credited: [0, 0] } : one,
    ),
  };
}
