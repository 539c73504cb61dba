import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { lockOrder } from "../orders/read-orders.server.ts";
import type { ShopDocument } from "./document.ts";
import { creditLines, type GivenBack } from "./document-lines.ts";
import { cancelledUnpaid, issueInvoice } from "./issue-invoice.server.ts";
import { momentOf, writeDocument, writtenOf } from "./written-documents.server.ts";

type Ports = Pick<Services, "db" | "clock">;

const uuid = z.uuid();
const refundRows = z.array(
  z.object({ id: z.string(), order_id: z.string(), amount: z.coerce.number(), reason: z.string() }),
);
const pieceRows = z.array(
  z.object({ order_line_id: z.string(), quantity: z.number(), amount: z.coerce.number() }),
);

/**
 * The credit note of a refund: written once, as soon as the refund has gone through, for an order that has a tax
 * invoice (Rule 53 (1A)). In: the refund's id as it was asked for. Out: null for a malformed or unknown id, a refund
 * that is still on its way or failed, one of money that was never the order's (paid twice), and an order without a tax
 * invoice.
 */
export async function creditNoteOf(ports: Ports, refundId: string): Promise<ShopDocument | null> {
  if (!uuid.safeParse(refundId).success) return null;
  const [refund] = await settledRefunds(ports.db, sql`r.id = ${refundId}`);
  if (!refund) return null;
  return inTransaction(ports.db, async (tx) => {
    await lockOrder(tx, refund.order_id);
    const pieces = pieceRows.parse(
      (
        await tx.execute(
          sql`select order_line_id, quantity, amount from refund_line where refund_id = ${refundId}`,
        )
      ).rows,
    );
    return writeCreditNote(tx, refund.order_id, refundId, refund.reason, {
      amount: refund.amount,
      pieces: pieces.map(({ order_line_id, ...piece }) => ({ lineId: order_line_id, ...piece })),
    });
  });
}

/**
 * Brings an order's documents up to date: the invoice once it has left, a credit note for every refund that went
 * through, and one over the rest when it was cancelled on its way and nobody had paid. Doing it again changes nothing.
 * A job.
 */
export async function writeDocuments(ports: Ports, orderId: string): Promise<void> {
  await issueInvoice(ports, orderId);
  for (const { id } of await settledRefunds(ports.db, sql`r.order_id = ${orderId}`))
    await creditNoteOf(ports, id);
  await inTransaction(ports.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order && cancelledUnpaid(order))
      await writeCreditNote(tx, orderId, null, "order cancelled", { amount: order.total, pieces: [] });
  });
}

async function writeCreditNote(
  tx: Db,
  orderId: string,
  refundId: string | null,
  reason: string,
  given: GivenBack,
): Promise<ShopDocument | null> {
  const written = await writtenOf(tx, orderId);
  const notes = written.filter(({ document }) => document.kind === "credit-note");
  const before = notes.find((note) => note.refundId === refundId);
  if (before) return before.document;
  const invoice = written.find(({ document }) => document.kind === "invoice")?.document;
  if (!invoice?.number) return null;
  const sameState = invoice.placeOfSupply?.code === invoice.seller.state?.code;
  const credited = notes.flatMap(({ document }) => document.lines);
  const lines = creditLines(invoice.lines, credited, sameState, given);
  if (lines.length === 0) return null;
  const { number, issuedAt, ...same } = invoice;
  const total = lines.reduce((sum, { paid }) => sum + paid, 0);
  const against = { number, issuedAt, reason };
  return writeDocument(
    tx,
    { ...same, kind: "credit-note", lines, total, against },
    await momentOf(tx),
    refundId,
  );
}

/** Refunds that went through, of the money that counts. Not of payments that came twice or in vain. */
async function settledRefunds(db: Db, which: ReturnType<typeof sql>) {
  const { rows } = await db.execute(sql`
    select r.id, r.order_id, r.amount, r.reason from refund r
    join received_payment p on p.provider = r.provider and p.provider_payment_id = r.provider_payment_id
    where ${which} and r.state = 'succeeded' and p.effect = 'applied' order by r.settled_at, r.id`);
  return refundRows.parse(rows);
}
