import type { Db } from "../../platform/database/database.server.ts";
import type { Caller, SignInResult } from "../../platform/identity/caller.server.ts";
import type { Identity } from "../../platform/identity/identity.server.ts";
import { clientKey, consumeAttempt, type Limit, resetAttempts } from "../../platform/limits/limits.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { withConstantTime } from "./constant-time-response.server.ts";
import { isGoodPassword } from "./customer/good-password.server.ts";
import { limits } from "./limits.ts";
import { accountEmail, signUpForm } from "./sign-up.ts";

type Ports = { db: Db; identity: Identity };

/**
 * Signs in with a password. Refused: 'too-often' (10 tries of an account in 15 minutes, right or wrong; the right
 * one forgets the others), 'wrong-credentials', 'not-verified', 'busy'. Whoever is kept out by a stranger's tries
 * gets in with a link or code by mail, which have limits of their own.
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
 * Makes an account and mails the link that verifies its address; says the same for an address that has one.
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
  if (!isGoodPassword(form.data.password, form.data)) return refused("weak-password");
  if (!(await consumeAttempt(ports, both("sign-up", caller, form.data.email)))) return refused("too-often");
  return withConstantTime(ports.identity.signUp(caller, form.data));
}

/** What may be sent by mail to somebody who is not signed in. */
export type SignInEmail = "recover" | "link" | "code";

/**
 * Sends a link or code to an address, if it has an account, and tells nobody whether it has: the same answer after
 * the same time. Refused: 'bad-email', 'too-often'.
 */
export async function sendSignInEmail(
  ports: Ports,
  caller: Caller,
  what: SignInEmail,
  typed: string,
): Promise<Done<{ email: string }> | Refused<"bad-email" | "too-often">> {
  const email = accountEmail.safeParse(typed);
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

/** Signs in with the code from the mail. Refused: 'wrong-code', 'too-often', 'busy'. */
export async function signInByCode(
  ports: Ports,
  caller: Caller,
  typed: { email: string; code: string },
): Promise<Done<SignInResult> | Refused<"wrong-code" | "too-often" | "busy">> {
  const email = accountEmail.safeParse(typed.email);
  if (!email.success) return refused("wrong-code");
  if (!(await consumeAttempt(ports, both("code", caller, email.data)))) return refused("too-often");
  return withConstantTime(
    ports.identity.signInByCode(caller, { email: email.data, otp: typed.code.replace(/\s/g, "") }),
  );
}

/** The client's limit comes first: one that has used up its tries must not use up those of an account. */
function both(what: "login" | "sign-up" | "mail" | "code", caller: Caller, email: string): Limit[] {
  return [
    clientLimit(what, caller),
    { what: `${what}:account`, who: email.slice(0, 300), ...limits[what].account },
  ];
}

function clientLimit(what: keyof typeof limits, { clientAddress }: Caller): Limit {
  return { what: `${what}:client`, who: clientKey(clientAddress), ...limits[what].client };
}
