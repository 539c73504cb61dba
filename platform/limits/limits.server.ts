import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../database/database.server.ts";

/** How often `what` may be attempted by `who` (an address, an account) per window of minutes. */
export type Limit = { what: string; who: string; most: number; minutes: number };

const counted = z.tuple([z.object({ attempts: z.coerce.number() })]);

/**
 * Counts an attempt under each limit in order, and returns whether it is allowed. Limits after the first exceeded one
 * are not counted, so that a client over its limit cannot use up an account's attempts. Atomic across servers, by the
 * database's time. `who` is stored as a hash only.
 */
export async function consumeAttempt({ db }: { db: Db }, limits: Limit[]): Promise<boolean> {
  for (const limit of limits) {
    if ((await count(db, limit)) > limit.most) return false;
  }
  return true;
}

/** Resets the attempts under a limit, for example after the right password. */
export async function resetAttempts({ db }: { db: Db }, limit: Pick<Limit, "what" | "who">): Promise<void> {
  await db.execute(sql`delete from rate_limit where key = ${keyOf(limit)}`);
}

/**
 * The key of a network address. A home or a phone has 2^64 IPv6 addresses, so they count by their first half; IPv4
 * addresses count as they are.
 */
export function clientKey(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [before = "", after] = address.split("::");
  const groups = before.split(":").filter(Boolean);
  const rest = after?.split(":").filter(Boolean) ?? [];
  const zeros = after === undefined ? [] : Array(Math.max(0, 8 - groups.length - rest.length)).fill("0");
  return [...groups, ...zeros, ...rest].slice(0, 4).join(":");
}

async function count(db: Db, limit: Limit): Promise<number> {
  const ends = sql`now() + make_interval(mins => ${limit.minutes})`;
  const { rows } = await db.execute(sql`
    with swept as (
      delete from rate_limit where key in (
        select key from rate_limit where window_ends < now() - interval '1 hour' limit 10 for update skip locked)
    )
    insert into rate_limit as stored (key, attempts, window_ends) values (${keyOf(limit)}, 1, ${ends})
    on conflict (key) do update set
      attempts = case when stored.window_ends <= now() then 1 else least(stored.attempts + 1, 1000000) end,
      window_ends = case when stored.window_ends <= now() then ${ends} else stored.window_ends end
    returning attempts`);
  return counted.parse(rows)[0].attempts;
}

function keyOf({ what, who }: Pick<Limit, "what" | "who">): string {
  return `${what}:${createHash("sha256").update(who).digest("base64url").slice(0, 22)}`;
}
