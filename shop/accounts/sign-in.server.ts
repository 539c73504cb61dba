import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "../../platform/database/database.server.ts";
import type { Caller, SignInResult } from "../../platform/identity/caller.server.ts";
import type { Identity } from "../../platform/identity/identity.server.ts";
import { clientKey, consumeAttempt, type Limit, resetAttempts } from "../../platform/limits/limits.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { emailAddress } from "../text/email-address.ts";
import { isGoodPassword } from "./customer/good-password.server.ts";
import { limits } from "./limits.ts";
import { signUpForm } from "./sign-up.ts";

type Ports = { db: Db; identity: Identity };

/**
 * Signs in with a password. Refused: 'too-often' (10 attempts per account in 15 minutes; a correct one resets the
 * count), 'wrong-credentials', 'not-verified', 'busy'. A user locked out by a stranger's attempts can use an emailed
 * link or code, which have separate limits.
 */
export async function signIn(
  ports: Ports,
  caller: Caller,
  typed: { email: string; password: string },
): Promise<Done<SignInResult> | Refused<"too-often" | "wrong-credentials" | "not-verified" | "busy">> {
  const email = typed.email.trim().toLowerCase();
  if (!(await consumeAttempt(ports, both("login", caller, email)))) return refused("too-often");
  const answer = await ports.identity.signIn(caller, { email, password: typed.password });
  if (answer.ok) await resetAttempts(ports, { what: "login:account", who: email });
  return answer;
}

/**
 * Creates an account and emails the verification link; the response is the same for an address that has an account.
 * Refused: 'bad-name', 'bad-email', 'weak-password', 'too-often', 'busy'.
 */
export async function signUp(
  ports: Ports,
  caller: Caller,
  typed: { name: string; email: string; password: string },
): Promise<Done | Refused<"bad-name" | "bad-email" | "weak-password" | "too-often" | "busy">> {
  const form = signUpForm.safeParse(typed);
  if (!form.success) {
    return refused(form.error.issues.some(({ path }) => path[0] === "name") ? "bad-name" : "bad-email");
  }
  if (!(await isGoodPassword(form.data.password, form.data))) return refused("weak-password");
  if (!(await consumeAttempt(ports, both("sign-up", caller, form.data.email)))) return refused("too-often");
  return withConstantTime(ports.identity.signUp(caller, form.data));
}

/** Emails that a visitor can request without being signed in. */
export type SignInEmail = "recover" | "link" | "code";

/**
 * Emails a link or code if the address has an account. The response and its time are the same either way. Refused:
 * 'bad-email', 'too-often'.
 */
export async function sendSignInEmail(
  ports: Ports,
  caller: Caller,
  what: SignInEmail,
  typed: string,
): Promise<Done<{ email: string }> | Refused<"bad-email" | "too-often">> {
  const email = emailAddress.safeParse(typed);
  if (!email.success) return refused("bad-email");
  if (!(await consumeAttempt(ports, both("mail", caller, email.data)))) return refused("too-often");
  const { identity } = ports;
  const ask = {
    recover: () => identity.askToRecover(caller, email.data),
    link: () => identity.sendLink(caller, email.data),
    code: () => identity.sendCode(caller, email.data),
  };
  await withConstantTime(ask[what]());
  return done({ email: email.data });
}

/** Signs in with the code from the email. Refused: 'wrong-code', 'too-often', 'busy'. */
export async function signInByCode(
  ports: Ports,
  caller: Caller,
  typed: { email: string; code: string },
): Promise<Done<SignInResult> | Refused<"wrong-code" | "too-often" | "busy">> {
  const email = emailAddress.safeParse(typed.email);
  if (!email.success) return refused("wrong-code");
  if (!(await consumeAttempt(ports, both("code", caller, email.data)))) return refused("too-often");
  return withConstantTime(
    ports.identity.signInByCode(caller, { email: email.data, otp: typed.code.replace(/\s/g, "") }),
  );
}

/** The client's limit is checked first, so that a client over its limit does not use up an account's attempts. */
function both(what: "login" | "sign-up" | "mail" | "code", caller: Caller, email: string): Limit[] {
  return [
    clientLimit(what, caller),
    { what: `${what}:account`, who: email.slice(0, 300), ...limits[what].account },
  ];
}

function clientLimit(what: keyof typeof limits, { clientAddress }: Caller): Limit {
  return { what: `${what}:client`, who: clientKey(clientAddress), ...limits[what].client };
}

/** Longer than any of these operations takes on a healthy machine. */
const minimumMs = 400;

/** Resolves no sooner than 400 ms after the call, so that timing does not reveal whether an account exists. */
async function withConstantTime<Answer>(work: Promise<Answer>): Promise<Answer> {
  const [answer] = await Promise.all([work, pause(minimumMs)]);
  return answer;
}
