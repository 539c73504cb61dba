import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type FoundLine,
  type MatchedLine,
  matchLines,
  type OrderSettlement,
  type Receivable,
} from "./settlement-targets.ts";

const orderId = "3f2a9c1e-0000-4000-8000-000000000001";

/** A line that names the order, and perhaps more, paid out in full. */
function line(id: number, gross: number, more: Partial<FoundLine> = {}): FoundLine {
  return {
    id,
    kind: "gateway",
    names: [orderId],
    gross,
    fee: 0,
    tax: 0,
    net: gross,
    isAccepted: false,
    target: null,
    ...more,
  };
}
const payment = (id: string, amount: number, gatewayOrder: string | null = null): Receivable => ({
  id,
  name: id,
  gatewayOrder,
  amount,
  isMeantByOrder: true,
});
const parcel = (id: string, amount: number, isMeantByOrder = true): Receivable => ({
  id,
  name: `AWB-${id}`.toUpperCase(),
  gatewayOrder: null,
  amount,
  isMeantByOrder,
});
const match = (more: Partial<OrderSettlement>) =>
  matchLines({ orderId, lines: [], payments: [], parcels: [], refunds: new Map(), ...more }).sort(
    (one, other) => one.id - other.id,
  );
const states = (lines: MatchedLine[]) => lines.map(({ state }) => state);
const targets = (lines: MatchedLine[]) => lines.map(({ target }) => target);

test("two lines of an order with two equal payments have one each; a third was paid twice", () => {
  const payments = [payment("a", 499), payment("b", 499)];
  const two = match({ lines: [line(1, 499), line(2, 499)], payments });
  expect(states(two)).toEqual(["matched", "matched"]);
  expect(targets(two)).toEqual(["payment a", "payment b"]);
  const three = match({ lines: [line(1, 499), line(2, 499), line(3, 499)], payments });
  expect(states(three)).toEqual(["matched", "matched", "twice"]);
});

test("a line that only takes a charge is neither paid twice nor in the place of what was collected", () => {
  const parcels = [parcel("a", 50_000)];
  const awb = { kind: "courier" as const, names: ["AWB-A"] };
  const charge = (id: number, kept = 6_500) => line(id, 0, { ...awb, fee: 6_500, net: -kept });
  const before = match({ lines: [charge(1)], parcels });
  expect(states(before)).toEqual(["matched"]);
  // Else the parcel would not be missed.
  expect(targets(before)).not.toContain("parcel a");
  const all = match({ lines: [charge(1), line(2, 50_000, awb), charge(3), charge(4, 7_000)], parcels });
  expect(states(all)).toEqual(["matched", "matched", "matched", "short"]);
  expect(all[1]).toMatchObject({ target: "parcel a", expected: 50_000 });
  // That nothing was collected is another thing.
  expect(states(match({ lines: [line(1, 0, awb)], parcels }))).toEqual(["short"]);
});

test("a line that names its payment, or the gateway's order, has it whatever comes before", () => {
  const payments = [payment("a", 499, "g1"), payment("b", 499, "g2")];
  const named = match({ lines: [line(1, 499), line(2, 499, { names: ["a"] })], payments });
  expect(targets(named)).toEqual(["payment b", "payment a"]);
  const through = match({ lines: [line(1, 499), line(2, 499, { names: ["g1"] })], payments });
  expect(targets(through)).toEqual(["payment b", "payment a"]);
  // The second payment is not what these are for.
  const again = match({
    lines: [line(1, 499, { names: ["g1"] }), line(2, 499, { names: ["g1"] })],
    payments,
  });
  expect(states(again)).toEqual(["matched", "twice"]);
  expect(targets(again)).toEqual(["payment a", "payment a"]);
});

test("an amount that no payment has goes to the nearest that is left", () => {
  const payments = [payment("advance", 100), payment("rest", 399)];
  const lines = [line(1, 390), line(2, 100)];
  expect(match({ lines, payments })).toMatchObject([
    { target: "payment rest", expected: 399, state: "short" },
    { target: "payment advance", state: "matched" },
  ]);
  expect(match({ lines: [line(1, 5)] })).toMatchObject([{ target: `order ${orderId}`, state: "over" }]);
});

test("what was settled by hand keeps its payment", () => {
  const lines = [line(1, 499), line(2, 499, { isAccepted: true, target: "payment a" })];
  expect(targets(match({ lines, payments: [payment("a", 499), payment("b", 499)] }))).toEqual(["payment b"]);
  expect(states(match({ lines, payments: [payment("a", 499)] }))).toEqual(["twice"]);
});

