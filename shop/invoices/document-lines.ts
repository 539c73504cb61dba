import { allocate } from "../coupons/totals.ts";
import type { Paise } from "../money.ts";
import type { Order, OrderLine } from "../orders/orders.ts";
import { gstRate, type OwnRates } from "../tax/rates.ts";
import { addTax, lessTax, noTax, splitTax, type TaxSplit } from "../tax/split-tax.ts";
import type { DocumentLine } from "./document.ts";

/**
 * The tax parameters of a document: the date of the rates, the shop's own rates, and whether seller and delivery are in
 * one state.
 */
export type Taxed = { at: Date; ownRates?: OwnRates; sameState: boolean };

/** The `key` of the delivery line. */
export const deliveryKey = "delivery";

/**
 * The lines of an invoice or a receipt (`taxed` null: without tax). Together they are the order's total to the paisa.
 * Delivery is part of one supply with the goods (CGST Act, section 8), so it is taxed like the line with the largest
 * amount. Out: null when a line has no GST rate: nothing may be invoiced until there is one.
 */
export function documentLines(
  { lines, shipping }: Pick<Order, "lines" | "shipping">,
  taxed: Taxed | null,
): DocumentLine[] | null {
  const products = lines.map((line) => productLine(line, taxed));
  const known = products.flatMap((line) => line ?? []);
  if (known.length < products.length) return null;
  if (shipping === 0) return known;
  const principal = known.reduce<DocumentLine | undefined>(
    (most, line) => (most && most.paid >= line.paid ? most : line),
    undefined,
  );
  const rate = principal?.tax?.rate ?? 0;
  return [
    ...known,
    {
      key: deliveryKey,
      description: "Delivery",
      hsnCode: principal?.hsnCode ?? null,
      quantity: 1,
      unit: "PCS",
      unitPrice: shipping,
      discount: 0,
      paid: shipping,
      tax: taxed && { rate, ...splitTax(shipping, rate, taxed) },
    },
  ];
}

/** What goods are counted in: footwear in pairs, everything else in pieces. */
export function unitOf(hsnCode: string | null): DocumentLine["unit"] {
  return hsnCode?.startsWith("64") ? "PRS" : "PCS";
}

function productLine(line: OrderLine, taxed: Taxed | null): DocumentLine | null {
  const { id, name, size, colour, hsnCode, quantity, unit, total, discount } = line;
  const paid = total - discount;
  const rate = taxed ? gstRate({ hsnCode, paid, quantity }, taxed.at, taxed.ownRates) : 0;
  if (rate === null) return null;
  const details = [size && `size ${size}`, colour].filter(Boolean).join(", ");
  return {
    key: id,
    description: details ? `${name} (${details})` : name,
    hsnCode,
    quantity,
    unit: unitOf(hsnCode),
    unitPrice: unit,
    discount,
    paid,
    tax: taxed && { rate, ...splitTax(paid, rate, taxed) },
  };
}

/** One refund of an order: an amount, and the units that part of it is for. Paise. */
export type CreditedAmount = {
  amount: Paise;
  refunded: { lineId: string; quantity: number; amount: Paise }[];
};

/** Units of a line and the amount paid for them, in paise. */
export type LineValue = { quantity: number; paid: Paise };
export type LineValues = ReadonlyMap<string, LineValue>;

/** The values of lines, by key. */
export function lineValues(lines: DocumentLine[]): LineValues {
  return new Map(lines.map(({ key, quantity, paid }) => [key, { quantity, paid }]));
}

/**
 * What remains of lines after refunds, applied one after the other. An amount without units is shared in proportion
 * over everything that remains, never more than that. When the whole amount of a line is refunded, so are its remaining
 * units.
 */
