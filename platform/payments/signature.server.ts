import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The signature of a notice as Cashfree documents it: Base64(HMAC-SHA256(secret, timestamp + raw body)), put together
 * without anything between. In: the header's text and the body's bytes as they came.
 */
export function signatureOf(secret: string, timestamp: string, rawBody: Uint8Array): string {
  return createHmac("sha256", secret).update(timestamp).update(rawBody).digest("base64");
}

/** Whether `signature` is that of the notice, in a time that tells nothing about how much of it was right. */
export function isSigned(secret: string, timestamp: string, rawBody: Uint8Array, signature: string): boolean {
  const right = Buffer.from(signatureOf(secret, timestamp, rawBody));
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right);
}
