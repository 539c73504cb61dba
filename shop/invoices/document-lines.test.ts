import fc from "fast-check";
import { expect, test } from "vitest";
import { anAmount, holds } from "../../test/support/money/money-cases.ts";
import { anOwnRate } from "../../test/support/money/own-rate.ts";
import { allocate } from "../coupons/totals.ts";
import type { OrderLine } from "../orders/orders.ts";
import { lineRefund } from "../orders/posting/refund-of-line.ts";
import { lessTax, noTax } from "../tax/split-tax.ts";
import { type DocumentLine, taxByRate, taxOf } from "./document.ts";
import {
  type CreditedAmount,
  creditLines,
  documentLines,
  lessCredited,
  lineDifference,
  type Taxed,
} from "./document-lines.ts";

const at = new Date("2026-11-21T06:00:00Z");
const here = { at, sameState: true };

/** The lines of a document whose goods all have a GST rate. */
function linesOf(order: Parameters<typeof documentLines>[0], taxed: Taxed | null): DocumentLine[] {
  const lines = documentLines(order, taxed);
  if (!lines) throw new Error("a line has no GST rate");
  return lines;
}

/** Credits a refund after earlier ones, as posted documents do. */
function credit(invoiced: DocumentLine[], before: DocumentLine[], sameState: boolean, back: CreditedAmount) {
  const left = new Map(
    invoiced.map(({ key, paid, quantity }) => {
      const same = before.filter((line) => line.key === key);
      const gone = same.reduce((sum, line) => sum + line.quantity, 0);
      return [
        key,
        { paid: paid - same.reduce((sum, line) => sum + line.paid, 0), quantity: quantity - gone },
      ];
    }),
  );
  return creditLines(invoiced, before, sameState, lineDifference(left, lessCredited(left, [back])));
}

function aLine(id: string, unit: number, quantity: number, hsnCode: string | null = "6109"): OrderLine {
  return {
    id,
    productId: null,
    variantId: null,
    name: `Thing ${id}`,
    slug: id,
    sku: id,
    size: "M",
    colour: "Red",
    picture: null,
    hsnCode,
    unit,
    struck: null,
    quantity,
    total: unit * quantity,
    discount: 0,
  };
}

test("a line is described with its size and colour, shoes are counted in pairs", () => {
  const [shirt, shoes] = linesOf({ lines: [aLine("a", 1, 1), aLine("b", 1, 2, "6404")], shipping: 0 }, null);
  expect(shirt).toMatchObject({ description: "Thing a (size M, Red)", unit: "PCS", tax: null });
  expect(shoes).toMatchObject({ unit: "PRS", quantity: 2 });
});

test("a coupon can bring the price of a unit under the limit of the lower rate", () => {
  const dear = aLine("a", 2_700_00, 1);
  expect(linesOf({ lines: [dear], shipping: 0 }, here)[0]?.tax?.rate).toBe(18);
  expect(linesOf({ lines: [{ ...dear, discount: 100_00 }], shipping: 0 }, here)[0]?.tax?.rate).toBe(5);
});

test("delivery is taxed like the line with the highest amount paid", () => {
  const lines = [aLine("a", 499_00, 1), aLine("b", 1_999_00, 1, "9102")];
  const delivered = linesOf({ lines, shipping: 59_00 }, here);
  expect(delivered[2]).toMatchObject({
    description: "Delivery",
    hsnCode: "9102",
    tax: { rate: 18, taxable: 50_00, cgst: 4_50, sgst: 4_50 },
  });
  expect(taxByRate(delivered).map(({ rate }) => rate)).toEqual([5, 18]);
});

test("a returned unit is credited at its line's rate, an amount without units over all that is left", () => {
  const invoiced = linesOf({ lines: [aLine("a", 500_00, 2), aLine("b", 300_00, 1)], shipping: 0 }, here);
  const first = credit(invoiced, [], true, {
    amount: 500_00,
    refunded: [{ lineId: "a", quantity: 1, amount: 500_00 }],
  });
  expect(first).toMatchObject([{ key: "a", quantity: 1, paid: 500_00, tax: { rate: 5, taxable: 476_18 } }]);
  const second = credit(invoiced, first, true, { amount: 80_00, refunded: [] });
  expect(second).toMatchObject([
    { key: "a", quantity: 0, paid: 50_00 },
    { key: "b", quantity: 0, paid: 30_00 },
  ]);
  const last = credit(invoiced, [...first, ...second], true, { amount: 9_999_00, refunded: [] });
  expect(last).toMatchObject([
    { key: "a", quantity: 1, paid: 450_00 },
    { key: "b", quantity: 1, paid: 270_00 },
  ]);
  expect(credit(invoiced, [...first, ...second, ...last], true, { amount: 1, refunded: [] })).toEqual([]);
});

test("units worth more than the refund are credited for the amount of the refund only", () => {
  const invoiced = linesOf({ lines: [aLine("a", 500_00, 1)], shipping: 0 }, here);
  const refunded = [{ lineId: "a", quantity: 1, amount: 500_00 }];
  expect(credit(invoiced, [], true, { amount: 450_00, refunded })).toMatchObject([
    { paid: 450_00, quantity: 1 },
  ]);
});

