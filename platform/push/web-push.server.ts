import { createHash } from "node:crypto";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { RequestDetails, VapidKeys } from "web-push";
import type { Db } from "../database/database.server.ts";
import { isCurvePoint, isPublicHttps, lookupPublic } from "../network/public-address.server.ts";
import type { Push } from "./push.server.ts";
import { vapidKeys } from "./vapid-keys.server.ts";

/** How long a push service stores a message for a device that is off: yesterday's message is still useful. */
const retainedSeconds = 24 * 3600;
const timeoutMs = 10_000;
/** Only the status of the response counts. */
const longestAnswer = 10_000;

type Options = {
  db: Db;
  /** Encrypts the private key in the database. */
  secret: string;
  /** The contact address for push services now (VAPID `sub`): an email address. */
  contact: () => string;
  /** Also sends to loopback, for a stand-in of a push service; never in live mode. */
  local: boolean;
};

const localEndpoint = /^http:\/\/127\.0\.0\.1:\d+\//;

/** Web push through the package `web-push`, which encrypts (RFC 8291) and signs (RFC 8292); the request is ours. */
export function webPush({ db, secret, contact, local }: Options): Push {
  let keys: Promise<VapidKeys> | undefined;
  const ownKeys = () => {
    keys ??= vapidKeys(db, secret).catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };
  const accepts = (endpoint: string) =>
    endpoint.length <= 1_000 && (isPublicHttps(endpoint) || (local && localEndpoint.test(endpoint)));

  return {
    publicKey: async () => (await ownKeys()).publicKey,
    accepts,
    async send({ endpoint, p256dh, auth }, message) {
      if (!accepts(endpoint) || !isCurvePoint(p256dh)) return "gone";
      const { default: webpush } = await import("web-push");
      const details = webpush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        {
          vapidDetails: { subject: `mailto:${contact()}`, ...(await ownKeys()) },
          TTL: retainedSeconds,
          urgency: "normal",
          // A push service keeps only the newest of a topic: at most 32 letters of base64url.
          topic: createHash("sha256").update(message.tag).digest("base64url").slice(0, 32),
          contentEncoding: "aes128gcm",
        },
      );
      const status = await statusOf(details);
      if (status >= 200 && status < 300) return "sent";
      // 404 and 410: the browser has revoked it. 403: it was created with keys that the shop no longer has. Any other
      // refusal of the request comes again at each retry, except 401 (our signature) and 429 (too many requests).
      if (status >= 400 && status < 500 && status !== 401 && status !== 429) return "gone";
      throw new Error(`The push service answers ${status}`);
    },
  };
}

/** Sends the request, to public addresses only; follows no redirect. */
function statusOf({ endpoint, method, headers, body }: RequestDetails): Promise<number> {
  const isLocal = localEndpoint.test(endpoint);
  const signal = AbortSignal.timeout(timeoutMs);
  const options = { method, headers, signal, agent: false, ...(!isLocal && { lookup: lookupPublic }) };
  return new Promise((resolve, reject) => {
    const sending = (isLocal ? requestHttp : requestHttps)(endpoint, options, (answer) => {
      let length = 0;
      answer.on("data", (part: Buffer) => {
        length += part.length;
        if (length > longestAnswer) answer.destroy();
      });
      answer.on("close", () => resolve(answer.statusCode ?? 0));
      answer.on("error", () => undefined);
    });
    sending.on("error", reject);
    sending.end(body);
  });
}
