import type { PageContent } from "../../app/http/caching/shared-pages.ts";
import type { ChangeEvent } from "../../platform/live/live.server.ts";
import type { Services } from "../../platform/services.server.ts";

/** The topics that invalidate pages. */
const topics = ["products", "reviews", "coupons", "settings", "content", "synonyms"] as const;

/**
 * Change events within this many milliseconds are processed together, so that a page is rendered at most that often.
 * Screens revalidate 100 ms after an event (app/http/live/event-stream.ts), after the page was dropped: events that have
 * waited this long are processed before a request, since a process that was not scheduled in time reads its sockets
 * before it runs its timers.
 */
const batchMs = 50;

/** `applyDue` processes the due events; called before a cached page is sent. */
export type ChangeBatches = { applyDue(): void; stop(): void };

/**
 * Collects the change events that invalidate pages. In: their source, a function called at once with each event, and one
 * called with each batch.
 */
export function changeBatches(
  { live }: Pick<Services, "live">,
  { onChange, apply }: { onChange(): void; apply(changes: ChangeEvent[]): void },
): ChangeBatches {
  const waiting = new Map<string, ChangeEvent>();
  let timer: NodeJS.Timeout | undefined;
  /** When the waiting events are due, by performance.now(). */
  let dueAt = Number.POSITIVE_INFINITY;
  const subscriptions = topics.map((topic) => live.subscribe(topic, collect));

  function collect(change: ChangeEvent) {
    onChange();
    waiting.set(`${change.topic} ${change.id ?? ""} ${change.only ?? ""}`, change);
    if (change.id === undefined) applyAll();
    else if (timer === undefined) {
      timer = setTimeout(applyAll, batchMs).unref();
      dueAt = performance.now() + batchMs;
    }
  }

  function applyAll() {
    clearTimeout(timer);
    timer = undefined;
    dueAt = Number.POSITIVE_INFINITY;
    const changes = [...waiting.values()];
    waiting.clear();
    apply(changes);
  }

  return {
    applyDue() {
      if (performance.now() >= dueAt) applyAll();
    },
    stop() {
      clearTimeout(timer);
      for (const unsubscribe of subscriptions) unsubscribe();
    },
  };
}

/**
 * Whether a change event affects a page. A product is on its own page, on those that suggest it, and in any list it
 * is or should be in: prices decide the order, so every list is affected. When only its stock changed and lists are
 * unaffected, only product pages that contain it are. `ids`: the page's id hashes; null while they are unknown.
 */
export function isAffectedBy(
  { topic, id, only }: ChangeEvent,
  { shows, ids }: { shows: PageContent; ids: Int32Array | null },
): boolean {
  if (topic === "settings") return true;
  if (topic === "content") return shows === "words";
  if (topic === "coupons") return shows === "product";
  // Changes of complementary product types are announced together with the search terms.
  if (topic === "synonyms") return shows === "product" || shows === "suggestions";
  if (topic === "reviews") return shows === "product" && (id === undefined || mentions(ids, id));
  // Without an id it may be a collection's name, which is on every page.
  if (id === undefined) return true;
  if (only === "stock") return shows === "product" && mentions(ids, id);
  return !isAffectedByIds(shows) || mentions(ids, id);
}

/** Whether the shop was opened or closed (trigger `setting_opening_live`). */
export function isOpeningOrClosing({ topic, id }: ChangeEvent): boolean {
  return topic === "settings" && id === "opening";
}

/**
 * Whether only the products shown on a page affect it. Any product can affect a list, because it may belong in it now.
 */
export function isAffectedByIds(shows: PageContent): boolean {
  return shows !== "list" && shows !== "suggestions";
}

// Anchored at the first dash: hex digits are everywhere in a page, and each would be tried.
const idPattern = /-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}([0-9a-f]{8})(?![0-9a-f])/g;

/**
 * The ids in a page, each hashed from its last eight characters. A collision drops a page too many, never one too few;
 * the strings themselves would retain the whole page in memory.
 */
export function idHashes(page: string): Int32Array {
  const hashes = new Set<number>();
  for (const [, end = ""] of page.matchAll(idPattern)) hashes.add(Number.parseInt(end, 16) | 0);
  return Int32Array.from(hashes);
}

function mentions(ids: Int32Array | null, wanted: string): boolean {
  return ids === null || ids.includes(Number.parseInt(wanted.slice(-8), 16) | 0);
}
