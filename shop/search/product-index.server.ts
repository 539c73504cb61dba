import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { ProductIndex } from "./product-index/in-memory-index.ts";
import { loadIndex, reindexProducts, syncIndex } from "./product-index/load.server.ts";

type Ports = Pick<Services, "db" | "live" | "log" | "site">;
/** Change events within so many milliseconds are processed together, unless a list is requested before. */
const batchMs = 250;

type IndexHolder = { ready(): Promise<ProductIndex | null>; loaded(): Promise<void> };

const holders = new WeakMap<Db, IndexHolder>();
/**
 * The product index of this process, loaded in the background from the first call on and updated by change events.
 * Out: null while it loads for the first time, and where the index is off; then the database is queried. Pending
 * changes are applied first, so that a list is never older than the received events.
 */
export async function productIndex(ports: Ports): Promise<ProductIndex | null> {
  if (!ports.site.inMemory) return null;
  return holderFor(ports).ready();
}

/** Resolves when the index is loaded: for tests and warm-up. */
export function productIndexLoaded(ports: Omit<Ports, "site">): Promise<void> {
  return holderFor(ports).loaded();
}

function holderFor({ db, live, log }: Omit<Ports, "site">): IndexHolder {
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

  /** Applies pending changes; a failed load is retried with the next event. */
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
        // An import causes many events: at most half of the time goes into loading.
        if (allStale) await pause(performance.now() - began);
      }
    } catch (error) {
      log.warn({ err: error }, "the product index could not be built; lists come from the database");
      index = null;
      filling = false;
      allStale = true;
    }
  }

  function start() {
    clearTimeout(timer);
    timer = undefined;
    const mine = (working ?? Promise.resolve()).then(work).finally(() => {
      if (working === mine) working = null;
    });
    working = mine;
  }

  // During a rush of orders the same few products change all the time.
  live.subscribe("products", ({ id }) => {
    if (id === undefined) allStale = true;
    else changed.add(id);
    timer ??= setTimeout(start, batchMs).unref();
  });
  start();

  return {
    async ready() {
      if (timer) start();
      // A full reload takes longer than a visitor should wait: until then the previous state is served.
      if (index && working && !filling && !allStale) await working;
      return index;
    },
    async loaded() {
      await working;
    },
  };
}
