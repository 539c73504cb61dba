import fc from "fast-check";
import { expect } from "vitest";
import { actOnParcel, sendNewParcel } from "../../../../shop/order-management/parcel-acts.server.ts";
import { orderVersion } from "../../../../shop/order-management/staff-action.server.ts";
import { type ParcelAct, parcelActs, stateAfter } from "../../../../shop/orders/parcels.ts";
import type { Disposition } from "../../../../shop/orders/posting/required-stock.ts";
import { orderOf } from "../../../../shop/orders/read-orders.server.ts";
import {
  at,
  goesBack,
  isPaid,
  leftOf,
  type ModelOrder,
  type ModelParcel,
  nothingSaid,
  tooMuchGoesBack,
  unaccounted,
} from "./model-order.ts";
import { followed, stillInShop, unpacked } from "./model-parcels.ts";
import { about, type Command, ifStocked, type Model, unitOf, worthOf } from "./shop-model.server.ts";
import { cash, linesOf, saidOf } from "./staff-commands.server.ts";

/** Applies what happened to the parcels, and the status that follows. Out: whether the pieces were there. */
function follow(
  model: Model,
  known: ModelOrder,
  parcels: ModelParcel[],
  more: Partial<ModelOrder> = {},
): boolean {
  const to = followed(known, parcels);
  const moved = to !== known.status;
  const cancelled: Partial<ModelOrder> = { cancelledFrom: known.status, gatewayId: null };
  const fits = ifStocked(model, known, {
    parcels,
    ...(moved && { status: to, reserved: to !== "cancelled" }),
    ...(to === "cancelled" && cancelled),
    ...more,
  });
  if (fits && moved) cash(known, to);
  return fits;
}

const sendOne = (turn: number, shirt: number) =>
  about(`send 1 of ${shirt} as a parcel`, turn, async (known, model, real) => {
    const lineId = (await linesOf(real, known.id))[shirt];
    if (!lineId) return;
    const sent = await sendNewParcel(real.shop.services, real.admin, known.id, {
      version: await orderVersion(real.shop.services.db, known.id),
      units: [{ lineId, quantity: 1 }],
      courier: "",
      trackingNumber: "",
      trackingLink: "",
      reason: "a test",
    });
    const parcel: ModelParcel = {
      pieces: known.pieces.map((_, one) => (one === shirt ? 1 : 0)),
      state: "sent",
      settled: null,
      credited: [0, 0],
    };
    const no =
      known.status === "cancelled"
        ? "cancelled"
        : unpacked(known, shirt) < 1
          ? "units-left"
          : follow(model, known, [...known.parcels, parcel])
            ? null
            : "out-of-stock";
    expect(sent.ok ? null : sent.refused).toBe(no);
  });

const record = (turn: number, act: ParcelAct, became: Exclude<Disposition, "kept">) =>
  about(`${act} a parcel (${became})`, turn, async (known, model, real) => {
    const place = known.parcels.findIndex(({ state }) => stateAfter(act, state) !== null);
    const parcel = known.parcels[place];
    const state = parcel && stateAfter(act, parcel.state);
    if (!parcel || !state) return;
    const { services } = real.shop;
    const order = await orderOf(services, known.id);
    const lines = await linesOf(real, known.id);
    const isBack = act === "receive" || act === "lose";
    const due = parcel.pieces.map((pieces, shirt) =>
      Math.min(pieces, unaccounted(known, shirt) - stillInShop(known, shirt)),
    );
    const disposition = act === "lose" ? ("lost" as const) : became;
    const outcomes = lines.flatMap((lineId, shirt) =>
      lineId && at(due, shirt) > 0 ? [{ lineId, quantity: at(due, shirt), disposition }] : [],
    );
    const done = await actOnParcel(services, real.admin, known.id, {
      version: await orderVersion(services.db, known.id),
      parcelId: order?.parcels[place]?.id ?? "",
      act,
      failure: "absent",
      outcomes,
      reason: "a test",
    });
    if (known.status === "cancelled") {
      expect(done.ok ? null : done.refused).toBe("cancelled");
      return;
    }
    const now = { ...parcel, state };
    const parcels = known.parcels.map((one) => (one === parcel ? now : one));
    const cancels = isBack && followed(known, parcels) === "cancelled";
    const said = due.map((pieces) => (isBack ? saidOf(pieces, disposition) : nothingSaid()));
    if (isBack && !cancels) settle(known, now, said);
    const fits = follow(model, known, parcels, cancels ? { saidOnCancelling: said } : {});
    expect(done.ok ? null : done.refused).toBe(fits ? null : "out-of-stock");
  });

/** One of several parcels came back, or is lost: the money of its pieces. */
function settle(known: ModelOrder, parcel: ModelParcel, said: ModelOrder["said"]): void {
  known.saidOfParcels = known.saidOfParcels.map((before, shirt) => {
    const more = said[shirt] ?? nothingSaid();
    return {
      restocked: before.restocked + more.restocked,
      damaged: before.damaged + more.damaged,
      lost: before.lost + more.lost,
      kept: before.kept,
    };
  });
  const owed = parcel.pieces.map((pieces, shirt) => {
    const before = known.refunded[shirt] ?? { pieces: 0, amount: 0 };
    const units = Math.max(0, Math.min(pieces, at(known.pieces, shirt) - before.pieces));
    return {
      units,
      amount: units > 0 ? Math.max(0, unitOf(known, shirt) * (before.pieces + units) - before.amount) : 0,
    };
  });
  // What was paid before is for the earliest parcels.
  const place = known.parcels.findIndex(({ pieces }) => pieces === parcel.pieces);
  const before = known.parcels.filter(
    ({ state }, at) => at < place && state !== "returned" && state !== "lost",
  );
  const worthBefore = before.reduce((sum, { pieces }) => sum + worthOf(known, pieces), 0);
  const prepaid = Math.min(worthOf(known, parcel.pieces), Math.max(0, known.received - worthBefore));
  const isCredit = !isPaid(known);
  const hadNothing = known.payments.length === 0;
  const sum = owed.reduce((all, { amount }) => all + amount, 0);
  const amount = isCredit ? sum : Math.min(sum, leftOf(known));
  parcel.settled = isCredit ? "credit" : sum > 0 && amount === 0 ? null : "refund";
  if (isCredit)
    known.refundedAlone = known.refundedAlone.map((pieces, shirt) => pieces + at(parcel.pieces, shirt));
  if (amount === 0 || (isCredit && known.method === "online" && hadNothing)) return;
  known.refunded = known.refunded.map((before, shirt) => ({
    pieces: before.pieces + (owed[shirt]?.units ?? 0),
    amount: before.amount + (owed[shirt]?.amount ?? 0),
  }));
  if (isCredit) {
    parcel.credited = owed.map((line) => line.amount);
    tooMuchGoesBack(known, Math.min(prepaid, amount, leftOf(known)));
  } else {
    known.refundedAlone = known.refundedAlone.map((pieces, shirt) => pieces + (owed[shirt]?.units ?? 0));
    goesBack(known, amount);
  }
}

/** What staff record about parcels. */
export function parcelCommands(
  turn: fc.Arbitrary<number>,
  shirt: fc.Arbitrary<number>,
): fc.Arbitrary<Command>[] {
  const became = fc.constantFrom<Exclude<Disposition, "kept">>("restocked", "damaged", "lost");
  const one = fc.tuple(turn, shirt).map(([which, piece]) => sendOne(which, piece));
  const act = fc
    .tuple(turn, fc.constantFrom(...parcelActs), became)
    .map(([which, what, outcome]) => record(which, what, outcome));
  return [one, one, act, act, act];
}