test("refunds of one amount are counted", () => {
  const lines = [line(1, -50), line(2, -50), line(3, -50), line(4, -7)];
  const refunded = match({ lines, refunds: new Map([[50, 2]]) });
  expect(states(refunded)).toEqual(["matched", "matched", "twice", "short"]);
});

test("parcels of an order are paid one by one, as one sum, or by AWB", () => {
  const courier = (id: number, gross: number, names = [orderId]) =>
    line(id, gross, { kind: "courier", names });
  const parcels = [parcel("a", 500), parcel("b", 300), parcel("gone", 0, false)];
  const each = match({ lines: [courier(1, 300), courier(2, 500)], parcels });
  expect(targets(each)).toEqual(["parcel b", "parcel a"]);
  expect(states(each)).toEqual(["matched", "matched"]);
  const sum = match({ lines: [courier(1, 800), courier(2, 800)], parcels });
  expect(sum).toMatchObject([
    { target: `order ${orderId}`, expected: 800, state: "matched" },
    { state: "twice" },
  ]);
  const equal = match({
    lines: [courier(1, 400), courier(2, 400), courier(3, 400)],
    parcels: [parcel("a", 400), parcel("b", 400)],
  });
  expect(states(equal)).toEqual(["matched", "matched", "twice"]);
  const less = match({ lines: [courier(1, 750)], parcels });
  expect(less).toMatchObject([{ target: `order ${orderId}`, expected: 800, state: "short" }]);
  const named = match({ lines: [courier(1, 800), courier(2, 0, ["AWB-GONE"])], parcels });
  expect(named).toMatchObject([{ state: "matched" }, { target: "parcel gone", state: "matched" }]);
  const rest = match({ lines: [courier(1, 300), courier(2, 500, ["AWB-A"])], parcels });
  expect(targets(rest)).toEqual(["parcel b", "parcel a"]);
});

const somePayments = fc
  .array(
    fc.record({
      amount: fc.constantFrom(100, 399, 499),
      gatewayOrder: fc.constantFrom(null, "g1", "g2"),
      says: fc.constantFrom("payment", "gateway order", "order"),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) => all.map((one, at) => ({ ...one, payment: payment(`p${at}`, one.amount, one.gatewayOrder) })));

test("each payment's line finds a payment of its own, in whatever order the lines come", () => {
  fc.assert(
    fc.property(somePayments, fc.infiniteStream(fc.nat()), (all, keys) => {
      const payments = all.map((one) => one.payment);
      const names = (one: (typeof all)[number]) =>
        one.says === "payment"
          ? [one.payment.id]
          : [(one.says === "gateway order" && one.gatewayOrder) || orderId];
      const shuffled = all
        .map((one) => ({ one, key: keys.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }, at) => line(at, one.amount, { names: names(one) }));
      const matched = match({ lines: shuffled, payments });
      expect(new Set(states(matched))).toEqual(new Set(["matched"]));
      expect(new Set(targets(matched)).size).toBe(all.length);
    }),
  );
});

test("the same lines come out the same in every order and number, and no more are matched than there are payments", () => {
  const amounts = fc.array(fc.constantFrom(90, 100, 399, 450, 499), { minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(amounts, amounts, fc.infiniteStream(fc.nat()), (paid, paidOut, keys) => {
      const payments = paid.map((amount, at) => payment(`p${at}`, amount));
      const result = (grosses: number[]) =>
        match({ lines: grosses.map((gross, at) => line(at, gross)), payments })
          .map(({ id, state, expected }) => `${grosses[id]} ${state} ${expected}`)
          .sort();
      const shuffled = paidOut
        .map((gross) => ({ gross, key: keys.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ gross }) => gross);
      expect(result(shuffled)).toEqual(result(paidOut));
      const twice = result(paidOut).filter((one) => one.includes("twice")).length;
      expect(twice).toBe(Math.max(0, paidOut.length - paid.length));
    }),
  );
});

test("a file with 20,000 lines of one order takes no time that grows with their square", () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => line(at, 499));
  const before = process.cpuUsage();
  expect(match({ lines, payments: [payment("a", 499), payment("b", 499)] })).toHaveLength(20_000);
  // Of the processor, so that a busy machine changes nothing: with the square of the lines it is over ten seconds.
  expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
});
