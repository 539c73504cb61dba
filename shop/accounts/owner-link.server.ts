import { createHash, randomBytes, randomUUID } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { type Caller, type Cookies, cookieHeader } from "../../platform/identity/caller.server.ts";
import type { Identity } from "../../platform/identity/identity.server.ts";
import { hashPassword, TooBusy } from "../../platform/identity/password.server.ts";
import {
  credential,
  session,
  twoFactor,
  users,
  verification,
} from "../../platform/identity/tables.server.ts";
import type { AccountHolder } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { emailAddress } from "../text/email-address.ts";
import { allowPasswordAttempt } from "./customer/change-password.server.ts";
import { isGoodPassword } from "./customer/good-password.server.ts";
import { allowLinkAttempt } from "./follow-link.server.ts";
import { signUpForm } from "./sign-up.ts";

type Ports = { db: Db; identity: Identity };

/** The setup data of an authenticator app; shown once. */
export type OwnerSetup = { cookies: Cookies; uri: string; recoveryCodes: string[] };

const validMinutes = 60;
const linkRows = z.object({ email: z.string() });

/**
 * Creates the link with which somebody becomes the owner of the shop: an admin with their own password and second
 * factor. Valid once, for an hour; an earlier link for the same address is revoked. Only a command on the shop's
 * machine calls this, so HTTP can never create the first admin. Refused: 'bad-email'.
 */
export async function makeOwnerLink(
  { db }: { db: Db },
  typed: string,
): Promise<Done<{ token: string }> | Refused<"bad-email">> {
  const email = emailAddress.safeParse(typed);
  if (!email.success) return refused("bad-email");
  const token = randomBytes(32).toString("base64url");
  const value = JSON.stringify({ email: email.data });
  await inTransaction(db, async (tx) => {
    await tx
      .delete(verification)
      .where(and(eq(verification.identifier, "owner-link"), eq(verification.value, value)));
    await tx.insert(verification).values({
      id: idOf(token),
      identifier: "owner-link",
      value,
      expiresAt: sql`now() + make_interval(mins => ${validMinutes})`,
    });
  });
  return done({ token });
}

/** The owner of a link; null when it is expired or unknown. */
export async function ownerOfLink({ db }: { db: Db }, token: string): Promise<string | null> {
  const [row] = await db
    .select({ value: verification.value })
    .from(verification)
    .where(and(eq(verification.id, idOf(token)), gt(verification.expiresAt, sql`now()`)));
  return row ? linkRows.parse(JSON.parse(row.value)).email : null;
}

/**
 * First step: creates the account, or takes over the one with that address, sets name and password, signs in and starts
 * a second factor. All earlier passwords, Google links, second factors and sessions end, because an operator with shell
 * access may also restore the access of an owner who lost a phone. The user is not an admin yet. Refused: 'link-over',
 * 'bad-name', 'weak-password', 'too-often', 'busy'.
 */
export async function beginOwnerSetup(
  ports: Ports,
  caller: Caller,
  token: string,
  typed: { name: string; password: string },
): Promise<Done<OwnerSetup> | Refused<"link-over" | "bad-name" | "weak-password" | "too-often" | "busy">> {
  if (!(await allowLinkAttempt(ports, caller))) return refused("too-often");
  const email = await ownerOfLink(ports, token);
  if (email === null) return refused("link-over");
  const form = signUpForm.safeParse({ ...typed, email });
  if (!form.success) return refused("bad-name");
  const { name, password } = form.data;
  if (!(await isGoodPassword(password, { name, email }))) return refused("weak-password");
  const hash = await hashPassword(password).catch((error: unknown) => {
    if (error instanceof TooBusy) return null;
    throw error;
  });
  if (hash === null) return refused("busy");
  await inTransaction(ports.db, (tx) => makeAccount(tx, { email, name, hash }));

  const entered = await ports.identity.signIn(caller, { email, password });
  if (!entered.ok) return refused("busy");
  const { cookies } = entered.value;
  const begun = await ports.identity.enrolSecondFactor(
    { ...caller, cookie: cookieHeader(cookies) },
    password,
  );
  return begun.ok ? done({ cookies, ...begun.value }) : refused("busy");
}

async function makeAccount(tx: Db, { email, name, hash }: { email: string; name: string; hash: string }) {
  const fresh = { name, emailVerified: true, twoFactorEnabled: false, bannedAt: null };
  const [user] = await tx
    .insert(users)
    .values({ id: randomUUID(), email, ...fresh })
    .onConflictDoUpdate({ target: users.email, set: { ...fresh, updatedAt: sql`now()` } })
    .returning({ id: users.id });
  if (!user) throw new Error("an account was neither made nor found");
  await tx.delete(session).where(eq(session.userId, user.id));
  await tx.delete(credential).where(eq(credential.userId, user.id));
  await tx.delete(twoFactor).where(eq(twoFactor.userId, user.id));
  await tx.insert(credential).values({
    id: randomUUID(),
    userId: user.id,
    accountId: user.id,
    providerId: "credential",
    password: hash,
  });
}

/**
 * Last step: a code from the app enables the second factor, consumes the link and makes the user an admin (audited).
 * In: the user signed in since the first step. Out: the cookies of the session. Refused: 'link-over' (also for
 * another user's link), 'wrong-code', 'begin-again', 'too-often', 'busy'.
 */
export async function finishOwnerSetup(
  ports: Ports,
  caller: Caller,
  person: AccountHolder,
  { token, code }: { token: string; code: string },
): Promise<Done<Cookies> | Refused<"link-over" | "wrong-code" | "begin-again" | "too-often" | "busy">> {
  if ((await ownerOfLink(ports, token)) !== person.email?.toLowerCase()) return refused("link-over");
  if (!(await allowPasswordAttempt(ports, person.id))) return refused("too-often");
  const confirmed = await ports.identity.confirmSecondFactor(caller, code);
  if (!confirmed.ok) return confirmed;
  return inTransaction(ports.db, async (tx) => {
    const used = await tx
      .delete(verification)
      .where(eq(verification.id, idOf(token)))
      .returning({ id: verification.id });
    if (used.length === 0) return refused("link-over");
    await tx.update(users).set({ role: "admin", updatedAt: sql`now()` }).where(eq(users.id, person.id));
    await recordAction(tx, {
      actor: { kind: "staff", id: person.id, name: person.name, permissions: new Set() },
      action: "user.become-owner",
      subject: { kind: "user", id: person.id, name: person.email ?? "" },
      after: { role: "admin" },
    });
    return done(confirmed.value);
  });
}

function idOf(token: string): string {
  return createHash("sha256").update(`owner-link-${token}`).digest("base64url");
}
