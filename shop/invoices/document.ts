import { z } from "zod";
import { signatureShape } from "../settings/settings.ts";
import { addTax, noTax, type TaxSplit } from "../tax/split-tax.ts";

const paise = z.int().min(0);
const at = z.iso.datetime();
const state = z.object({ code: z.string(), name: z.string() });

const documentLine = z.object({
  /** The order line's id, or "delivery". */
  key: z.string(),
  description: z.string(),
  hsnCode: z.string().nullable(),
  /** 0 in a credit note that only lowers a price. */
  quantity: z.int().min(0),
  /** Pieces or pairs, as unit codes of GST returns. */
  unit: z.enum(["PCS", "PRS"]),
  /** With tax, before the coupon. */
  unitPrice: paise,
  discount: paise,
  /** With tax, after the coupon: what the line adds to the total. */
  paid: paise,
  /**
   * Null when the seller is not registered for GST. The rate is a whole percent. Rounding the last paisa of a credit
   * into equal halves may leave a taxable value of -1.
   */
  tax: z
    .object({ rate: z.int().min(0), taxable: z.int().min(-1), cgst: paise, sgst: paise, igst: paise })
    .nullable(),
});
export type DocumentLine = z.infer<typeof documentLine>;

/**
 * Everything printed on a document, as stored in invoice.snapshot: later changes of settings and products do not
 * affect it.
 */
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
    email: z.string().nullable(),
  }),
  /** The recipient; the goods go to the same address. */
  buyer: z.object({
    name: z.string(),
    address: z.array(z.string()),
    /** Of a business; documents of earlier versions have none. */
    gstin: z.string().nullable().optional(),
  }),
  /** Where the goods are delivered; null when no tax is shown. */
  placeOfSupply: state.nullable(),
  lines: z.array(documentLine),
  total: paise,
  /** For a receipt that a tax invoice will follow: what it waits for. Not stored. */
  awaits: z.enum(["shipping", "rate"]).nullable().optional(),
  /** The seller's terms, printed at the foot; documents of earlier versions have none. */
  terms: z.string().nullable().optional(),
  /** The signature as it was when the document was issued; none in those of earlier versions. */
  signature: signatureShape.nullable().optional(),
  /** The payment status in words, for a receipt. */
  payment: z.string().nullable(),
  /** The invoice that a credit note corrects, and the reason. */
  against: z.object({ number: z.string(), issuedAt: at, reason: z.string() }).nullable(),
});
export type ShopDocument = z.infer<typeof documentShape>;

/** "CN-2627-000001": a number as in addresses; null for a receipt, which has none. */
export function slugOf({ number }: Pick<ShopDocument, "number">): string | null {
  return number?.replaceAll("/", "-") ?? null;
}

/** A numbered document in a list. `total` in paise, `slug` as in its address. */
export type IssuedDocument = {
  kind: "invoice" | "credit-note";
  number: string;
  slug: string;
  issuedAt: string;
  total: number;
};

/** The kinds of documents in words. */
export const documentNames: Record<ShopDocument["kind"], string> = {
  invoice: "Tax invoice",
  "credit-note": "Credit note",
  receipt: "Order receipt",
};

/** "Tax invoice INV/2627/000001". */
export function documentLabel({ kind, number }: Pick<ShopDocument, "kind" | "number">): string {
  return number === null ? documentNames[kind] : `${documentNames[kind]} ${number}`;
}

/** "tax-invoice-INV-2627-000001.pdf"; a receipt is named after its order. */
export function fileName({ kind, number, orderId }: ShopDocument): string {
  const names = { invoice: "tax-invoice", receipt: "order-receipt", "credit-note": "credit-note" };
  return `${names[kind]}-${slugOf({ number }) ?? orderId.slice(0, 8)}.pdf`;
}

/** The tax of all lines together. */
export function taxOf(lines: DocumentLine[]): TaxSplit {
  return lines.reduce((sum, { tax }) => (tax ? addTax(sum, tax) : sum), noTax);
}

/** One row per rate of a document, lowest first, as GST returns require. */
export function taxByRate(lines: DocumentLine[]): ({ rate: number } & TaxSplit)[] {
  const rates = [...new Set(lines.flatMap(({ tax }) => (tax ? [tax.rate] : [])))].sort((a, b) => a - b);
  return rates.map((rate) => ({ rate, ...taxOf(lines.filter(({ tax }) => tax?.rate === rate)) }));
}
