import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect } from "vitest";
import { z } from "zod";
import { courierDesk } from "../../../../demo/courier.server.ts";
import { bookPickup } from "../../../../shop/order-management/courier-bookings.server.ts";
import {
  askCouriers,
  receiveParcelWebhook,
} from "../../../../shop/order-management/courier-tracking.server.ts";
import { decideReturn } from "../../../../shop/order-management/decide-return.server.ts";
import { markPaidOut, refundLines } from "../../../../shop/order-management/refund-lines.server.ts";
import { setOrderStatus } from "../../../../shop/order-management/set-status.server.ts";
import { type OrderStatus, orderStatuses } from "../../../../shop/orders/orders.ts";
import { type Disposition, dispositions } from "../../../../shop/orders/posting/required-stock.ts";
import { orderOf } from "../../../../shop/orders/read-orders.server.ts";
import { returnOf } from "../../../../shop/returns/read-returns.server.ts";
import { requestReturn } from "../../../../shop/returns/request-return.server.ts";
import { aReturnWish } from "../../orders.server.ts";
import {
  allSaid,
  at,
  bothSaid,
  due,
  goesBack,
  isAway,
  leftOf,
  type ModelOrder,
  nothingSaid,
  type Said,
  unaccounted,
  waitsForAdvance,
} from "./model-order.ts";
import { movedByHand, stillInShop } from "./model-parcels.ts";
import { about, type Command, ifStocked, type Real, unitOf } from "./shop-model.server.ts";

export async function linesOf({ shop, shirts }: Real, id: string): Promise<(string | undefined)[]> {
  const order = await orderOf(shop.services, id);
  return shirts.map((piece) => order?.lines.find(({ variantId }) => variantId === piece.variantId)?.id);
}

export const saidOf = (pieces: number, disposition: Disposition): Said => ({
  ...nothingSaid(),
  [disposition]: pieces,
});

/** Staff set any status, backwards and out of cancelled too, and record what happened to shipped pieces. */
const set = (to: OrderStatus, turn: number, disposition: Disposition) =>
  about(`set to ${to} (${disposition})`, turn, async (known, model, real) => {
    const lines = await linesOf(real, known.id);
    const open = known.pieces.map((_, shirt) => unaccounted(known, shirt));
    const inShop = known.pieces.map((_, shirt) => stillInShop(known, shirt));
    const asked = open.map((pieces, shirt) => pieces - at(inShop, shirt));
    const dispositions = lines.flatMap((lineId, shirt) =>
      lineId && at(asked, shirt) > 0 ? [{ lineId, quantity: at(asked, shirt), disposition }] : [],
    );
    const command = { to, seen: known.status, reason: "a test", dispositions };
    const moved = await setOrderStatus(real.shop.services, real.admin, known.id, command);
    const from = known.status;
    if (to === from) {
      expect(moved.ok).toBe(true);
      return;
    }
    const away = isAway(known);
    const cancelled: Partial<ModelOrder> = {
      cancelledFrom: from,
      saidOnCancelling: asked.map((pieces, shirt) => {
        const said = away ? saidOf(pieces, disposition) : nothingSaid();
        return away ? { ...said, restocked: said.restocked + at(inShop, shirt) } : said;
      }),
      gatewayId: null,
    };
    // Of pieces that were refunded before, it was said then.
    const became = asked.some((pieces) => pieces > 0)
      ? saidOf(1, disposition)
      : known.pieces.map((_, shirt) => allSaid(known, shirt)).reduce(bothSaid);
    const change = {
      ...movedByHand(known, to, became),
      status: to,
      reserved: to !== "cancelled",
      ...(to === "cancelled" && cancelled),
    };
    const fits = ifStocked(model, known, change);
    expect(moved.ok ? "moved" : moved.refused).toBe(fits ? "moved" : "out-of-stock");
    if (fits) cash(known, to);
  });

