import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type PageContent, type SharedPage, sharedPage } from "../../app/web/caching/shared-pages.ts";
import type { ChangeEvent } from "../../platform/live/live.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { nextArticleAt } from "../../shop/content/blog/articles.server.ts";
import { nextOfferChange } from "../../shop/offers/next-schedule-change.server.ts";
import type { Application } from "../application.server.ts";
import { type EncodedPage, type Entry, entryOf } from "./entry.server.ts";
import { invalidatingTopics, isAffectedBy } from "./invalidation.ts";
import { makeLruStore } from "./lru-store.ts";
import { isCacheableRequest, isHost, matchesETag, pageEncoding } from "./plain-visitor.ts";

/** The maximum age of a page, whatever events came. Also the CDN's max-age. */
const maxAgeMs = 60_000;

/**
 * Change events within this time are processed together, so that a page is rendered at most that often. Screens
 * revalidate 100 ms after an event (app/web/use-live-updates/event-stream.ts), after the page was dropped.
 */
const maxConcurrent = 50;

/** A page being rendered, and the events since it was started. */
type InFlight = { shows: PageContent; entry: Promise<Entry | null>; heard: ChangeEvent[] };

export type PageCache = {
  /** Serves a cached page and returns true. The request has not been checked before. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * Renders the requested page once for all who wait; returns false when it is not shared. `rest`: the usual request
   * handling.
   */
  made(request: IncomingMessage, response: ServerResponse, rest: () => void): boolean;
  /** Renders these pages ahead, one after the other. In: the host, and paths. */
  warm(host: string, paths: readonly string[]): Promise<void>;
  /** Totals since the start: cached pages sent, pages rendered; and the bytes in use. */
  figures(): { sent: number; made: number; bytes: number };
  close(): void;
};

type Options = {
  services: Services;
  application: Application;
  /** The shop's origin; null: it is known by any host, and so are its pages. */
  publicUrl: string | null;
  /** Server headers that go out with every page, name and value alternating. */
  more?: readonly string[];
  megabytes: number;
};

/**
 * The page cache: pages for visitors without a cookie, rendered once and sent from memory (docs/decisions/0013).
 * Dropped on change events, at the next schedule change of an offer, and after a minute.
 */