export function lessCredited(lines: LineValues, back: CreditedAmount[]): LineValues {
  let left = lines;
  for (const { amount, refunded } of back) {
    const rows = Array.from(left, ([key, value]) => {
      const now = refunded.filter(({ lineId }) => lineId === key);
      return {
        key,
        value,
        wanted: sumOf(now, (line) => line.amount),
        quantity: sumOf(now, ({ quantity }) => quantity),
      };
    });
    const named = share(
      amount,
      rows.map(({ value, wanted }) => Math.min(wanted, value.paid)),
    );
    const rest = share(
      amount - sumOf(named, (part) => part),
      rows.map(({ value }, index) => value.paid - (named[index] ?? 0)),
    );
    left = new Map(
      rows.map(({ key, value, quantity }, index) => {
        const paid = value.paid - (named[index] ?? 0) - (rest[index] ?? 0);
        const stay = paid === 0 && value.paid > 0 ? 0 : Math.max(0, value.quantity - quantity);
        return [key, { paid, quantity: stay }];
      }),
    );
  }
  return left;
}

/** The difference of two sets of lines, line by line; lines without a difference are left out. */
export function lineDifference(one: LineValues, other: LineValues): Map<string, LineValue> {
  return new Map(
    [...one].flatMap(([key, { quantity, paid }]): [string, LineValue][] => {
      const less = other.get(key) ?? { quantity: 0, paid: 0 };
      if (paid <= less.paid) return [];
      return [[key, { paid: paid - less.paid, quantity: Math.max(0, quantity - less.quantity) }]];
    }),
  );
}

/**
 * The lines of a credit note. In: the lines of its invoice, those of earlier credit notes against it, and the amounts
 * to credit now. All credit notes together reverse the invoice exactly and never more: the last one takes the remainder
 * of each part. Out: only lines with a credited amount.
 */
export function creditLines(
  invoiced: DocumentLine[],
  before: DocumentLine[],
  sameState: boolean,
  wanted: LineValues,
): DocumentLine[] {
  return invoiced.flatMap((line) => {
    const earlier = before.filter(({ key }) => key === line.key);
    const back = sumOf(earlier, ({ paid }) => paid);
    const gone = sumOf(earlier, ({ quantity }) => quantity);
    const now = wanted.get(line.key) ?? { quantity: 0, paid: 0 };
    const paid = Math.min(now.paid, line.paid - back);
    if (paid === 0) return [];
    const last = back + paid === line.paid;
    const quantity = last ? line.quantity - gone : Math.min(now.quantity, line.quantity - gone);
    const credited = { ...line, discount: 0, paid, quantity };
    if (!line.tax) return [credited];
    const left = lessTax(
      line.tax,
      earlier.reduce((sum, { tax }) => (tax ? addTax(sum, tax) : sum), noTax),
    );
    const { rate } = line.tax;
    return [
      {
        ...credited,
        tax: { rate, ...(last ? left : partOf(left, line.paid - back, paid, rate, sameState)) },
      },
    ];
  });
}

/**
 * Splits a part of what remains of a line so that the rest can be split too. Within a state the two halves are equal,
 * at most what remains of each, and the taxable value is the rest of the part.
 */
function partOf(left: TaxSplit, leftPaid: Paise, paid: Paise, rate: number, sameState: boolean): TaxSplit {
  const rest = splitTax(leftPaid - paid, rate, { sameState });
  if (!sameState) {
    const igst = clamp(left.igst - rest.igst, Math.max(0, paid - left.taxable), Math.min(paid, left.igst));
    return { taxable: paid - igst, cgst: 0, sgst: 0, igst };
  }
  const most = Math.min(left.cgst, left.sgst, Math.floor(paid / 2));
  const least = Math.max(0, Math.ceil((paid - left.taxable) / 2));
  const half = clamp(Math.min(left.cgst, left.sgst) - rest.cgst, least, most);
  return { taxable: paid - 2 * half, cgst: half, sgst: half, igst: 0 };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** Splits an amount over parts in proportion, at most their sum. */
function share(amount: Paise, parts: Paise[]): Paise[] {
  return allocate(
    Math.min(
      amount,
      sumOf(parts, (part) => part),
    ),
    parts,
  );
}

function sumOf<One>(all: One[], amountOf: (one: One) => number): number {
  return all.reduce((sum, one) => sum + amountOf(one), 0);
}
