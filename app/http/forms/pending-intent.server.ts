import { randomUUID } from "node:crypto";
import { sameSitePath } from "../same-site.ts";
import { readCookie } from "../session/read-cookie.server.ts";

/**
 * What a guest wanted to do, stored over the sign-in (docs/decisions/0007). The return address contains it; a cookie
 * proves that this browser requested it. Only with both is it completed automatically: a foreign link has no cookie,
 * and shows a confirmation button (CSRF).
 */
export type PendingIntent = { fields: Record<string, string>; own: boolean };

const savedFields = ["intent", "product", "size", "colour", "quantity", "from", "next"];
const maxFieldLength = 500;

/** In: the guest's form fields and the screen that handles them. Out: the return address and the cookie. */
export function savePendingIntent(fields: ReadonlyMap<string, string>, screen: string, https: boolean) {
  const id = randomUUID();
  const query = new URLSearchParams({ pending: id });
  for (const name of savedFields) {
    const value = fields.get(name);
    if (value && value.length <= maxFieldLength) query.set(name, value);
  }
  return {
    next: `${screen}?${query}`,
    cookie: `${cookieName(https)}=${id}; Max-Age=86400; ${attributes(https)}`,
  };
}

/** The intent of an address, or null. */
export function readPendingIntent(request: Request, https: boolean): PendingIntent | null {
  const asked = new URL(request.url).searchParams;
  const id = asked.get("pending");
  if (!id) return null;
  const fields = Object.fromEntries(
    savedFields.flatMap((name) => (asked.has(name) ? [[name, asked.get(name) ?? ""]] : [])),
  );
  return { fields: { ...fields, pending: id }, own: readCookie(request, cookieName(https)) === id };
}

/** A Set-Cookie header that deletes the intent, so that it is completed only once. */
export function clearPendingIntent(https: boolean): string {
  return `${cookieName(https)}=; Max-Age=0; ${attributes(https)}`;
}

/** Target after a form: a path on this site, otherwise the screen itself. */
export function nextPath(fields: ReadonlyMap<string, string>, screen: string): string {
  return sameSitePath(fields.get("next")) ?? screen;
}

function cookieName(https: boolean): string {
  return https ? "__Host-pending" : "pending";
}

function attributes(https: boolean): string {
  return `Path=/; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}`;
}
