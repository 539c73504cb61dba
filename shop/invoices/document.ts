import { z } from "zod";
import { addTax, noTax, type TaxSplit } from "./gst/split-tax.ts";

const paise = z.int().min(0);
const at = z.iso.datetime();
const state = z.object({ code: z.string(), name: z.string() });

const documentLine = z.object({
  /** The order line's id, or "delivery". */
  key: z.string(),
  description: z.string(),
  hsnCode: z.string().nullable(),
  /** 0 in a credit note that lowers a price and takes no piece back. */
  quantity: z.int().min(0),
  /** Pieces or pairs, by the codes of GST returns. */
  unit: z.enum(["PCS", "PRS"]),
  /** With tax, before the coupon. */
  unitPrice: paise,
  discount: paise,
  /** With tax, after the coupon: what the line adds to the total. */
  paid: paise,
  /** Null when the seller is not registered. The rate is a whole percent. */
  tax: z.object({ rate: z.int().min(0), taxable: paise, cgst: paise, sgst: paise, igst: paise }).nullable(),
});
export type DocumentLine = z.infer<typeof documentLine>;

/** Everything that is printed, as it is kept in invoice.snapshot: settings and products may change, this may not. */
export const documentShape = z.object({
  kind: z.enum(["invoice", "receipt", "credit-note"]),
  /** Null for a receipt. */
  number: z.string().nullable(),
  issuedAt: at,
  orderId: z.string(),
  orderedAt: at,
  seller: z.object({
    shopName: z.string(),
    legalName: z.string(),
    address: z.array(z.string()),
    gstin: z.string().nullable(),
    state: state.nullable(),
    email: z.string(),
  }),
  /** The recipient; the goods go to the same address. */
  buyer: z.object({ name: z.string(), address: z.array(z.string()) }),
  /** Where the goods are delivered; null when no tax is shown. */
  placeOfSupply: state.nullable(),
  lines: z.array(documentLine),
  total: paise,
  /** The state of the money in words, for a receipt. */
  payment: z.string().nullable(),
  /** What a credit note takes back from, and why. */
  against: z.object({ number: z.string(), issuedAt: at, reason: z.string() }).nullable(),
});
export type ShopDocument = z.infer<typeof documentShape>;

/** "tax-invoice-CS-2627-000001.pdf"; a receipt is named for its order. */
export function fileName({ kind, number, orderId }: ShopDocument): string {
  const names = { invoice: "tax-invoice", receipt: "order-receipt", "credit-note": "credit-note" };
  return `${names[kind]}-${(number ?? orderId.slice(0, 8)).replaceAll("/", "-")}.pdf`;
}

/** The tax of all lines together. */
export function taxOf(lines: DocumentLine[]): TaxSplit {
  return lines.reduce((sum, { tax }) => (tax ? addTax(sum, tax) : sum), noTax);
}

/** One row for each rate of a document, the lowest first: what the returns ask for. */
export function taxByRate(lines: DocumentLine[]): ({ rate: number } & TaxSplit)[] {
  const rates = [...new Set(lines.flatMap(({ tax }) => (tax ? [tax.rate] : [])))].sort((a, b) => a - b);
  return rates.map((rate) => ({ rate, ...taxOf(lines.filter(({ tax }) => tax?.rate === rate)) }));
}
