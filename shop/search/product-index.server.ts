import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { ProductIndex } from "./product-index/in-memory-index.ts";
import { loadIndex, reindexProducts, syncIndex } from "./product-index/load.server.ts";

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
