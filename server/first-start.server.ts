import { sql } from "drizzle-orm";
import { wantDemoHistory } from "../demo/history.server.ts";
import { seedDemo } from "../demo/seed.server.ts";
import type { DemoBrand } from "../platform/config.server.ts";
import { inTransaction } from "../platform/database/database.server.ts";
import { markDone } from "../platform/database/one-time-tasks.server.ts";
import type { Services } from "../platform/services.server.ts";
import { StartError } from "../platform/start-error.ts";
import { startClosed } from "../shop/settings/opening.server.ts";

/**
 * The first start on a database: in demo mode fills the shop, in live mode records the start and closes the
 * shop until its owner opens it, so that a later start
 * in demo mode does not load demo data into a real shop. Atomic: when killed, the next start begins again. `history`:
 * whether the demo gets an order history (`prepareDemoHistory`); `brand`: whose shop it is. Out: whether the demo catalogue was loaded now.
 */
export async function firstStart(
  services: Services,
  { history = false, brand = "campus" }: { history?: boolean; brand?: DemoBrand } = {},
): Promise<boolean> {
  if (services.site.mode === "live") await refuseDemoAccounts(services);
  return inTransaction(services.db, async (db) => {
    // Of two servers that start on one database the second waits here, and then finds it done.
    await db.execute(sql`set local statement_timeout = 0`);
    await db.execute(sql`set local lock_timeout = 0`);
    await db.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    if (!(await markDone(db, "first start"))) return false;
    if (services.site.mode === "live") {
      await startClosed(db);
      return false;
    }
    await seedDemo({ ...services, db }, brand);
    // The history has orders of the local gateway, which Cashfree does not have.
    if (history && services.payments.online?.mode === "local") await wantDemoHistory(db);
    return true;
  });
}

/** Nobody owns an address under `.test` (RFC 6761): these accounts are the demo's, whose passwords are public. */
async function refuseDemoAccounts({ db }: Services) {
  const { rows } = await db.execute(
    sql`select email from users where email_verified and email ilike '%@campus.test' order by role limit 1`,
  );
  const [found] = rows;
  if (!found) return;
  throw new StartError(
    [
      `The data hold accounts of the demo (${String(found.email)}), whose passwords everybody knows, and MODE is live.`,
      "Start the real shop on an empty DATA_DIR, or an empty database at DATABASE_URL: DATA_DIR=./live npm start",
      "Products come along as a file: in the demo under Admin, Import, export them, and import them in the real shop.",
    ].join("\n"),
  );
}

/** Whether any account can open the back office. */
export async function hasOwner({ db }: Services): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from users where role = 'admin' and banned_at is null limit 1`,
  );
  return rows.length > 0;
}
