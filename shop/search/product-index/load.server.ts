import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import { categories } from "../../catalogue/collections.server.ts";
import { makeShelf, type Shelf } from "./in-memory-index.ts";
import { readGoods, readVersions } from "./read-indexed-products.server.ts";

/** Products read at once while filling: more would keep other requests waiting. */
const chunk = 2_000;
/** Versions are small, changed products are put into the orders one by one. */
const versionChunk = 10_000;
const changedChunk = 200;
/** Room for changes before the shelf is filled anew. */
const spare = (products: number) => Math.max(1_000, Math.ceil(products / 4));

/** A new shelf with all active products, a chunk at a time; what changes meanwhile is announced and read again after. */
export async function filledShelf(db: Db): Promise<Shelf> {
  const { rows } = await db.execute(
    sql`select count(*)::integer as count from product where status = 'active'`,
  );
  const [{ count }] = z.tuple([z.object({ count: z.number() })]).parse(rows);
  const all = await categories({ db });
  const shelf = makeShelf(
    count + spare(count),
    all.map(({ slug, name }) => [slug, name]),
  );
  for await (const goods of inParts((after) => readGoods(db, { after, limit: chunk }), chunk))
    for (const one of goods) shelf.put(one);
  shelf.arrange();
  return shelf;
}

/**
 * Brings a filled shelf to what the database has, by reading all versions and only the products whose version is
 * another one. False: so much has changed that there is no room for it; then the shelf is to be filled anew.
 */
export async function catchUp(db: Db, shelf: Shelf): Promise<boolean> {
  const gone = new Set(shelf.ids());
  const changed: string[] = [];
  for await (const part of inParts((after) => readVersions(db, { after, limit: versionChunk }), versionChunk))
    for (const { id, version } of part) {
      gone.delete(id);
      if (shelf.version(id) !== version) changed.push(id);
    }
  if (changed.length > shelf.room()) return false;
  for (const id of gone) shelf.remove(id);
  for (let at = 0; at < changed.length; at += changedChunk)
    await renew(db, shelf, changed.slice(at, at + changedChunk));
  return true;
}

/** Reads these products again. False: there is no place left on the shelf. */
export async function renew(db: Db, shelf: Shelf, ids: string[]): Promise<boolean> {
  const goods = await readGoods(db, { ids });
  const found = new Set(goods.map(({ id }) => id));
  for (const id of ids) if (!found.has(id)) shelf.remove(id);
  return goods.every((one) => shelf.put(one));
}

/** All rows in the order of their ids, so many at a time. */
async function* inParts<Row extends { id: string }>(
  read: (after: string | null) => Promise<Row[]>,
  limit: number,
): AsyncGenerator<Row[]> {
  for (let after: string | null = null, more = true; more; ) {
    const rows: Row[] = await read(after);
    yield rows;
    after = rows.at(-1)?.id ?? after;
    more = rows.length === limit;
  }
}
