import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import { type Db, isBusy } from "../../platform/database/database.server.ts";

/** A clock that can be set. `statement`: sets the session's time, to run before a statement that uses it. */
export type MovedClock = Clock & { set(at: number): void; statement(): string };

const columns = z.array(z.object({ place: z.string(), column: z.string() }));

/**
 * Binds the column defaults `now()` to a function that returns the session setting `demo_clock.at`, and PostgreSQL's
 * time when it is not set, as in all sessions except the history's. A default is bound to its function when it is
 * created, so the search path does not affect it. Takes short locks on all tables: call it before the shop opens.
 * Idempotent.
 */
export async function bindDefaults(db: Db): Promise<void> {
  await db.execute(sql`create schema if not exists demo_clock`);
  await db.execute(sql`
    create or replace function demo_clock.now() returns timestamptz language sql stable
    return coalesce(nullif(current_setting('demo_clock.at', true), '')::timestamptz, pg_catalog.now())`);
  for (const statement of await changesOf(db, "now()", "demo_clock.now()"))
    await db.execute(sql.raw(statement));
}

/** Binds them to PostgreSQL's own `now()` again, table by table, concurrently with open transactions. */
export async function unbindDefaults(db: Db): Promise<void> {
  const changes = await changesOf(db, "demo_clock.now()", "pg_catalog.now()");
  // PostgreSQL refuses this while anything depends on it, so no default can be missed.
  const drops = ["drop function if exists demo_clock.now()", "drop schema if exists demo_clock"];
  for (const statement of [...changes, ...drops]) await untilFree(db, statement);
}

/** Statements that change the defaults `from` to `to`. */
async function changesOf(db: Db, from: string, to: string): Promise<string[]> {
  const found = await db.execute(sql`
    select format('%I.%I', s.nspname, t.relname) as place, format('%I', a.attname) as column
    from pg_attrdef d join pg_class t on t.oid = d.adrelid join pg_namespace s on s.oid = t.relnamespace
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where s.nspname in ('public', 'local_gateway') and pg_get_expr(d.adbin, d.adrelid) = ${from} order by 1, 2`);
  return columns
    .parse(found.rows)
    .map(({ place, column }) => `alter table ${place} alter column ${column} set default ${to}`);
}

/** Waits only briefly for its lock, so that nobody queues behind it for long, and tries again. */
async function untilFree(db: Db, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.execute(sql.raw(`begin; set local lock_timeout = '200ms'; ${statement}; commit`));
      return;
    } catch (error) {
      await db.execute(sql.raw("rollback"));
      if (attempt === 100 || !isBusy(error)) throw error;
    }
  }
}

/**
 * Shifts the time of one session: in it, `now()` in statements, in functions and (after `bindDefaults`) in column
 * defaults is the time of this clock. Statements and functions look `now` up by name, so a schema before pg_catalog is
 * enough for them.
 */
export async function moveClock(tx: Db, start: Date): Promise<MovedClock> {
  let time = start.getTime();
  const clock: MovedClock = {
    now: () => new Date(time),
    set: (at) => {
      time = at;
    },
    statement: () => `set demo_clock.at = '${new Date(time).toISOString()}'`,
  };
  await tx.execute(sql.raw(clock.statement()));
  await tx.execute(sql`set search_path = demo_clock, pg_catalog, public`);
  return clock;
}
