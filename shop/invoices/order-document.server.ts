import type { Db } from "../../platform/database/database.server.ts";
import { databaseTime } from "../../platform/database/database-clock.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Order } from "../orders/orders.ts";
import { cannotBeInvoiced, lineCodes } from "../orders/rated-codes.server.ts";
import { shopSettings } from "../settings/settings.server.ts";
import type { ShopSettings } from "../settings/settings.ts";
import { documentTitle, type IssuedDocument, type ShopDocument, slugOf } from "./document.ts";
import { draftDocument } from "./draft-document.ts";
import { hasDocument } from "./has-document.ts";
import { issuedDocumentRecords } from "./issued-documents.server.ts";
import { isInvoiceDue, postDocuments } from "./post-documents.server.ts";

type Ports = Pick<Services, "db" | "clock">;

/**
 * The document of an order for its customer. After shipping: the newest invoice, or the receipt when the settings
 * have no GSTIN; both are stored. Before, and while an invoice waits for a GST rate: a receipt drawn from the order.
 * Amounts in paise. Out: null without one (`hasDocument`).
 */
export async function orderDocument(ports: Ports, order: Order): Promise<ShopDocument | null> {
  if (isInvoiceDue(order)) await postDocuments(ports, order.id);
  const written = await issuedDocumentRecords(ports.db, order.id);
  const newest = written.findLast(({ document }) => document.kind !== "credit-note");
  if (newest) return newest.document;
  if (!hasDocument(order)) return null;
  const now = await databaseTime(ports.db);
  const settings = await shopSettings(ports);
  const receipt = draftDocument(order, settings, "receipt", now);
  if (!receipt) return null;
  return {
    ...receipt,
    number: null,
    issuedAt: now.toISOString(),
    awaits: await awaitsOf(ports, order, settings),
  };
}

/** What the invoice of an order waits for; null when none will be issued. */
async function awaitsOf(
  { db, clock }: Ports,
  order: Order,
  settings: ShopSettings,
): Promise<ShopDocument["awaits"]> {
  if (settings.legal.gstin === null || order.status === "cancelled") return null;
  const codes = [...(await lineCodes(db, order.id)).values()];
  return cannotBeInvoiced(codes, { ...settings, at: clock.now() }) ? "rate" : "shipping";
}

/** The numbered documents of an order, oldest first. */
export async function issuedDocuments({ db }: { db: Db }, orderId: string): Promise<IssuedDocument[]> {
  const written = await issuedDocumentRecords(db, orderId);
  return written.flatMap(({ document }) => {
    const { kind, number, issuedAt, total } = document;
    const slug = slugOf(document);
    return kind === "receipt" || number === null || slug === null
      ? []
      : [{ kind, title: documentTitle(document), number, slug, issuedAt, total }];
  });
}

/** A numbered document of an order by its slug ("CN-2627-000001"); null for an unknown one. */
export async function numberedDocument(
  { db }: { db: Db },
  orderId: string,
  slug: string,
): Promise<ShopDocument | null> {
  const written = await issuedDocumentRecords(db, orderId);
  return written.find(({ document }) => slugOf(document) === slug)?.document ?? null;
}
