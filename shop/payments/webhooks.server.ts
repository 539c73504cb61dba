import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { WebhookEvent } from "../../platform/payments/payments.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Gateway } from "../access/actor.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { gatewayOf } from "./providers.ts";
import { settleRefund } from "./refunds.server.ts";
import { applyPayment, failureOf, recordPaymentFailure } from "./settle.server.ts";
import { paymentWebhook, type WebhookOutcome } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "payments" | "log">;

/**
 * Receives a webhook: only a signed one is stored, in the inbox, before it is processed. It is processed at once; when
 * that throws, the error response makes the gateway send it again, and reconciliation polls anyway. Refused: 'forged'
 * for an unsigned or altered one, 'unreadable', 'no-online-payment'.
 */
export async function receiveWebhook(
  ports: Ports,
  headers: Headers,
  rawBody: Uint8Array,
): Promise<Done | Refused<"forged" | "unreadable" | "no-online-payment">> {
  // The signature identifies the provider.
  const reads = ports.payments.all.map(({ provider, readWebhook }) => ({
    gateway: gatewayOf(provider),
    read: readWebhook(headers, rawBody),
  }));
  const [signed = reads[0]] = reads.filter(({ read }) => read.ok || read.refused === "unreadable");
  if (!signed) return refused("no-online-payment");
  const { gateway, read } = signed;
  if (!read.ok) return refused(read.refused === "unreadable" ? "unreadable" : "forged");
  const fingerprint = createHash("sha256").update(rawBody).digest("base64url");
  const { id, processedAt, type, fingerprint: target } = paymentWebhook;
  const [stored] = await ports.db
    .insert(paymentWebhook)
    .values({
      fingerprint,
      type: read.webhook.event,
      body: new TextDecoder().decode(rawBody),
      gatewayOrderId: "orderId" in read.webhook ? read.webhook.orderId : null,
    })
    .onConflictDoUpdate({ target, set: { type } })
    .returning({ id, processedAt });
  if (!stored || stored.processedAt) return done();
  await ports.db.execute(sql`
    update payment_webhook set processed_at = now(), outcome = ${await applyEvent(ports, gateway, read.webhook)}
    where id = ${stored.id}`);
  return done();
}

/**
 * Deletes webhooks, which name the customer: 90 days after they were processed, when no dispute needs them any more;
 * after a year in any case.
 */
export async function deleteOldWebhooks({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const now = clock.now().toISOString();
  await db.execute(sql`
    delete from payment_webhook where received_at < ${now}::timestamptz - interval '1 year'
      or processed_at < ${now}::timestamptz - interval '90 days'`);
}

/** Applies a webhook's event; idempotent. Out: the outcome, for the inbox. */
async function applyEvent(ports: Ports, gateway: Gateway, webhook: WebhookEvent): Promise<WebhookOutcome> {
  if (webhook.type === "other") return "ignored";
  if (webhook.type === "refund") return settleRefund(ports, gateway, webhook.refund);
  const { payment, orderId } = webhook;
  if (payment.status === "succeeded") return applyPayment(ports, gateway, orderId, payment);
  const failure = failureOf(payment);
  if (!failure) return "ignored";
  const changed = await recordPaymentFailure(ports, gateway, orderId, failure);
  return changed ? "payment-failed" : "failure-too-late";
}
