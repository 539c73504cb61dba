import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/database/database.server.ts";

/** A clock with hands. `statement`: tells the transaction what time it is, before a statement that asks for it. */
export type MovedClock = Clock & { set(at: number): void; statement(): string };

const columns = z.array(z.object({ place: z.string(), column: z.string() }));

/**
 * Moves the time of one transaction: in it, `now()` of statements, of functions and of column defaults is what the
 * clock was set to. In: a transaction of the tables' owner, and the true time. Out: the clock, and `putBack`, to be called before the
 * commit; without it, and when the process dies, the rollback puts everything back, so that nobody else ever sees a
 * default that was moved.
 *
 * Statements and functions look `now` up by name, so a schema before pg_catalog is enough for them. A default is bound
 * to its function when it is made, so defaults are changed.
 */
export async function moveClock(
  tx: Db,
  start: Date,
): Promise<{ clock: MovedClock; putBack(): Promise<void> }> {
  const found = await tx.execute(sql`
    select format('%I.%I', s.nspname, t.relname) as place, format('%I', a.attname) as column
    from pg_attrdef d join pg_class t on t.oid = d.adrelid join pg_namespace s on s.oid = t.relnamespace
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where s.nspname in ('public', 'local_gateway') and pg_get_expr(d.adbin, d.adrelid) = 'now()' order by 1, 2`);
  const moved = columns.parse(found.rows);
  const setDefaults = async (to: string) => {
    for (const { place, column } of moved) {
      await tx.execute(sql.raw(`alter table ${place} alter column ${column} set default ${to}`));
    }
  };
  await tx.execute(sql`create schema demo_clock`);
  await tx.execute(sql`
    create function demo_clock.now() returns timestamptz language sql stable
    return current_setting('demo_clock.at')::timestamptz`);
  let time = start.getTime();
  const clock: MovedClock = {
    now: () => new Date(time),
    set: (at) => {
      time = at;
    },
    statement: () => `set local demo_clock.at = '${new Date(time).toISOString()}'`,
  };
  await tx.execute(sql.raw(clock.statement()));
  await tx.execute(sql`set local search_path = demo_clock, pg_catalog, public`);
  await setDefaults("demo_clock.now()");
  return {
    clock,
    async putBack() {
      await tx.execute(sql`set local search_path to default`);
      await setDefaults("pg_catalog.now()");
      // Refused by PostgreSQL while anything still depends on it: no default can be forgotten.
      await tx.execute(sql`drop function demo_clock.now()`);
      await tx.execute(sql`drop schema demo_clock`);
    },
  };
}
