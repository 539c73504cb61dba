import type { Channel } from "../../../platform/messaging/channels.ts";
import { formatMobile } from "../../../shop/accounts/customer/formats.ts";
import { readChannel } from "../../../shop/accounts/phone/phone-number.ts";
import { readCookie } from "./read-cookie.server.ts";

/** The number that a code was sent to, and the channel (null: unknown). */
export type PhoneState = { phone: string; channel: Channel | null };

/** As long as a code works. */
const maxAgeSeconds = 600;

/**
 * The Set-Cookie header that stores it for the next screen: in a URL the number would stay in histories and logs.
 */
export function phoneCookie({ phone, channel }: PhoneState, https: boolean): string {
  return `${cookieName(https)}=${phone.slice(1)}.${channel ?? ""}; Max-Age=${maxAgeSeconds}; ${attributes(https)}`;
}

/** The stored state, with the number formatted for display; null when absent or invalid. */
export function readPhoneCookie(request: Request, https: boolean): (PhoneState & { shown: string }) | null {
  const [, digits, by] = /^(\d{8,15})\.(\w*)$/.exec(readCookie(request, cookieName(https)) ?? "") ?? [];
  if (digits === undefined) return null;
  const phone = `+${digits}`;
  return { phone, shown: formatMobile(phone), channel: readChannel(by) ?? null };
}

/** The Set-Cookie header that deletes it. */
export function clearPhoneCookie(https: boolean): string {
  return `${cookieName(https)}=; Max-Age=0; ${attributes(https)}`;
}

function cookieName(https: boolean): string {
  return https ? "__Host-phone" : "phone";
}

function attributes(https: boolean): string {
  return `Path=/; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}`;
}
