import { allocate } from "../coupons/totals.ts";
import type { Paise } from "../money.ts";
import type { Order, OrderLine } from "../orders/orders.ts";
import type { DocumentLine } from "./document.ts";
import { gstRate } from "./gst/rates.ts";
import { lessTax, splitTax } from "./gst/split-tax.ts";

/** How a document is taxed: at the rates of which moment, and whether seller and delivery are in one state. */
export type Taxed = { at: Date; sameState: boolean };

/** What the delivery's line is called in `key`. */
export const delivery = "delivery";

/**
 * The lines of an invoice or a receipt (`taxed` null: without tax). Together they are the order's total to the paisa.
 * Delivery is part of one supply with the goods (CGST Act, section 8), so it is taxed like the line that most was paid
 * for.
 */
export function documentLines(
  { lines, shipping }: Pick<Order, "lines" | "shipping">,
  taxed: Taxed | null,
): DocumentLine[] {
  const goods = lines.map((line) => goodsLine(line, taxed));
  if (shipping === 0) return goods;
  const principal = goods.reduce<DocumentLine | undefined>(
    (most, line) => (most && most.paid >= line.paid ? most : line),
    undefined,
  );
  const rate = principal?.tax?.rate ?? 18;
  return [
    ...goods,
    {
      key: delivery,
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

function goodsLine(line: OrderLine, taxed: Taxed | null): DocumentLine {
  const { id, name, size, colour, hsnCode, quantity, unit, total, discount } = line;
  const paid = total - discount;
  const rate = taxed ? gstRate({ hsnCode, paid, quantity }, taxed.at) : 0;
  const details = [size && `size ${size}`, colour].filter(Boolean).join(", ");
  return {
    key: id,
    description: details ? `${name} (${details})` : name,
    hsnCode,
    quantity,
    unit: hsnCode?.startsWith("64") ? "PRS" : "PCS",
    unitPrice: unit,
    discount,
    paid,
    tax: taxed && { rate, ...splitTax(paid, rate, taxed) },
  };
}

/** What an order gives back at once: an amount, and the pieces that part of it is for. Paise. */
export type GivenBack = { amount: Paise; pieces: { lineId: string; quantity: number; amount: Paise }[] };

/**
 * The lines of a credit note. In: the invoice's lines, the lines of the credit notes before this one, and what is given
 * back now. What names no piece is shared over all that is left, in proportion. Each line gives back the difference of
 * two splits of its amount, at the invoice's rate, so that all credit notes together reverse the invoice exactly, and
 * never more. Out: only lines that something is given back for; an empty list when nothing is left.
 */
export function creditLines(
  invoiced: DocumentLine[],
  before: DocumentLine[],
  sameState: boolean,
  { amount, pieces }: GivenBack,
): DocumentLine[] {
  const rows = invoiced.map((line) => {
    const earlier = before.filter(({ key }) => key === line.key);
    const now = pieces.filter(({ lineId }) => lineId === line.key);
    return {
      line,
      back: sumOf(earlier, ({ paid }) => paid),
      gone: sumOf(earlier, ({ quantity }) => quantity),
      wanted: sumOf(now, (piece) => piece.amount),
      quantity: sumOf(now, ({ quantity }) => quantity),
    };
  });
  const named = share(
    amount,
    rows.map(({ line, back, wanted }) => Math.min(wanted, line.paid - back)),
  );
  const rest = share(
    amount - sumOf(named, (part) => part),
    rows.map(({ line, back }, index) => line.paid - back - (named[index] ?? 0)),
  );
  return rows.flatMap(({ line, back, gone, quantity }, index) => {
    const paid = (named[index] ?? 0) + (rest[index] ?? 0);
    if (paid === 0) return [];
    // With the last of its money the last of a line's pieces goes back, too.
    const leaving =
      back + paid === line.paid ? line.quantity - gone : Math.min(quantity, line.quantity - gone);
    const credited = { ...line, discount: 0, paid, quantity: leaving };
    if (!line.tax) return [credited];
    const { rate } = line.tax;
    const split = lessTax(splitTax(back + paid, rate, { sameState }), splitTax(back, rate, { sameState }));
    return [{ ...credited, tax: { rate, ...split } }];
  });
}

/** An amount over parts in proportion, at most all of them. */
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
