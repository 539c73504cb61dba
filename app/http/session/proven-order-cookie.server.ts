import type { Signer } from "../../../platform/signer.server.ts";
import { readCookie } from "./read-cookie.server.ts";

/**
 * The order whose phone digits this browser's guest has typed: its details stay visible through reloads and live
 * updates. One order at a time, for half an hour, and no longer than the browser's session: a campus computer has many
 * users.
 */
const validMs = 30 * 60_000;
const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const pattern = new RegExp(`^(${uuid})\\.(\\d{1,15})\\.([\\w-]{43})$`);

/** The Set-Cookie header that stores it, signed. In: the order's id, the current time. */
export function provenOrderCookie(signer: Signer, orderId: string, now: Date, https: boolean): string {
  const claim = `${orderId}.${now.getTime() + validMs}`;
  const attributes = `Path=/track; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}`;
  return `${nameOf(https)}=${claim}.${signer.sign("proven order", claim)}; ${attributes}`;
}

/** The id of the order; null when absent, over or not signed by this shop. */
export function readProvenOrder(signer: Signer, request: Request, now: Date, https: boolean): string | null {
  const [, id, until, signature] = pattern.exec(readCookie(request, nameOf(https)) ?? "") ?? [];
  if (!id || !until || !signature || Number(until) <= now.getTime()) return null;
  return signer.isSigned("proven order", `${id}.${until}`, signature) ? id : null;
}

/** `__Host-` would need the path "/". The page cache knows the prefix (server/page-cache/cacheable-request.ts). */
function nameOf(https: boolean): string {
  return https ? "__Secure-shop-order" : "shop-order";
}