/** The courier collects on delivery; what was not delivered after all was not collected. */
export function cash(known: ModelOrder, to: OrderStatus) {
  // Staff go on without the advance: all of it is for the courier.
  if (to !== "pending" && waitsForAdvance(known)) {
    known.method = "cod";
    known.failed = false;
  }
  if (known.method === "online") return;
  if (to === "delivered" && due(known) > 0) {
    const amount = due(known);
    known.payments.push({ by: "courier", amount, left: amount });
    known.received += amount;
  } else if (to !== "delivered" && to !== "cancelled") {
    const untouched = known.payments.filter(({ by, amount, left }) => by === "courier" && left === amount);
    known.payments = known.payments.filter((one) => !untouched.includes(one));
    known.received -= untouched.reduce((sum, { amount }) => sum + amount, 0);
  }
}

const refund = (turn: number, shirt: number, extra: number, disposition: Disposition) =>
  about(`refund 1 of ${shirt} and ${extra} (${disposition})`, turn, async (known, _, real) => {
    const lineId = (await linesOf(real, known.id))[shirt];
    if (!lineId) return;
    const command = {
      key: randomUUID(),
      lines: [{ lineId, quantity: 1, disposition }],
      extra,
      reason: "a test",
    };
    const done = await refundLines(real.shop.services, real.admin, known.id, command);
    const before = known.refunded[shirt] ?? { pieces: 0, amount: 0 };
    const owed = Math.max(0, unitOf(known, shirt) * (before.pieces + 1) - before.amount);
    const amount = owed + extra;
    const no =
      before.pieces + 1 > at(known.pieces, shirt)
        ? "too-many"
        : amount === 0
          ? "nothing-chosen"
          : known.payments.length === 0
            ? "nothing-paid"
            : amount > leftOf(known)
              ? "too-much"
              : null;
    expect(done.ok ? null : done.refused).toBe(no);
    if (no) return;
    known.refunded[shirt] = { pieces: before.pieces + 1, amount: before.amount + owed };
    known.refundedAlone[shirt] = at(known.refundedAlone, shirt) + 1;
    goesBack(known, amount);
    const said = known.said[shirt];
    if (said && known.status !== "cancelled") said[disposition] += 1;
  });

const refundId = z.array(z.object({ id: z.string(), amount: z.coerce.number() }));

const payOut = (turn: number) =>
  about("pay cash out", turn, async (known, _, { shop, admin }) => {
    const { rows } = await shop.services.db.execute(sql`
      select id, amount from refund where order_id = ${known.id} and state = 'pending' and provider in ('cod', 'outside')
      order by created_at, id limit 1`);
    const [first] = refundId.parse(rows);
    expect(first === undefined).toBe(known.toPayOut.length === 0);
    if (!first) return;
    const place = known.toPayOut.findIndex(({ amount }) => amount === first.amount);
    const [paid] = known.toPayOut.splice(place, 1);
    expect((await markPaidOut(shop.services, admin, known.id, first.id)).ok).toBe(true);
    if (paid?.lowers) known.lowered += paid.amount;
  });

const askReturn = (turn: number, shirt: number, by: "buyer" | "admin") =>
  about(`the ${by} asks to return 1 of ${shirt}`, turn, async (known, _, real) => {
    const lineId = (await linesOf(real, known.id))[shirt];
    if (!lineId) return;
    const command = aReturnWish([{ lineId, quantity: 1 }]);
    const asked = await requestReturn(real.shop.services, real[by], known.id, command);
    const under = known.returns.filter((one) => one.shirt === shirt && one.state !== "rejected").length;
    const left = at(known.pieces, shirt) - under - at(known.refundedAlone, shirt);
    const no = known.status !== "delivered" ? "not-delivered" : left <= 0 ? "too-many" : null;
    expect(asked.ok ? null : asked.refused).toBe(no);
    if (asked.ok) known.returns.push({ id: asked.value.id, shirt, state: "requested", isFetched: false });
  });

