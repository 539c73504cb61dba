import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Shelf } from "./product-index/in-memory-index.ts";
import { catchUp, filledShelf, renew } from "./product-index/load.server.ts";

type Ports = Pick<Services, "db" | "live" | "log" | "site">;
/** Changes of so many milliseconds are read together, unless somebody asks for a list before. */
const collectTime = 250;

type Keeper = { ready(): Promise<Shelf | null>; loaded(): Promise<void> };

const keepers = new WeakMap<Db, Keeper>();
/**
 * The shelf of this process, filled in the background from the first call on and kept right by the database's
 * notices. Out: null while it is being filled for the first time, and where nothing may be answered from memory; then
 * the database is to be asked. A change that
 * was noticed is waited for, so a list is never older than the notices that came.
 */
export async function shelfOf(ports: Ports): Promise<Shelf | null> {
  if (!ports.site.inMemory) return null;
  return keeperOf(ports).ready();
}

/** Resolves when the shelf is filled: for tests and for a server that warms up. */
export function shelfLoaded(ports: Omit<Ports, "site">): Promise<void> {
  return keeperOf(ports).loaded();
}

function keeperOf({ db, live, log }: Omit<Ports, "site">): Keeper {
  const known = keepers.get(db);
  if (known) return known;
  const made = keep({ db, live, log });
  keepers.set(db, made);
  return made;
}

function keep({ db, live, log }: Omit<Ports, "site">): Keeper {
  let shelf: Shelf | null = null;
  let changed = new Set<string>();
  let stale = true;
  let filling = false;
  let working: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  /** Takes what has changed so far; a filling that fails is tried again with the next notice. */
  async function work() {
    try {
      const ids = [...changed];
      changed = new Set();
      if (!stale && ids.length > 0 && !(shelf && (await renew(db, shelf, ids)))) stale = true;
      while (stale) {
        stale = false;
        filling = true;
        const began = performance.now();
        if (!shelf || !(await catchUp(db, shelf))) shelf = await filledShelf(db);
        filling = false;
        // An import announces itself many times: at most half of the time goes into filling.
        if (stale) await pause(performance.now() - began);
      }
    } catch (error) {
      log.warn({ err: error }, "the shelf could not be filled; lists come from the database");
      shelf = null;
      filling = false;
      stale = true;
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

  // In a rush of orders the same few products change all the time.
  live.subscribe("products", ({ id }) => {
    if (id === undefined) stale = true;
    else changed.add(id);
    timer ??= setTimeout(start, collectTime).unref();
  });
  start();

  return {
    async ready() {
      if (timer) start();
      // Filling everything takes longer than a visitor should wait: until then the list of a moment ago is shown.
      if (shelf && working && !filling && !stale) await working;
      return shelf;
    },
    async loaded() {
      await working;
    },
  };
}
