import { createHash } from "node:crypto";

/**
 * A stable id, so that addresses and tests stay valid across seedings. In: its kind and name. Out: a UUID (version 8,
 * RFC 9562) derived from a hash, so that the first 8 characters, the short id, differ.
 */
export function stableId(what: string, name: string): string {
  const hex = createHash("sha256").update(`campus-style:${what}:${name}`).digest("hex");
  const variant = "89ab"[Number.parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
