import { createHash } from "node:crypto";
import { and, asc, eq, isNotNull, isNull, lte } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { apiVersion } from "../../platform/payments/api-version.ts";
import { Rupees, writeExact } from "../../platform/payments/exact-json.ts";
import { signatureOf } from "../../platform/payments/signature.server.ts";
import { indianTime, paymentEntity, refundEntity } from "./entities.ts";
import type { GatewayPorts } from "./orders.server.ts";
import {
  type GatewayOrderRow,
  type GatewayPaymentRow,
  type GatewayRefundRow,
  localOrders,
  type WebhookRow,
  webhooks,
} from "./tables.server.ts";

/** Delivers a webhook to the shop. Anything but a 2xx counts as failed. */
export type PostWebhook = (request: Request) => Promise<Response>;

/** Seconds until a failed webhook is retried; the real gateway takes minutes. */
const retryDelays = [2, 10, 30];
/** A webhook that is being sent, or was when its process died, is not sent by another meanwhile. */
const leaseMs = 15_000;
const batch = 20;

const events: Partial<Record<GatewayPaymentRow["status"], string>> = {
  SUCCESS: "PAYMENT_SUCCESS_WEBHOOK",
  FAILED: "PAYMENT_FAILED_WEBHOOK",
  USER_DROPPED: "PAYMENT_USER_DROPPED_WEBHOOK",
};

/** Queues the webhook of an attempt in the caller's transaction. Pending attempts have none. */
export async function queuePaymentWebhook(
  { db, clock }: GatewayPorts,
  order: GatewayOrderRow,
  payment: GatewayPaymentRow,
  { after = 0, forged = false }: { after?: number; forged?: boolean } = {},
): Promise<void> {
  const event = events[payment.status];
  if (!event) return;
  const { order_id: _, entity: __, ...response } = paymentEntity(payment);
  const about = { order_id: order.orderId, order_amount: new Rupees(order.amount), order_currency: "INR" };
  const now = clock.now();
  const body = { data: { order: about, payment: response }, event_time: indianTime(now), type: event };
  const dueAt = new Date(now.getTime() + after * 1_000);
  await db.insert(webhooks).values({ orderId: order.orderId, event, body: writeExact(body), forged, dueAt });
}

/** The same for a decided refund. */
export async function queueRefundWebhook(
  { db, clock }: GatewayPorts,
  refund: GatewayRefundRow,
): Promise<void> {
  const now = clock.now();
  const event = "REFUND_STATUS_WEBHOOK";
  const body = { data: { refund: refundEntity(refund, now) }, event_time: indianTime(now), type: event };
  await db.insert(webhooks).values({ orderId: refund.orderId, event, body: writeExact(body), dueAt: now });
}

type Addressed = { webhook: WebhookRow; to: string };

/** Claims due webhooks for this process for 15 s. */
async function claim({ db, clock }: GatewayPorts, standardUrl: string): Promise<Addressed[]> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const due = await tx
      .select()
      .from(webhooks)
      .where(and(isNotNull(webhooks.dueAt), lte(webhooks.dueAt, now)))
      .orderBy(asc(webhooks.dueAt), asc(webhooks.id))
      .limit(batch)
      .for("update", { skipLocked: true });
    const claimed: Addressed[] = [];
    for (const webhook of due) {
      const attempts = webhook.attempts + 1;
      await tx
        .update(webhooks)
        .set({ attempts, dueAt: new Date(now.getTime() + leaseMs) })
        .where(eq(webhooks.id, webhook.id));
      const [order] = await tx
        .select({ notifyUrl: localOrders.notifyUrl })
        .from(localOrders)
        .where(eq(localOrders.orderId, webhook.orderId));
      claimed.push({ webhook: { ...webhook, attempts }, to: order?.notifyUrl ?? standardUrl });
    }
    return claimed;
  });
}

/** The signed webhook; a forged one has a wrong signature. */
function posted({ webhook, to }: Addressed, secret: string, now: Date): Request {
  const body = Buffer.from(webhook.body);
  const timestamp = String(now.getTime());
  const key = webhook.forged ? "a stranger's key" : secret;
  return new Request(to, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "x-webhook-signature": signatureOf(key, timestamp, body),
      "x-webhook-timestamp": timestamp,
      "x-webhook-version": apiVersion,
      "x-webhook-attempt": String(webhook.attempts),
      "x-idempotency-key": createHash("sha256").update(webhook.body).digest("base64"),
    },
    body,
  });
}

/** Sends due webhooks one after the other. Out: how many arrived. */
export async function deliverDueWebhooks(
  ports: GatewayPorts,
  options: { secret: string; standardUrl: string; post: PostWebhook },
): Promise<number> {
  let arrived = 0;
  for (const one of await claim(ports, options.standardUrl)) {
    const { id, attempts } = one.webhook;
    const now = ports.clock.now();
    const ok = await options.post(posted(one, options.secret, now)).then(
      (answer) => answer.ok,
      () => false,
    );
    const pause = retryDelays[attempts - 1];
    const again = !ok && pause !== undefined ? new Date(now.getTime() + pause * 1_000) : null;
    // A sender slower than the lease changes nothing any more.
    await ports.db
      .update(webhooks)
      .set({ dueAt: again, ...(ok && { deliveredAt: ports.clock.now() }) })
      .where(and(eq(webhooks.id, id), eq(webhooks.attempts, attempts)));
    if (ok) arrived++;
  }
  return arrived;
}

/** All due webhooks as requests for manual delivery; they count as delivered. */
export async function takeDueWebhooks(
  ports: GatewayPorts,
  options: { secret: string; standardUrl: string },
): Promise<Request[]> {
  const now = ports.clock.now();
  const taken: Addressed[] = [];
  for (let more = true; more; ) {
    const some = await claim(ports, options.standardUrl);
    taken.push(...some);
    more = some.length === batch;
  }
  for (const { webhook } of taken) {
    await ports.db.update(webhooks).set({ dueAt: null, deliveredAt: now }).where(eq(webhooks.id, webhook.id));
  }
  return taken.map((one) => posted(one, options.secret, now));
}

/** Drops all undelivered webhooks. Out: how many. */
export async function dropPendingWebhooks(db: Db): Promise<number> {
  const lost = await db
    .update(webhooks)
    .set({ dueAt: null })
    .where(and(isNotNull(webhooks.dueAt), isNull(webhooks.deliveredAt)))
    .returning({ id: webhooks.id });
  return lost.length;
}
