import type { Paise } from "../money.ts";
import { paymentLabels } from "../orders/amount-due.ts";
import { streetLines } from "../orders/order-fields.ts";
import type { Order } from "../orders/orders.ts";
import type { ShopSettings } from "../settings/settings.ts";
import { type GstState, stateNamed, stateOfGstin } from "../tax/states.ts";
import { type DocumentLine, invoiceTypeOf, isExempt, type ShopDocument } from "./document.ts";
import { documentLines } from "./document-lines.ts";

/** A document without number and time. */
export type DraftDocument = Omit<ShopDocument, "number" | "issuedAt">;

/** Null for an invoice of goods without a GST rate; a receipt has no tax. */
export function draftDocument(
  order: Order,
  { shopName, legal, contact, taxRates, invoices }: ShopSettings,
  kind: "invoice" | "receipt",
  at: Date,
): DraftDocument | null {
  const seller = legal.gstin ? stateOfGstin(legal.gstin) : null;
  const supply = kind === "invoice" && seller ? placeOfSupply(order, seller) : null;
  const taxed = supply && { at, ownRates: taxRates, sameState: supply.code === seller?.code };
  const lines = documentLines(order, taxed);
  if (!lines) return null;
  const { address, companyName, buyerGstin } = order;
  return {
    kind,
    ...(kind === "invoice" && { invoiceType: invoiceTypeOf(lines, { gstin: buyerGstin }) }),
    orderId: order.id,
    orderedAt: (order.placedAt ?? order.createdAt).toISOString(),
    seller: {
      shopName,
      legalName: legal.legalName ?? shopName,
      address: contact.address,
      email: contact.email,
      gstin: legal.gstin,
      state: seller,
    },
    buyer: {
      name: companyName ?? address.name,
      gstin: buyerGstin,
      address: [
        companyName ? address.name : "",
        ...streetLines(address),
        [address.city, address.postalCode].filter(Boolean).join(" "),
        [address.state, address.country].filter(Boolean).join(", "),
      ].filter(Boolean),
    },
    placeOfSupply: supply,
    lines,
    total: order.total,
    terms: kind === "invoice" ? invoices.terms : null,
    signature: kind === "invoice" ? invoices.signature : null,
    payment: kind === "receipt" ? paymentLabels(order) : null,
    against: null,
  };
}

/**
 * The documents of an invoice: of taxed and exempt goods for a buyer with a GSTIN a bill of supply and a tax invoice,
 * since one for both is only for buyers without (CGST Rules, rule 46A).
 */
export function invoicesOf(draft: DraftDocument): DraftDocument[] {
  const exempt = draft.lines.filter(isExempt);
  const taxed = draft.lines.filter((line) => !isExempt(line));
  const parts = draft.buyer.gstin && exempt.length > 0 && taxed.length > 0 ? [exempt, taxed] : [draft.lines];
  return parts.map((lines) => ({
    ...draft,
    lines,
    invoiceType: invoiceTypeOf(lines, draft.buyer),
    total: paidOf(lines),
  }));
}

/** What lines add to a total, in paise. */
export function paidOf(lines: readonly DocumentLine[]): Paise {
  return lines.reduce((sum, { paid }) => sum + paid, 0);
}

/** The delivery state; the seller's own state when the address has none (IGST Act, section 10 (1) (ca)). */
function placeOfSupply({ address }: Order, seller: GstState): GstState {
  return stateNamed(address.state) ?? seller;
}