test("goods that have no GST rate are not invoiced until the shop sets one", () => {
  const order = { lines: [aLine("a", 500_00, 1), aLine("b", 300_00, 1, "3304")], shipping: 0 };
  expect(documentLines(order, here)).toBeNull();
  expect(documentLines(order, null)).toHaveLength(2);
  const set = documentLines(order, { ...here, ownRates: [anOwnRate("3304", 12)] });
  expect(set?.map(({ tax }) => tax?.rate)).toEqual([5, 12]);
  const uncoded = { lines: [aLine("c", 300_00, 1, null)], shipping: 0 };
  expect(documentLines(uncoded, { ...here, ownRates: [anOwnRate("3304", 12)] })).toBeNull();
  expect(documentLines(uncoded, { ...here, ownRates: [anOwnRate("", 18)] })?.[0]?.tax?.rate).toBe(18);
});

const codes = fc.constantFrom("6109", "6404", "7117", "9102", "4202");
const anOrder = fc
  .record({
    items: fc.array(fc.record({ unit: anAmount, quantity: fc.integer({ min: 1, max: 10 }), hsn: codes }), {
      minLength: 1,
      maxLength: 6,
    }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    shipping: fc.oneof(fc.constant(0), fc.nat(200_00)),
    sameState: fc.boolean(),
  })
  .map(({ items, part, shipping, sameState }) => {
    const lines = items.map(({ unit, quantity, hsn }, index) => aLine(String(index), unit, quantity, hsn));
    const totals = lines.map(({ total }) => total);
    const shares = allocate(Math.floor(totals.reduce((sum, one) => sum + one, 0) * part), totals);
    return {
      shipping,
      sameState,
      lines: lines.map((line, index) => ({ ...line, discount: shares[index] ?? 0 })),
    };
  });
const refunds = fc.array(
  fc.oneof(
    fc.record({ line: fc.nat(5), quantity: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ amount: fc.integer({ min: 1, max: 5_000_00 }) }),
  ),
  { maxLength: 6 },
);

test("the lines of an invoice with their tax sum exactly to the amount paid", () => {
  holds(
    fc.property(anOrder, ({ lines, shipping, sameState }) => {
      const made = linesOf({ lines, shipping }, { at, sameState });
      const paid = lines.reduce((sum, { total, discount }) => sum + total - discount, shipping);
      const { taxable, cgst, sgst, igst } = taxOf(made);
      expect(taxable + cgst + sgst + igst).toBe(paid);
      expect(made.reduce((sum, line) => sum + line.paid, 0)).toBe(paid);
    }),
  );
});

test("credit notes for units and amounts in any order reverse an invoice exactly, never more", () => {
  holds(
    fc.property(anOrder, refunds, ({ lines, shipping, sameState }, wanted) => {
      const invoiced = linesOf({ lines, shipping }, { at, sameState });
      const before: typeof invoiced = [];
      const gone = lines.map(() => 0);
      for (const refund of [...wanted, { amount: Number.MAX_SAFE_INTEGER }]) {
        const refunded = "line" in refund ? takeBack(lines, gone, refund) : [];
        const amount = "amount" in refund ? refund.amount : (refunded[0]?.amount ?? 0);
        before.push(...credit(invoiced, before, sameState, { amount, refunded }));
      }
      // One expectation for many lines: a million cases should not take an hour.
      expect(before.filter((line) => !addsUp(line))).toEqual([]);
      expect(lessTax(taxOf(invoiced), taxOf(before))).toEqual(noTax);
      const back = invoiced.map(({ key }) => {
        const same = before.filter((line) => line.key === key);
        return [
          same.reduce((sum, { paid }) => sum + paid, 0),
          same.reduce((sum, one) => sum + one.quantity, 0),
        ];
      });
      expect(back).toEqual(invoiced.map(({ paid, quantity }) => [paid, paid > 0 ? quantity : 0]));
    }),
  );
});

function addsUp({ tax, paid, quantity }: DocumentLine): boolean {
  const { taxable, cgst, sgst, igst } = tax ?? noTax;
  const parts = [taxable, cgst, sgst, igst];
  // Equal halves of a single paisa can leave a taxable value of -1 (document.ts).
  const atLeast = Math.min(quantity, cgst, sgst, igst) >= 0 && taxable >= -1 && cgst === sgst;
  return atLeast && parts.reduce((sum, part) => sum + part, 0) === paid;
}

/** The units of one refund, at most those that are left, with the amount refunded for them. */
function takeBack(lines: OrderLine[], gone: number[], wanted: { line: number; quantity: number }) {
  const index = wanted.line % lines.length;
  const line = lines[index];
  if (!line) return [];
  const earlier = gone[index] ?? 0;
  const quantity = Math.min(wanted.quantity, line.quantity - earlier);
  gone[index] = earlier + quantity;
  return [{ lineId: line.id, quantity, amount: lineRefund(line, earlier, quantity) }];
}
