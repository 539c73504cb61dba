import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import { categories } from "../../catalogue/collections.server.ts";
import { makeProductIndex, type ProductIndex } from "./in-memory-index.ts";
import { readIndexedProducts, readRowVersions } from "./read-indexed-products.server.ts";

/** Products per batch while loading: larger batches would delay requests. */
const loadBatch = 2_000;
/** Versions are small; changed products are inserted into the sort orders one by one. */
const versionBatch = 10_000;
const changedBatch = 200;
/** Spare capacity for changes before the index is loaded again. */
const spareCapacity = (products: number) => Math.max(1_000, Math.ceil(products / 4));

/**
 * A new index with all active products, loaded in batches; changes during the load are announced and applied
 * afterwards.
 */
export async function loadIndex(db: Db): Promise<ProductIndex> {
  const ids = await inDocumentOrder(db);
  const all = await categories({ db });
  const index = makeProductIndex(
    ids.length + spareCapacity(ids.length),
    all.map(({ slug, name }) => [slug, name]),
    ids,
  );
  for await (const products of inBatches(
    (after) => readIndexedProducts(db, { after, limit: loadBatch }),
    loadBatch,
  ))
    for (const one of products) index.put(one);
  index.finishLoading();
  return index;
}

const listed = z.array(z.object({ id: z.string() }));

/**
 * The ids of active products in the order of their documents: as with index sorting in Lucene, documents that match the
 * same filters are adjacent, in few words of a bitset.
 */
async function inDocumentOrder(db: Db): Promise<string[]> {
  const { rows } = await db.execute(sql`
    with membership as (
      select product_id, string_agg(collection_slug, ',' order by collection_slug) as collections
      from product_collection group by product_id)
    select p.id from product p left join membership m on m.product_id = p.id
    where p.status = 'active' order by m.collections, p.category_id, p.price, p.id`);
  return listed.parse(rows).map(({ id }) => id);
}

/**
 * Updates a loaded index by reading all versions and only the products whose version differs. False: more
 * changes than free capacity; then the index must be loaded again.
 */
export async function syncIndex(db: Db, index: ProductIndex): Promise<boolean> {
  const gone = new Set(index.ids());
  const changed: string[] = [];
  for await (const part of inBatches(
    (after) => readRowVersions(db, { after, limit: versionBatch }),
    versionBatch,
  ))
    for (const { id, version } of part) {
      gone.delete(id);
      if (index.version(id) !== version) changed.push(id);
    }
  if (changed.length > index.freeCapacity()) return false;
  for (const id of gone) index.remove(id);
  for (let at = 0; at < changed.length; at += changedBatch)
    await reindexProducts(db, index, changed.slice(at, at + changedBatch));
  return true;
}

/** Reads these products again. False: no capacity left. */
export async function reindexProducts(db: Db, index: ProductIndex, ids: string[]): Promise<boolean> {
  const products = await readIndexedProducts(db, { ids });
  const found = new Set(products.map(({ id }) => id));
  for (const id of ids) if (!found.has(id)) index.remove(id);
  return products.every((one) => index.put(one));
}

/** All rows in the order of their ids, in batches. While one is processed, the database reads the next. */
async function* inBatches<Row extends { id: string }>(
  read: (after: string | null) => Promise<Row[]>,
  limit: number,
): AsyncGenerator<Row[]> {
  for (let coming: Promise<Row[]> | null = read(null); coming; ) {
    const rows: Row[] = await coming;
    const last = rows.length === limit ? rows.at(-1) : undefined;
    coming = last ? read(last.id) : null;
    // An error is thrown when this batch is awaited; without this, it would be unhandled when the work on the current
    // rows fails.
    coming?.catch(() => undefined);
    yield rows;
  }
}