export function makePageCache({
  services,
  application,
  publicUrl,
  more = [],
  megabytes,
}: Options): PageCache {
  const { live, clock, log } = services;
  const store = makeLruStore(megabytes * 1024 * 1024);
  const flights = new Map<string, InFlight>();
  /** Renders that were started before an invalidation; requests from now on do not wait for them. */
  const left = new Set<InFlight>();
  const waiting = new Map<string, ChangeEvent>();
  let timer: NodeJS.Timeout | undefined;
  let turn: { readAt: number; at: Promise<number> } | undefined;
  let sent = 0;
  let drawn = 0;

  // Expired pages are freed in the background.
  const sweeping = setInterval(() => store.drop((entry) => !isFresh(entry)), maxAgeMs / 4).unref();
  const leaves = invalidatingTopics.map((topic) => live.subscribe(topic, hear));
  function hear(change: ChangeEvent) {
    waiting.set(`${change.topic} ${change.id ?? ""} ${change.only ?? ""}`, change);
    if (change.id === undefined) apply();
    else timer ??= setTimeout(apply, maxConcurrent).unref();
  }
  function apply() {
    clearTimeout(timer);
    timer = undefined;
    const changes = [...waiting.values()];
    waiting.clear();
    turn = undefined;
    for (const flight of left) flight.heard.push(...changes);
    store.drop((entry) => changes.some((change) => isAffectedBy(change, entry)));
    for (const [key, flight] of flights) {
      flight.heard.push(...changes);
      // Requests from now on must not get what was read before; requests that wait already came before the event.
      if (!changes.some((change) => isAffectedBy(change, { shows: flight.shows, ids: null }))) continue;
      flights.delete(key);
      left.add(flight);
    }
  }

  /** The next schedule change, in milliseconds: cached until it is over or an event comes. */
  async function nextTurn(now: number): Promise<number> {
    const known = turn && now >= turn.readAt ? await turn.at.catch(() => now) : now;
    if (known > now) return known;
    const asked = { readAt: now, at: readTurn() };
    turn = asked;
    return asked.at;
  }
  async function readTurn(): Promise<number> {
    const turns = await Promise.all([nextOfferChange(services), nextArticleAt(services)]);
    return Math.min(Number.POSITIVE_INFINITY, ...turns.flatMap((one) => one?.getTime() ?? []));
  }

  function asked(request: IncomingMessage): string {
    return publicUrl === null ? `${request.headers.host}${request.url}` : (request.url ?? "");
  }

  function isFresh(entry: Entry): boolean {
    const now = clock.now().getTime();
    return now < entry.until && now >= entry.madeAt;
  }

  function take(key: string, origin: string, page: SharedPage): Promise<Entry | null> {
    const known = store.named(key);
    if (known && isFresh(known)) return Promise.resolve(known);
    const flying = flights.get(key);
    if (flying) return flying.entry;
    const flight: InFlight = { shows: page.shows, entry: make(key, origin, page, () => flight), heard: [] };
    flights.set(key, flight);
    return flight.entry;
  }

  /** A page requested again is compressed better for the next requests. */
  function packWell(entry: Entry) {
    entry.pack("br", "well").then(store.makeRoom, (error: unknown) => {
      log.error({ err: error }, "a page could not be packed");
    });
  }

  async function make(
    key: string,
    origin: string,
    page: SharedPage,
    flight: () => InFlight,
  ): Promise<Entry | null> {
    try {
      drawn++;
      const madeAt = clock.now().getTime();
      const until = Math.min(madeAt + maxAgeMs, await nextTurn(madeAt));
      const answer = await application(new Request(`${origin}${page.address}`));
      const entry = await entryOf(answer, { shows: page.shows, madeAt, until, more });
      const old = entry && flight().heard.some((change) => isAffectedBy(change, entry));
      if (entry?.status === 200 && !old && live.listening()) store.put(key, entry);
      return entry;
    } catch (error) {
      log.error({ err: error, page: page.address }, "a page for everybody could not be made");
      return null;
    } finally {
      if (flights.get(key) === flight()) flights.delete(key);
      left.delete(flight());
    }
  }

  return {
    serve(request, response) {
      if (!isCacheableRequest(request) || !live.listening()) return false;
      const entry = store.at(asked(request));
      if (!entry) return false;
      const packed = entry.packed[pageEncoding(request.headers["accept-encoding"])];
      if (!packed || !isFresh(entry)) return false;
      entry.used = true;
      sent++;
      if (packed.quick) packWell(entry);
      send(request, response, entry, packed);
      return true;
    },

    made(request, response, rest) {
      if (!isCacheableRequest(request) || !live.listening()) return false;
      const { host } = request.headers;
      const origin = publicUrl ?? (isHost(host) ? `http://${host}` : null);
      const page = origin === null ? null : sharedPage(request.url ?? "");
      if (origin === null || page === null) return false;
      const key = publicUrl === null ? `${host}${page.address}` : page.address;
      take(key, origin, page)
        .then(async (entry) => {
          if (!entry) return rest();
          const packed = await entry.pack(pageEncoding(request.headers["accept-encoding"]), "quick");
          store.alsoAt(asked(request), key, entry);
          store.makeRoom();
          if (!response.destroyed) send(request, response, entry, packed);
        })
        .catch((error: unknown) => {
          log.error({ err: error }, "a page for everybody could not be sent");
          response.destroy();
        });
      return true;
    },

    async warm(host, paths) {
      for (let tries = 0; tries < 50 && !live.listening(); tries++) await sleep(100);
      for (const path of paths) {
        const page = sharedPage(path);
        if (!page) continue;
        const entry = await take(
          publicUrl === null ? `${host}${page.address}` : page.address,
          publicUrl ?? `http://${host}`,
          page,
        );
        await Promise.all([
          entry?.pack("br", "well"),
          entry?.pack("gzip", "well"),
          entry?.pack("plain", "well"),
        ]);
      }
      store.makeRoom();
    },

    figures: () => ({ sent, made: drawn, bytes: store.bytes }),

    close() {
      clearTimeout(timer);
      clearInterval(sweeping);
      for (const leave of leaves) leave();
    },
  };
}

function send(request: IncomingMessage, response: ServerResponse, entry: Entry, packed: EncodedPage) {
  if (entry.status === 200 && matchesETag(request.headers["if-none-match"], packed.etag)) {
    response.writeHead(304, packed.unchanged).end();
    return;
  }
  response.writeHead(entry.status, packed.whole);
  response.end(request.method === "HEAD" ? undefined : packed.bytes);
}
