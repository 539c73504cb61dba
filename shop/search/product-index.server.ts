import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { categories } from "../catalogue/collections.server.ts";
import type { ProductIndex } from "./product-index/in-memory-index.ts";
import { makeProductIndex } from "./product-index/in-memory-index.ts";
import { readIndexedProducts, readRowVersions } from "./product-index/read-indexed-products.server.ts";

export type { ProductIndex };

type Ports = Pick<Services, "db" | "live" | "log" | "site">;
/** Change events within so many milliseconds are processed together, unless a list is requested before. */
const batchMs = 250;

type IndexHolder = {
  ready(inMemory: boolean): Promise<ProductIndex>;
  current(): ProductIndex | null;
};

const holders = new WeakMap<Db, IndexHolder>();
/**
 * The product index of this process: the first call loads it and waits; change events update it.
 * Pending changes are applied first, so that a list is never older than the received events. Where reads may not come
 * from memory (`site.inMemory`) the index is compared with the database at each call. Throws when it cannot be loaded;
 * the next call tries again.
 */
export function productIndex(ports: Ports): Promise<ProductIndex> {
  return holderFor(ports).ready(ports.site.inMemory === true);
}

/** The current product index, without waiting; null until it is loaded. */
export function loadedProductIndex(ports: Ports): ProductIndex | null {
  return holderFor(ports).current();
}

function holderFor({ db, live, log }: Ports): IndexHolder {
  const known = holders.get(db);
  if (known) return known;
  const made = makeHolder({ db, live, log });
  holders.set(db, made);
  return made;
}

function makeHolder({ db, live, log }: Omit<Ports, "site">): IndexHolder {
  let index: ProductIndex | null = null;
  let changed = new Set<string>();
  let allStale = true;
  let filling = false;
  let working: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  /** Applies pending changes. */
  async function work() {
    try {
      const ids = [...changed];
      changed = new Set();
      if (!allStale && ids.length > 0 && !(index && (await reindexProducts(db, index, ids)))) allStale = true;
      while (allStale) {
        allStale = false;
        filling = true;
        const began = performance.now();
        if (!index || !(await syncIndex(db, index))) index = await loadIndex(db);
        filling = false;
        // An import causes many events: at most half of the time is spent on loading.
        if (allStale) await pause(performance.now() - began);
      }
    } catch (error) {
      filling = false;
      allStale = true;
      throw error;
    }
  }

  function start(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const mine = (working ?? Promise.resolve())
      .catch(() => undefined)
      .then(work)
      .finally(() => {
        if (working === mine) working = null;
      });
    mine.catch((error) => log.warn({ err: error }, "the product index could not be brought up to date"));
    working = mine;
    return mine;
  }

  // During a rush of orders the same few products change all the time; a sale that does not sell out changes no list
  // (announce_and_count_variants).
  live.subscribe("products", ({ id, only }) => {
    if (only === "stock") return;
    if (id === undefined) allStale = true;
    else changed.add(id);
    timer ??= setTimeout(start, batchMs).unref();
  });

  return {
    current: () => index,
    async ready(inMemory) {
      if (!inMemory) {
        allStale = true;
        await start();
      } else {
        if (timer || (allStale && !working)) start();
        // A full reload takes longer than a visitor should wait: until then the previous state is served.
        if (!index || (!filling && !allStale)) await working;
      }
      if (!index) throw new Error("the product index is not loaded");
      return index;
    },
  };
}

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
async function loadIndex(db: Db): Promise<ProductIndex> {
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
async function syncIndex(db: Db, index: ProductIndex): Promise<boolean> {
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
async function reindexProducts(db: Db, index: ProductIndex, ids: string[]): Promise<boolean> {
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
