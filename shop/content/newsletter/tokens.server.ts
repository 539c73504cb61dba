import { createHash, randomBytes } from "node:crypto";

/** 256 random bits for a link in a mail. The database keeps only its hash. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashOf(token) };
}

/** Any text has a hash, so a token from an address needs no checking before it is looked up. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
