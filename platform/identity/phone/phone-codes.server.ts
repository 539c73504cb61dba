import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../database/database.server.ts";
import { phoneCode } from "../tables.server.ts";

/** How long a code works, and how many attempts it has: as for codes by email. */
export const codeMinutes = 10;
const maxAttempts = 5;
/** The time between two codes to one number. The first usually arrives within it. */
const resendSeconds = 30;

/**
 * What a code is for: to sign in, for a signed-in user to prove a number or an email address, or to confirm an order. A
 * code for one purpose does not work for another.
 */
export type CodePurpose =
  | { kind: "sign-in" }
  | { kind: "prove"; userId: string }
  | { kind: "confirm-order"; orderId: string };

type Ports = { db: Db; secret: string };
/** `to`: the number, or the email address. */
type About = { to: string; purpose: CodePurpose };

/**
 * A new six-digit code for a number ("+91XXXXXXXXXX") or an email address, in place of the one before. Out: the code,
 * to be sent and not stored; or how many seconds to wait, when one was created less than 30 seconds ago. Of two
 * concurrent calls one gets it.
 */
export async function newPhoneCode(
  ports: Ports,
  about: About,
): Promise<{ ok: true; code: string } | { ok: false; waitSeconds: number }> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const { rowCount } = await ports.db.execute(sql`
    insert into phone_code (key, code_hash, expires_at)
    values (${keyOf(ports, about)}, ${hashOf(ports, about, code)}, now() + make_interval(mins => ${codeMinutes}))
    on conflict (key) do update set code_hash = excluded.code_hash, attempts = 0, sent_at = now(),
      expires_at = excluded.expires_at
    where phone_code.sent_at <= now() - make_interval(secs => ${resendSeconds})`);
  return rowCount === 1 ? { ok: true, code } : { ok: false, waitSeconds: await resendWait(ports, about) };
}

/** In how many seconds a number may be sent another code; 0: now. */
export async function resendWait(ports: Ports, about: About): Promise<number> {
  const [sent] = await ports.db
    .select({
      wait: sql<number>`greatest(0, ceil(extract(epoch from sent_at - now()) + ${resendSeconds}))::int`,
    })
    .from(phoneCode)
    .where(eq(phoneCode.key, keyOf(ports, about)));
  return sent?.wait ?? 0;
}

/** Whether a code for this number and purpose was sent and is valid. */
export async function hasPhoneCode(ports: Ports, about: About): Promise<boolean> {
  const { rows } = await ports.db.execute(
    sql`select from phone_code where key = ${keyOf(ports, about)} and expires_at > now()`,
  );
  return rows.length > 0;
}

/** Deletes a code that could not be sent, so that the next one need not wait. */
export async function dropPhoneCode(ports: Ports, about: About): Promise<void> {
  await ports.db.execute(sql`delete from phone_code where key = ${keyOf(ports, about)}`);
}

/**
 * Uses a code once. Out: 'right'; 'wrong'; or 'over' when there is none, it is older than 10 minutes, or had five
 * attempts. An attempt is counted before the code is compared, and of two concurrent calls with the right code one gets
 * 'right'.
 */
export async function consumePhoneCode(
  ports: Ports,
  about: About,
  typed: string,
): Promise<"right" | "wrong" | "over"> {
  const key = keyOf(ports, about);
  const [stored] = await ports.db
    .update(phoneCode)
    .set({ attempts: sql`${phoneCode.attempts} + 1` })
    .where(and(eq(phoneCode.key, key), sql`expires_at > now() and attempts < ${maxAttempts}`))
    .returning({ codeHash: phoneCode.codeHash });
  if (!stored) return "over";
  const hash = hashOf(ports, about, typed);
  if (!timingSafeEqual(Buffer.from(hash), Buffer.from(stored.codeHash))) return "wrong";
  const { rowCount } = await ports.db.execute(
    sql`delete from phone_code where key = ${key} and code_hash = ${hash}`,
  );
  return rowCount === 1 ? "right" : "over";
}

/** Deletes expired codes. Out: how many. */
export async function deleteOldPhoneCodes({ db }: { db: Db }): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from phone_code where expires_at < now()`);
  return rowCount ?? 0;
}

function keyOf({ secret }: Ports, { to, purpose }: About): string {
  return keyed(secret, `phone-code-key ${nameOf(purpose)} ${to}`);
}

function nameOf(purpose: CodePurpose): string {
  switch (purpose.kind) {
    case "sign-in":
      return purpose.kind;
    case "prove":
      return `${purpose.kind} ${purpose.userId}`;
    case "confirm-order":
      return `${purpose.kind} ${purpose.orderId}`;
  }
}

/** Keyed with the shop's secret: six digits could be recovered from a plain hash by brute force. */
function hashOf(ports: Ports, about: About, code: string): string {
  return keyed(ports.secret, `phone-code ${keyOf(ports, about)} ${code}`);
}

function keyed(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url");
}
