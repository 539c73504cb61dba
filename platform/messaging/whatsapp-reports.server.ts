import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { ProviderValues } from "../environment.server.mjs";
import { storableValue } from "../text/storable.ts";
import type { DeliveryReport, DeliveryReports } from "./messaging.server.ts";
import { isUnreachable } from "./whatsapp-cloud.server.ts";

/** The app's secret signs the reports; the verify token is typed at Meta when the webhook is entered. */
export type WhatsAppReportKeys = { appSecret: string; verifyToken: string };

/** The keys of these variables; undefined when they are not set. */
export function whatsAppReportKeys(values: ProviderValues): WhatsAppReportKeys | undefined {
  const { WHATSAPP_APP_SECRET: appSecret, WHATSAPP_VERIFY_TOKEN: verifyToken } = values;
  return appSecret && verifyToken ? { appSecret, verifyToken } : undefined;
}

const status = z.object({
  id: z.string(),
  status: z.string(),
  errors: z.array(z.object({ code: z.number() })).optional(),
});
const posted = z.object({
  object: z.literal("whatsapp_business_account"),
  entry: z.array(
    z.object({
      changes: z.array(z.object({ value: z.object({ statuses: z.array(status).optional() }) })),
    }),
  ),
});

/**
 * The webhook of WhatsApp's Cloud API: Meta asks once with a challenge, and then posts statuses, signed with the app's
 * secret (X-Hub-Signature-256: HMAC-SHA256 of the raw body, in hexadecimal). A message that was read was delivered;
 * messages from customers are in the same webhook and are ignored.
 */
export function whatsAppReports({ appSecret, verifyToken }: WhatsAppReportKeys): DeliveryReports {
  return {
    challenge(query) {
      const isOurs = equal(query.get("hub.verify_token") ?? "", verifyToken);
      return query.get("hub.mode") === "subscribe" && isOurs ? query.get("hub.challenge") : null;
    },
    read(headers, body) {
      const right = `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;
      if (!equal(headers.get("x-hub-signature-256") ?? "", right)) return "forged";
      const read = posted.safeParse(parsed(body));
      if (!read.success) return "unreadable";
      const changes = read.data.entry.flatMap((entry) => entry.changes);
      return changes.flatMap(({ value }) => value.statuses ?? []).flatMap(reportOf);
    },
  };
}

function reportOf({ id, status: state, errors }: z.infer<typeof status>): DeliveryReport[] {
  if (state === "delivered" || state === "read") return [{ id, state: "delivered" }];
  if (state !== "failed") return [];
  const [error] = errors ?? [];
  const code = error ? String(error.code) : "failed";
  return [{ id, state: "failed", code, unreachable: error !== undefined && isUnreachable(error.code) }];
}

/** Compares in constant time, whatever the lengths. */
function equal(one: string, other: string): boolean {
  const hash = (text: string) => createHmac("sha256", "compare").update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body), storableValue);
  } catch {
    return null;
  }
}
