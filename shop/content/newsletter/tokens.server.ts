import { createHash, randomBytes } from "node:crypto";

/** 256 random bits for an emailed link. The database stores only its hash. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashOf(token) };
}

/** Any text has a hash, so that a token needs no validation before it is looked up. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
