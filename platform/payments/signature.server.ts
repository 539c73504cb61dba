import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * A webhook's signature as Cashfree documents it: Base64(HMAC-SHA256(secret, timestamp + raw body)). In: the header's
 * text and the exact body bytes.
 */
export function signatureOf(secret: string, timestamp: string, rawBody: Uint8Array): string {
  return createHmac("sha256", secret).update(timestamp).update(rawBody).digest("base64");
}

/** Compares signatures in constant time. */
export function isSigned(secret: string, timestamp: string, rawBody: Uint8Array, signature: string): boolean {
  const right = Buffer.from(signatureOf(secret, timestamp, rawBody));
  const signatureBytes = Buffer.from(signature);
  return signatureBytes.length === right.length && timingSafeEqual(signatureBytes, right);
}
