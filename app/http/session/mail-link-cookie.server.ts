import { sameSitePath } from "../same-site.ts";
import { readCookie } from "./read-cookie.server.ts";

/**
 * State for a visitor who leaves to read a mail: the return address, and the proof with which a sign-up link signs in
 * here (platform/identity/identity/mail-links.server.ts). Valid for a day, like that link.
 */
export type MailLinkState = { proof: string | null; next: string | null };

const maxAgeSeconds = 86_400;

/** The Set-Cookie header that stores it. */
export function mailLinkCookie({ proof, next }: MailLinkState, https: boolean): string {
  const value = `${proof ?? ""}.${encodeURIComponent(next ?? "")}`;
  return `${cookieName(https)}=${value}; Max-Age=${maxAgeSeconds}; ${attributes(https)}`;
}

/** The stored state; empty when absent or invalid. */
export function readMailLinkCookie(request: Request, https: boolean): MailLinkState {
  const [, proof = "", next = ""] =
    /^([\w-]*)\.(\S*)$/.exec(readCookie(request, cookieName(https)) ?? "") ?? [];
  return { proof: proof || null, next: sameSitePath(decoded(next)) };
}

/** The Set-Cookie header that deletes it. */
export function clearMailLinkCookie(https: boolean): string {
  return `${cookieName(https)}=; Max-Age=0; ${attributes(https)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function cookieName(https: boolean): string {
  return https ? "__Host-mail-link" : "mail-link";
}

function attributes(https: boolean): string {
  return `Path=/; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}`;
}