const fetchReturn = (turn: number, isFetched: boolean) =>
  about(`book a pick-up of a return${isFetched ? ", and fetch it" : ""}`, turn, async (known, _, real) => {
    const request = known.returns.find(({ state }) => state === "requested" || state === "approved");
    if (!request) return;
    const { services, clock } = real.shop;
    const wanted = { orderId: known.id, returnId: request.id };
    const booked = await bookPickup(services, real.admin, "local", wanted);
    const can = known.status === "delivered" && request.state === "approved" && !request.isFetched;
    // One that was booked before stays, until the courier hears that nobody wants it.
    if (booked.ok) expect(can).toBe(true);
    else expect(can ? "booked-already" : booked.refused).toBe(booked.refused);
    if (!booked.ok || !isFetched) return;
    clock.forward(1_000);
    const webhook = await courierDesk(services).move(booked.value.awb ?? "", "picked-up");
    if (!webhook) throw new Error("the courier does not know this AWB");
    await receiveParcelWebhook(services, webhook.headers, Buffer.from(await webhook.arrayBuffer()));
    await askCouriers(services);
    request.isFetched = true;
    expect((await returnOf(services, request.id))?.sentAt).not.toBeNull();
  });

const decide = (
  turn: number,
  what: "approve" | "reject" | "receive",
  condition: "restocked" | "written-off",
) =>
  about(`${what} a return (${condition})`, turn, async (known, _, real) => {
    const request = known.returns.find(({ state }) => state === "requested" || state === "approved");
    if (!request) return;
    const lineId = (await linesOf(real, known.id))[request.shirt] ?? "";
    const decisions = {
      approve: { do: "approve", answer: "" },
      reject: { do: "reject", reason: "a test" },
      receive: { do: "receive", conditions: { [lineId]: condition } },
    } as const;
    const decided = await decideReturn(real.shop.services, real.admin, known.id, request.id, decisions[what]);
    const here = known.status === "delivered";
    const can = {
      approve: here || request.state === "approved",
      reject: !(here && request.state === "approved" && request.isFetched),
      receive: here && request.state === "approved",
    };
    expect(decided.ok).toBe(can[what]);
    if (!decided.ok) return;
    if (what !== "receive") {
      request.state = what === "approve" ? "approved" : "rejected";
      return;
    }
    request.state = "closed";
    const said = known.said[request.shirt];
    if (said) said[condition === "restocked" ? "restocked" : "damaged"] += 1;
    const before = known.refunded[request.shirt] ?? { pieces: 0, amount: 0 };
    const pieces = Math.min(at(known.pieces, request.shirt), before.pieces + 1);
    const owed = Math.max(0, unitOf(known, request.shirt) * pieces - before.amount);
    const amount = Math.min(leftOf(known), owed);
    if (amount === 0) return;
    known.refunded[request.shirt] = { pieces: before.pieces + 1, amount: before.amount + owed };
    goesBack(known, amount);
  });

/** Every step that staff can take about an order, and a customer about what has arrived. */
export function staffCommands(
  turn: fc.Arbitrary<number>,
  shirt: fc.Arbitrary<number>,
): fc.Arbitrary<Command>[] {
  const disposition = fc.constantFrom(...dispositions);
  const anyStatus = fc
    .tuple(fc.constantFrom(...orderStatuses), turn, disposition)
    .map(([to, which, became]) => set(to, which, became));
  const forward = fc
    .tuple(fc.constantFrom<OrderStatus>("shipped", "delivered"), turn, disposition)
    .map(([to, which, became]) => set(to, which, became));
  const step = fc.constantFrom<"approve" | "reject" | "receive">(
    "approve",
    "approve",
    "reject",
    "receive",
    "receive",
  );
  const condition = fc.constantFrom<"restocked" | "written-off">("restocked", "written-off");
  return [
    anyStatus,
    anyStatus,
    forward,
    forward,
    fc
      .tuple(turn, shirt, fc.constantFrom(0, 1, 5_000), disposition)
      .map(([which, piece, extra, became]) => refund(which, piece, extra, became)),
    turn.map(payOut),
    fc.tuple(turn, shirt).map(([which, piece]) => askReturn(which, piece, "buyer")),
    fc.tuple(turn, shirt).map(([which, piece]) => askReturn(which, piece, "admin")),
    fc.tuple(turn, step, condition).map(([which, what, became]) => decide(which, what, became)),
    fc.tuple(turn, step, condition).map(([which, what, became]) => decide(which, what, became)),
    fc.tuple(turn, fc.boolean()).map(([which, isFetched]) => fetchReturn(which, isFetched)),
  ];
}
