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

/** Nothing is shown longer than this, whatever was heard. Also what a CDN is told. */
const maxAgeMs = 60_000;

/**
 * News that come together are heard together: so often a second at the most is a page made anew, however many orders
 * come. A screen asks again 100 ms after it heard (app/web/use-live-updates/event-stream.ts), and then finds the old page gone.
 */
const maxConcurrent = 50;

/** A page that is being made, and the news since it was begun. */
type InFlight = { shows: PageContent; entry: Promise<Entry | null>; heard: ChangeEvent[] };

export type PageCache = {
  /** Answers with a page that is in memory, and says true. Nothing has been asked of the request before. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** Makes the page that is asked for, once for all who wait; says false when it is not one for everybody. `rest`: answers in the usual way. */
  made(request: IncomingMessage, response: ServerResponse, rest: () => void): boolean;
  /** Makes these pages ahead, one after the other. In: the host that will be asked for, and paths. */
  warm(host: string, paths: readonly string[]): Promise<void>;
  /** Since the start: pages sent from memory, pages made; and the bytes that those in memory take now. */
  figures(): { sent: number; made: number; bytes: number };
  close(): void;
};

type Options = {
  services: Services;
  application: Application;
  /** The shop's own address; null: it is known by whatever host it is asked under, and so are its pages. */
  publicUrl: string | null;
  /** Headers of the server that go out with every page, name and value by turns. */
  more?: readonly string[];
  megabytes: number;
};

/**
 * Pages for visitors without a cookie, made once and sent from memory (docs/decisions/0013). They go with the news of
 * what they show, at the next turn of an offer, and after a minute.
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
  /** Not yet landed when pages went; others that ask for the same page do not wait for these. */
  const left = new Set<InFlight>();
  const waiting = new Map<string, ChangeEvent>();
  let timer: NodeJS.Timeout | undefined;
  let turn: { readAt: number; at: Promise<number> } | undefined;
  let sent = 0;
  let drawn = 0;

  // A page that is too old to be shown takes no memory until somebody asks for it again.
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
      // Who asks from now on must not be given what was read before; who waits already asked before.
      if (!changes.some((change) => isAffectedBy(change, { shows: flight.shows, ids: null }))) continue;
      flights.delete(key);
      left.add(flight);
    }
  }

  /** When by the clock something begins or ends to show, in milliseconds: asked once, until there are news or it is over. */
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

  /** Somebody asks for it again, so others will: from the next time on it is smaller. */
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
