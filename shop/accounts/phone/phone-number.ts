import { type Channel, channels } from "../../../platform/messaging/channels.ts";
import { readMobile } from "../customer/formats.ts";

/**
 * India only: a code to a number elsewhere costs many times as much, and the operator of that number may earn a share.
 */
const usualCallingCodes: readonly string[] = ["91"];

/**
 * Parses a mobile number to sign in with. In: as typed, and the allowed calling codes ("91", "971"). An Indian number
 * may begin with +91, 91, 0 or no prefix; one of another country needs its "+" and calling code. Out: the number in
 * E.164 ("+919876543210"), or null.
 */
export function readSignInPhone(
  typed: string,
  callingCodes: readonly string[] = usualCallingCodes,
): string | null {
  const indian = readMobile(typed);
  if (indian !== null) return callingCodes.includes("91") ? indian : null;
  const digits = typed.replace(/[\s().-]/g, "");
  if (!/^\+[1-9][0-9]{7,14}$/.test(digits) || digits.startsWith("+91")) return null;
  return callingCodes.some((code) => digits.startsWith(`+${code}`)) ? digits : null;
}

/** "98xxxx3210": enough for its owner to recognise a number, not to call it. In: E.164. */
export function maskedPhone(phone: string): string {
  const local = phone.replace(/^\+91/, "");
  return `${local.slice(0, 2)}xxxx${local.slice(-4)}`;
}

/** The channel in a form or a cookie, or undefined. */
export function readChannel(typed: string | undefined): Channel | undefined {
  return channels.find((channel) => channel === typed);
}
