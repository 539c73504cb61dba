import type { Db } from "../../../platform/database/database.server.ts";
import type { Caller, SignInResult } from "../../../platform/identity/caller.server.ts";
import type { Identity } from "../../../platform/identity/identity.server.ts";
import { type CodePurpose, codeMinutes } from "../../../platform/identity/phone/phone-codes.server.ts";
import { clientKey, consumeAttempt, type Limit } from "../../../platform/limits/limits.server.ts";
import type { Channel } from "../../../platform/messaging/channels.ts";
import type { Messaging } from "../../../platform/messaging/messaging.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { limits } from "../limits.ts";
import { readSignInPhone } from "./phone-number.ts";

export type PhonePorts = { db: Db; identity: Identity; messaging: Messaging };

/** Where a code was sent. `channel`: null when one was sent less than half a minute ago and this request sent none. */
export type SentCode = { phone: string; channel: Channel | null };

/**
 * Sends a six-digit code to a number, by the requested channel or, if that fails, by another. It does not look up
 * accounts, so neither the answer nor its time reveals whether there is one. A repeated request within half a minute
 * sends nothing. Refused: 'bad-phone', 'too-often' (any limit against SMS pumping), 'not-sent' (no provider accepted
 * it).
 */
export async function sendPhoneCode(
  ports: PhonePorts,
  caller: Caller,
  typed: { phone: string; channel?: Channel | undefined },
  purpose: CodePurpose = { kind: "sign-in" },
): Promise<Done<SentCode> | Refused<"bad-phone" | "too-often" | "not-sent">> {
  const { identity, messaging } = ports;
  const phone = readSignInPhone(typed.phone, messaging.callingCodes);
  if (phone === null) return refused("bad-phone");
  if ((await identity.phoneCodeWait(phone, purpose)) > 0) return done({ phone, channel: null });
  if (!(await consumeAttempt(ports, sendingLimits(messaging, caller, phone)))) return refused("too-often");
  const made = await identity.newPhoneCode(phone, purpose);
  if (!made.ok) return done({ phone, channel: null });
  const domain = new URL(caller.origin).hostname;
  const channel = await messaging.sendCode(
    { to: phone, code: made.code, minutes: codeMinutes, domain },
    typed.channel,
  );
  if (channel !== null) return done({ phone, channel });
  await identity.dropPhoneCode(phone, purpose);
  return refused("not-sent");
}

/**
 * Signs in with the code from the message; a number without an account gets one. Accounts are looked up only after the
 * right code, so a wrong one takes the same time for every number. Refused: 'wrong-code', 'code-over', 'no-sign-up'
 * (none has this number, and no new ones are made now), 'too-often', 'busy'.
 */
export async function signInByPhone(
  ports: PhonePorts,
  caller: Caller,
  typed: { phone: string; code: string },
): Promise<Done<SignInResult> | Refused<"wrong-code" | "code-over" | "no-sign-up" | "too-often" | "busy">> {
  const phone = readSignInPhone(typed.phone, ports.messaging.callingCodes);
  if (phone === null) return refused("wrong-code");
  if (!(await allowCodeAttempt(ports, caller, phone))) return refused("too-often");
  return ports.identity.signInByPhone(caller, phone, digitsOf(typed.code));
}

/** Whether this client may try one more code for this number. */
export function allowCodeAttempt(ports: { db: Db }, caller: Caller, phone: string): Promise<boolean> {
  const { account, client } = limits["phone-code"];
  return consumeAttempt(ports, [
    { what: "phone-code:client", who: clientKey(caller.clientAddress), ...client },
    { what: "phone-code:account", who: phone, ...account },
  ]);
}

/** A code as typed: pasted codes often contain spaces. */
export function digitsOf(code: string): string {
  return code.replace(/\s/g, "");
}

/** The client's limit comes first: a client over its limit must not use up those of a number or of the shop. */
function sendingLimits({ codesPerDay }: Messaging, { clientAddress }: Caller, phone: string): Limit[] {
  const { client, number, numberByDay, prefix, shop } = limits.phone;
  return [
    { what: "phone:client", who: clientKey(clientAddress), ...client },
    { what: "phone:number", who: phone, ...number },
    { what: "phone:number-by-day", who: phone, ...numberByDay },
    { what: "phone:prefix", who: phone.slice(0, -3), ...prefix },
    { what: "phone:shop", who: "", most: codesPerDay, ...shop },
  ];
}
