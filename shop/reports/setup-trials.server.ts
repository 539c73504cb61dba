import { randomInt } from "node:crypto";
import { z } from "zod";
import type { CourierApi } from "../../platform/couriers/couriers.server.ts";
import type { Provider, VariableTexts } from "../../platform/credentials/providers.server.ts";
import { consumeAttempt } from "../../platform/limits/limits.server.ts";
import { checkSmtp } from "../../platform/mail/deliver-by-smtp.server.ts";
import type { Channel } from "../../platform/messaging/channels.ts";
import type { OnlinePayments } from "../../platform/payments/payments.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { readSignInPhone } from "../accounts/phone/phone-number.ts";
import { letterhead } from "../brand/brand.server.ts";
import { writeEmail } from "../emails/write-email.ts";

/**
 * Queues a message to the address of whoever sets the shop up, through the same mail server as the customers' messages.
 * In: the address, and the shop's origin. Whether it went out is read by the setup step and by Health.
 */
export async function sendTestMail(
  services: Pick<Services, "db" | "mail">,
  { to, origin }: { to: string; origin: string },
): Promise<void> {
  const sender = { ...(await letterhead(services)), origin };
  await services.mail.queue(services.db, { to, ...writeEmail(sender, "setup-test", {}) });
}

/**
 * "accepted": the keys are the provider's. "none": there are no keys. "refused": the provider does not know them.
 * "untrusted": the certificate of a mail server is not accepted. "busy": it refuses for now and does not say why.
 */
export type KeyTrial = "accepted" | "refused" | "untrusted" | "unreachable" | "busy" | "none";

/**
 * Asks a payment provider for an order that does not exist: it answers 404 to whoever it knows, and 401 to anybody else
 * (Cashfree, "Get Order"). No money moves and nothing is stored. In: undefined when none is configured.
 */
export async function tryPaymentKeys(provider: OnlinePayments | undefined): Promise<KeyTrial> {
  if (!provider) return "none";
  const answer = await provider.getOrder("setup-test-call");
  if (answer.ok || answer.refused === "unknown") return "accepted";
  return answer.refused === "rejected" ? "refused" : "unreachable";
}

/** Asks a courier whether it delivers to Connaught Place, New Delhi, as everybody does: it books nothing. */
async function tryCourierKeys(courier: CourierApi): Promise<KeyTrial> {
  const answer = await courier.serves({ pin: "110001", cash: false, direction: "forward", grams: 500 });
  if (answer.ok) return "accepted";
  return answer.refused === "rejected" ? "refused" : answer.refused;
}

/**
 * Tries the keys in use of a provider in a way that sends nothing to anybody and costs nothing. Out: "none" also for a
 * provider whose trial is a message.
 */
export async function tryKeys(
  {
    payments,
    couriers,
    credentials,
    mailbox,
  }: Pick<Services, "payments" | "couriers" | "credentials" | "mailbox">,
  provider: Provider,
): Promise<KeyTrial> {
  const courier = couriers.courier(provider);
  if (courier) return tryCourierKeys(courier);
  if (provider === "google") return tryGoogleKeys(credentials.inUse());
  if (provider === "imap") return mailbox.check();
  return tryPaymentKeys(payments.provider(provider));
}

/** As `tryKeys`, and logs in to the mail server: for keys that were saved a moment ago. */
export async function trySavedKeys(
  services: Parameters<typeof tryKeys>[0],
  provider: Provider,
): Promise<KeyTrial> {
  const { SMTP_URL } = services.credentials.inUse();
  if (provider === "smtp") return SMTP_URL ? checkSmtp(SMTP_URL) : "none";
  return tryKeys(services, provider);
}

/** "accepted": the provider took it. "refused": it did not, or is not set up. */
export type CodeTrial = "accepted" | "refused" | "bad-phone" | "too-often";

/**
 * Sends a code that opens nothing to a number, by one channel. In: who tries, the number as typed. Refused after five
 * in an hour.
 */
export async function sendTestCode(
  { db, messaging }: Pick<Services, "db" | "messaging">,
  { by, phone, channel, domain }: { by: string; phone: string; channel: Channel; domain: string },
): Promise<CodeTrial> {
  const to = readSignInPhone(phone, messaging.callingCodes);
  if (to === null) return "bad-phone";
  if (!(await consumeAttempt({ db }, [{ what: "test-code", who: by, most: 5, minutes: 60 }])))
    return "too-often";
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const took = await messaging.sendCode({ to, code, minutes: 10, domain }, channel);
  return took === channel ? "accepted" : "refused";
}

const googleTokenUrl = "https://oauth2.googleapis.com/token";
const tokenError = z.object({ error: z.string() });

/**
 * Asks Google for a token with a code that does not exist: it answers "invalid_grant" to a client it knows and
 * "invalid_client" to any other (RFC 6749, section 5.2). In: the keys in use, and where Google is (for tests).
 */
export async function tryGoogleKeys(texts: VariableTexts, url = googleTokenUrl): Promise<KeyTrial> {
  const { GOOGLE_CLIENT_ID: client_id, GOOGLE_CLIENT_SECRET: client_secret } = texts;
  if (!client_id || !client_secret) return "none";
  const asked = {
    grant_type: "authorization_code",
    code: "setup-test-call",
    redirect_uri: "https://localhost/",
  };
  try {
    const answer = await fetch(url, {
      method: "POST",
      body: new URLSearchParams({ ...asked, client_id, client_secret }),
      redirect: "error",
      signal: AbortSignal.timeout(10_000),
    });
    const read = tokenError.safeParse(await answer.json());
    if (!read.success) return "unreachable";
    // An address of ours that Google does not know is found after the client was.
    return ["invalid_grant", "redirect_uri_mismatch"].includes(read.data.error) ? "accepted" : "refused";
  } catch {
    return "unreachable";
  }
}
