import { z } from "zod";
import { signatureShape } from "../settings/settings.ts";
import { addTax, noTax, type TaxSplit } from "../tax/split-tax.ts";

const paise = z.int().min(0);
const at = z.iso.datetime();
const state = z.object({ code: z.string(), name: z.string() });

/** What an invoice is called by what it is for (`invoiceTypeOf`). */
const invoiceTypes = ["tax-invoice", "bill-of-supply", "invoice-cum-bill-of-supply"] as const;
export type InvoiceType = (typeof invoiceTypes)[number];

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
  /** Of an invoice; of a credit note, that of its invoice. Documents of earlier versions have none: tax invoices. */
  invoiceType: z.enum(invoiceTypes).optional(),
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

/** A numbered document in a list. `total` in paise, `slug` as in its address, `title` as `documentTitle`. */
export type IssuedDocument = {
  kind: "invoice" | "credit-note";
  title: string;
  number: string;
  slug: string;
  issuedAt: string;
  total: number;
};

const invoiceTitles: Record<InvoiceType, string> = {
  "tax-invoice": "Tax invoice",
  "bill-of-supply": "Bill of supply",
  "invoice-cum-bill-of-supply": "Invoice-cum-bill of supply",
};

/**
 * What an invoice of these lines is: a tax invoice (CGST Rules, rule 46); of exempt or nil rated goods only a bill of
 * supply (CGST Act, section 31 (3) (c); rule 49); of both, for a buyer without a GSTIN, one document that is both
 * (rule 46A). Both for a buyer with one are two documents (shop/invoices/draft-document.ts).
 */
export function invoiceTypeOf(
  lines: readonly DocumentLine[],
  { gstin }: Pick<ShopDocument["buyer"], "gstin">,
): InvoiceType {
  if (!lines.some(isExempt)) return "tax-invoice";
  if (lines.every(isExempt)) return "bill-of-supply";
  return gstin ? "tax-invoice" : "invoice-cum-bill-of-supply";
}

/** Whether a line is of exempt or nil rated goods: its rate is 0 (CGST Act, section 2 (47)). */
export function isExempt({ tax }: DocumentLine): boolean {
  return tax?.rate === 0;
}

/** The title of the invoice that a document is, or that it credits: "Bill of supply". */
export function invoiceTitle({ invoiceType }: Pick<ShopDocument, "invoiceType">): string {
  return invoiceTitles[invoiceType ?? "tax-invoice"];
}

/** The title of a document, as it is printed. */
export function documentTitle(document: Pick<ShopDocument, "kind" | "invoiceType">): string {
  if (document.kind === "invoice") return invoiceTitle(document);
  return document.kind === "receipt" ? "Order receipt" : "Credit note";
}

/** "Tax invoice INV/2627/000001". */
export function documentLabel(document: Pick<ShopDocument, "kind" | "invoiceType" | "number">): string {
  return [documentTitle(document), document.number ?? []].flat().join(" ");
}

/** "tax-invoice-INV-2627-000001.pdf"; a receipt is named after its order. */
export function fileName(document: ShopDocument): string {
  const title = documentTitle(document).toLowerCase().replaceAll(" ", "-");
  return `${title}-${slugOf(document) ?? document.orderId.slice(0, 8)}.pdf`;
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
