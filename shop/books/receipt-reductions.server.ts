import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import type { Paise } from "../money.ts";
import { refundReasonOf } from "../orders/remarks/remark.ts";
import { refundReasonText } from "../orders/remarks/remark-words.ts";
import type { BookPeriod } from "./period.ts";

type Ports = Pick<Services, "db">;
type Period = Pick<BookPeriod, "from" | "to">;

/**
 * What receipts are reduced by, as a credit note reduces an invoice (`postDocuments`): a receipt has no tax, so no credit
 * note is issued for it. Succeeded refunds when the money went back, what came back or was lost unpaid when it
 * did, and of a cancelled order the rest when it was cancelled; nothing before its receipt.
 */
function reductionsIn({ from, to }: Period): SQL {
  return sql`
    with of_receipts as (
      select r.order_id, r.total, e.at, e.amount, e.reason, e.cause from invoice r cross join lateral (
        select greatest(f.settled_at, r.issued_at) as at, f.amount, f.reason, f.cause from refund f
          join received_payment p using (provider, provider_payment_id)
          where f.order_id = r.order_id and f.state = 'succeeded' and p.effect = 'applied'
            and not f.cancellation and f.cause ->> 'code' is distinct from 'order-edited'
        union all
        select greatest(p.ended_at, r.issued_at), sum(l.credited), 'parcel came back', null from parcel p
          join parcel_line l on l.parcel_id = p.id
          where p.order_id = r.order_id and p.settled = 'credit' group by p.id having sum(l.credited) > 0) e
      where r.kind = 'receipt'),
    cancelled as (
      select r.order_id, c.at, r.total - coalesce((select sum(b.amount) from of_receipts b where b.order_id = r.order_id), 0)
        as amount, 'order cancelled' as reason, null::jsonb as cause
      from invoice r join orders o on o.id = r.order_id and o.status = 'cancelled' cross join lateral (
        select greatest(max(e.at), r.issued_at) as at from order_event e
        where e.order_id = o.id and e.kind = 'status' and e.to_value = 'cancelled') c
      where r.kind = 'receipt')
    select order_id, at, amount, reason, cause from (
      select order_id, at, amount, reason, cause from of_receipts
      union all select order_id, at, amount, reason, cause from cancelled where amount > 0) b
    where b.at >= ${from.toISOString()} and b.at < ${to.toISOString()}`;
}

/** How many reductions a period has, and their sum in paise. */
export async function receiptReductionSum(
  { db }: Ports,
  period: Period,
): Promise<{ count: number; total: Paise }> {
  const { rows } = await db.execute(sql`
    select count(*)::integer as count, coalesce(sum(amount), 0)::bigint as total from (${reductionsIn(period)}) b`);
  const [sum] = z.tuple([z.object({ count: z.number(), total: z.coerce.number() })]).parse(rows);
  return sum;
}

const reductionRows = z.array(
  z.object({
    order_id: z.string(),
    at: z.coerce.date(),
    amount: z.coerce.number(),
    reason: z.string().nullable(),
    cause: z.unknown(),
  }),
);

/** A refund or cancellation that reduces a receipt. The amount in paise. */
export type ReceiptReduction = { orderId: string; at: Date; amount: Paise; reason: string };

/** The reductions of a period, the oldest first. */
export async function receiptReductions({ db }: Ports, period: Period): Promise<ReceiptReduction[]> {
  const { rows } = await db.execute(sql`select * from (${reductionsIn(period)}) b order by at, order_id`);
  return reductionRows.parse(rows).map(({ order_id: orderId, at, amount, ...said }) => ({
    orderId,
    at,
    amount,
    reason: refundReasonText(refundReasonOf(said)),
  }));
}
