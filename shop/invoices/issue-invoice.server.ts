import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type Order, paymentWords } from "../orders/orders.ts";
import { lockOrder } from "../orders/read-orders.server.ts";
import { shopSettings } from "../settings/settings.server.ts";
import type { ShopSettings } from "../settings/settings.ts";
import type { ShopDocument } from "./document.ts";
import { documentLines } from "./document-lines.ts";
import { type GstState, stateNamed, stateOfGstin } from "./gst/states.ts";
import { momentOf, writeDocument, writtenOf } from "./written-documents.server.ts";

type Ports = Pick<Services, "db" | "clock">;

/**
 * The document of an order. From the moment it ships (CGST Act, section 31: an invoice is due when the goods leave) it
 * is written once, for ever: a tax invoice when the settings have a GSTIN, else an order receipt; what the settings say
 * later changes neither. Before, it is a receipt drawn from the order as it is. Amounts in paise.
 * Out: null for an order that is only prepared, and for one that was cancelled before anybody paid.
 */
export async function documentOf(ports: Ports, order: Order): Promise<ShopDocument | null> {
  const written = await writtenInvoice(ports.db, order.id);
  if (written) return written;
  if (hasLeft(order)) return issueInvoice(ports, order.id);
  if (!order.placedAt || cancelledUnpaid(order)) return null;
  const now = await momentOf(ports.db);
  const receipt = draft(order, await shopSettings(ports), "receipt", now);
  return { ...receipt, number: null, issuedAt: now.toISOString() };
}

/** Writes the document of an order that has left, once. Out: null for one that has not. */
export async function issueInvoice(ports: Ports, orderId: string): Promise<ShopDocument | null> {
  const settings = await shopSettings(ports);
  return inTransaction(ports.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return null;
    const written = await writtenInvoice(tx, orderId);
    if (written || !hasLeft(order)) return written;
    const now = await momentOf(tx);
    const kind = settings.legal.gstin ? "invoice" : "receipt";
    return writeDocument(tx, draft(order, settings, kind, now), now);
  });
}

/** Whether nobody has paid for an order that nobody will get. */
export function cancelledUnpaid({ status, paymentStatus }: Order): boolean {
  return status === "cancelled" && (paymentStatus === "pending" || paymentStatus === "failed");
}

function hasLeft({ placedAt, status }: Order): boolean {
  return placedAt !== null && (status === "shipped" || status === "delivered");
}

async function writtenInvoice(db: Db, orderId: string): Promise<ShopDocument | null> {
  const written = await writtenOf(db, orderId);
  return written.find(({ document }) => document.kind !== "credit-note")?.document ?? null;
}

/** Everything that is printed, but for number and time. */
function draft(
  order: Order,
  { shopName, legal, contact }: ShopSettings,
  kind: "invoice" | "receipt",
  at: Date,
): Omit<ShopDocument, "number" | "issuedAt"> {
  const seller = legal.gstin ? stateOfGstin(legal.gstin) : null;
  const supply = kind === "invoice" && seller ? placeOfSupply(order, seller) : null;
  const taxed = supply && { at, sameState: supply.code === seller?.code };
  const { address } = order;
  return {
    kind,
    orderId: order.id,
    orderedAt: (order.placedAt ?? order.createdAt).toISOString(),
    seller: {
      ...{ shopName, legalName: legal.legalName, address: contact.address, email: contact.email },
      ...{ gstin: legal.gstin, state: seller },
    },
    buyer: {
      name: address.name,
      address: [
        address.line1,
        address.line2,
        [address.city, address.postalCode].filter(Boolean).join(" "),
        [address.state, address.country].filter(Boolean).join(", "),
      ].filter(Boolean),
    },
    placeOfSupply: supply,
    lines: documentLines(order, taxed),
    total: order.total,
    payment: kind === "receipt" ? paymentWords(order) : null,
    against: null,
  };
}

/** Where the goods go; the seller's own state when the address names none (IGST Act, section 10 (1) (ca)). */
function placeOfSupply({ address }: Order, seller: GstState): GstState {
  return stateNamed(address.state) ?? seller;
}
