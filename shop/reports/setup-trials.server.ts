import type { Services } from "../../platform/services.server.ts";
import { shopMail } from "../mail.ts";
import { shopSettings } from "../settings/settings.server.ts";

/**
 * Queues a message to the address of whoever sets the shop up, through the same mail server as the customers' messages.
 * In: the address, and the shop's origin. Whether it went out is read by the setup step and by Health.
 */
export async function sendTestMail(
  services: Pick<Services, "db" | "mail">,
  { to, origin }: { to: string; origin: string },
): Promise<void> {
  const { shopName } = await shopSettings(services);
  const title = "Email works";
  await services.mail.queue(services.db, {
    to,
    subject: `${title} · ${shopName}`,
    ...shopMail({
      shopName,
      origin,
      title,
      blocks: [{ kind: "text", text: "This is what customers get: your shop can send emails." }],
      closing: "You are receiving this email because you asked for a test on the setup screen.",
    }),
  });
}

/** "accepted": the keys are the provider's. "none": there are no keys. "refused": the provider does not know them. */
export type KeyTrial = "accepted" | "refused" | "unreachable" | "none";

/**
 * Asks the payment provider for an order that does not exist: it answers 404 to whoever it knows, and 401 to anybody
 * else (Cashfree, "Get Order"). No money moves and nothing is stored.
 */
export async function tryPaymentKeys({ payments }: Pick<Services, "payments">): Promise<KeyTrial> {
  if (!payments.online) return "none";
  const answer = await payments.online.getOrder("setup-test-call");
  if (answer.ok || answer.refused === "unknown") return "accepted";
  return answer.refused === "rejected" ? "refused" : "unreachable";
}
