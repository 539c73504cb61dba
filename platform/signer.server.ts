import { createHmac, timingSafeEqual } from "node:crypto";

/** Signs texts that this shop gives out and gets back. `purpose`: a text signed for one is not valid for another. */
export type Signer = {
  /** Out: 43 characters that fit into an address. */
  sign(purpose: string, text: string): string;
  /** Whether the signature is ours; in constant time. */
  isSigned(purpose: string, text: string, signature: string): boolean;
};

/** In: AUTH_SECRET. Each purpose has a key of its own, derived from it (HMAC-SHA256). */
export function makeSigner(secret: string): Signer {
  const sign = (purpose: string, text: string) => {
    const key = createHmac("sha256", secret).update(`sign ${purpose}`).digest();
    return createHmac("sha256", key).update(text).digest("base64url");
  };
  return {
    sign,
    isSigned(purpose, text, signature) {
      const [ours, given] = [Buffer.from(sign(purpose, text)), Buffer.from(signature)];
      return ours.length === given.length && timingSafeEqual(ours, given);
    },
  };
}
