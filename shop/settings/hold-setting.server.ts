import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";

/**
 * Puts a shop that is being restored on hold: it sends nothing until staff decide (shop/hold). In: the time of the
 * backup (ISO).
 */
export async function putOnHold(db: Db, backup: string): Promise<void> {
  await db.execute(sql`
    insert into setting (key, value) values ('hold', jsonb_build_object('backup', ${backup}::text,
      'since', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    on conflict (key) do update set value = excluded.value, version = setting.version + 1`);
}

/** Takes a shop off hold, also one that was on hold when its backup was made. */
export async function takeOffHold(db: Db): Promise<void> {
  await db.execute(sql`update setting set value = 'null'::jsonb, version = version + 1 where key = 'hold'`);
}
