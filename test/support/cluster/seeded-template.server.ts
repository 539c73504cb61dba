import { join } from "node:path";
import { sql } from "drizzle-orm";
import { loadPinCodes } from "../../../db/pin-codes.server.ts";
import { seedDemo } from "../../../demo/seed.server.ts";
import { connect } from "../../../platform/database/database.server.ts";
import { makeLog } from "../../../platform/log.server.ts";
import { folderStorage } from "../../../platform/storage/storage.server.ts";
import { testClock } from "../test-clock.ts";
import { alone, databaseAt, onDatabase, templateName } from "./databases.server.ts";

/**
 * The database and the storage folder of a shop full of the demo catalogue, for cloning. Filled by the first test
 * file of a run that asks for it, while others that ask wait.
 */
export async function seededTemplate(cluster: { url: string; folder: string }) {
  const seeded = { database: templateName.seeded, storage: join(cluster.folder, "seeded-storage") };
  await alone(cluster.url, 1, async () => {
    const found = await onDatabase(
      cluster.url,
      `select 1 from pg_database where datname = '${seeded.database}'`,
    );
    if (found.length > 0) return;
    // It gets its final name only when it is complete.
    const filling = `${seeded.database}_filling`;
    await onDatabase(cluster.url, `drop database if exists ${filling}`);
    await onDatabase(cluster.url, `create database ${filling} template ${templateName.empty}`);
    const log = makeLog({ level: "silent", json: true });
    const { db, close } = connect({ url: databaseAt(cluster.url, filling), log });
    const clock = testClock();
    await seedDemo({ db, storage: folderStorage(seeded.storage), clock });
    // Orders take coupons by the database's time, previews by the shop's clock: those that run, run by both.
    const at = clock.now().toISOString();
    await db.execute(sql`
      update coupon set valid_from = least(valid_from, now() + (valid_from - ${at}::timestamptz)),
        valid_to = greatest(valid_to, now() + (valid_to - ${at}::timestamptz))
      where ${at}::timestamptz between valid_from and valid_to`);
    await loadPinCodes(db);
    await close();
    await onDatabase(cluster.url, `alter database ${filling} rename to ${seeded.database}`);
  });
  return seeded;
}
