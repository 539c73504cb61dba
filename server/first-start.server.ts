import { sql } from "drizzle-orm";
import { seedDemo } from "../db/seed.server.ts";
import { inTransaction } from "../platform/database/database.server.ts";
import type { Services } from "../platform/services.server.ts";

/**
 * On the very first start on a database: in demo mode fills the shop, in live mode only notes that it started, so
 * that no later start in demo mode pours the demo into a real shop. All or nothing: killed half way, the next
 * start begins again. Out: whether the demo catalogue was loaded now.
 */
export async function firstStart(services: Services): Promise<boolean> {
  return inTransaction(services.db, async (db) => {
    // Two servers that start at once on one database: the second waits here, and then finds it done.
    await db.execute(sql`set local statement_timeout = 0`);
    await db.execute(sql`set local lock_timeout = 0`);
    await db.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    const noted = await db.execute(
      sql`insert into done_once (what) values ('first start') on conflict do nothing returning what`,
    );
    if (noted.rows.length === 0 || services.site.mode === "live") return false;
    await seedDemo({ ...services, db });
    return true;
  });
}
