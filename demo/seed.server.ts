import { sql } from "drizzle-orm";
import type { DemoBrand } from "../platform/config.server.ts";
import { inTransaction } from "../platform/database/database.server.ts";
import type { Services } from "../platform/services.server.ts";
import { originalKey } from "../shop/catalogue/pictures/picture-keys.ts";
import { seedBlog } from "./seed/blog.server.ts";
import { insertCatalogue } from "./seed/catalogue.server.ts";
import { insertCoupons } from "./seed/coupons.server.ts";
import { type DemoPicture, readDemoData, readDemoPicture } from "./seed/demo-data.server.ts";
import { seedPeople } from "./seed/people.server.ts";
import { dressAsMogra } from "./seed/second-brand.server.ts";
import { insertHome, insertSeller } from "./seed/seller.server.ts";

const copiesAtOnce = 8;
/** An advisory lock key: concurrent first starts seed the shop once. */
const seedLock = 7_270_002;

/**
 * Fills an empty shop with the demo catalogue: pictures into storage, then everything else in one transaction. Does
 * nothing when there is a product. Dates of offers and reviews are relative to the day of seeding. `brand`: whose shop
 * it becomes.
 */
export async function seedDemo(
  { db, storage, clock }: Pick<Services, "db" | "storage" | "clock">,
  brand: DemoBrand = "campus",
): Promise<void> {
  if (await hasProducts(db)) return;
  const data = await readDemoData();
  await savePictures(storage, Object.entries(data.pictures));
  await inTransaction(db, async (tx) => {
    // Long enough for the other start: on a busy machine that is longer than a request may wait.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local lock_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
    if (await hasProducts(tx)) return;
    await insertSeller(tx);
    await insertCatalogue(tx, data, clock.now());
    await insertHome(tx, data, clock.now());
    await seedBlog({ db: tx, clock });
    await insertCoupons(tx, data, clock.now());
    await seedPeople({ db: tx });
    if (brand === "mogra") await dressAsMogra({ db: tx, storage }, data, clock.now());
  });
}

async function hasProducts(db: Services["db"]): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from product limit 1`);
  return rows.length > 0;
}

/** Pictures are stored first, so that no row names a missing file; storing one twice is harmless. */
async function savePictures(storage: Services["storage"], pictures: [string, DemoPicture][]): Promise<void> {
  const left = pictures.values();
  const copy = async () => {
    for (const [file, { key }] of left) {
      await storage.put(originalKey(key), await readDemoPicture(file));
    }
  };
  await Promise.all(Array.from({ length: copiesAtOnce }, copy));
}
