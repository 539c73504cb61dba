import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type PageContent, sharedPage, sharedSuggestions } from "../../app/web/caching/shared-pages.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Application } from "../application.server.ts";
import type { EncodedPage, Entry } from "./entry.server.ts";
import { expireChanged } from "./expire-changed.server.ts";
import { makeLruStore } from "./lru-store.ts";
import {
  isCacheableRequest,
  isHost,
  isPlainVisitor,
  matchesETag,
  type PageEncoding,
  pageEncodings,
} from "./plain-visitor.ts";
import { makeRenders, maxAgeMs, type Rendered } from "./renders.server.ts";
import { scheduleChange } from "./schedule-change.server.ts";

/** How long a request waits for a new rendering while no change events are received, before the stale page is sent. */
const patienceMs = 1_000;
/** How long after a failure of the database a cached page is sent without trying again. */
const awayForMs = 1_000;

export type PageCache = {
  /** Serves a cached page and returns true. The request has not been checked before. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * Renders the requested page once for all waiting requests; returns false when it is not shared. `rest`: the usual
   * request handling.
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
  /** The shop's origin; null: any host is accepted, and is part of the key. */
  publicUrl: string | null;
  /** Server headers that are sent with every page, name and value alternating. */
  more?: readonly string[];
  megabytes: number;
};

/**
 * The page cache: pages for visitors without a cookie, and suggestions, rendered once and sent from memory
 * (docs/decisions/0013). Expired by change events, at the next schedule change of an offer, and after a minute. While
 * the database is unreachable stale pages are sent, for ten minutes at most (docs/decisions/0037).
 */
export function makePageCache({
  services,
  application,
  publicUrl,
  more = [],
  megabytes,
}: Options): PageCache {
  const { live, log } = services;
  const store = makeLruStore(megabytes * 1024 * 1024);
  const schedule = scheduleChange(services);
  const renders = makeRenders({ services, application, store, schedule, more });
  let sent = 0;
  /** By performance.now(). */
  let awayUntil = 0;

  // Expired entries are freed in the background.
  const sweeping = setInterval(() => store.drop((entry) => !renders.isUsable(entry)), maxAgeMs / 4).unref();
  const expiring = expireChanged(services, { store, renders, schedule }, () => {
    // A change event shows that the database is reachable.
    awayUntil = 0;
  });

  /** The key under which pages of an address are stored. Without a known origin it begins with the host. */
  function keyOf(host: string | undefined, address: string): string {
    return publicUrl === null ? `${host}${address}` : address;
  }

  const isAway = () => performance.now() < awayUntil;

  /**
   * A new rendering; `old` when the database is unreachable, or does not answer in time while no events are received.
   */
  async function renderedOr(old: Entry, rendering: Promise<Rendered>): Promise<Rendered> {
    const late = live.listening() ? [] : [sleep(patienceMs, "busy" as const, { ref: false })];
    const entry = await Promise.race([rendering, ...late]);
    if (entry !== "busy") return entry;
    awayUntil = performance.now() + awayForMs;
    return old;
  }

  /** A page requested again is compressed better for the next requests. */
  function improveEncoding(entry: Entry, encoding: PageEncoding) {
    entry.encode(encoding, "well").then(
      () => store.makeRoom(entry),
      (error: unknown) => {
        log.error({ err: error }, "a page could not be encoded");
      },
    );
  }

  return {
    serve(request, response) {
      if (!isCacheableRequest(request)) return false;
      expiring.applyDue();
      const entry = store.at(keyOf(request.headers.host, request.url ?? ""));
      if (!entry || !isFor(request, entry)) return false;
      const { often, once } = pageEncodings(request.headers["accept-encoding"]);
      const encoded = entry.encoded[often] ?? entry.encoded[once];
      const valid = live.listening() && renders.isFresh(entry);
      if (!encoded || !(valid || (isAway() && renders.isUsable(entry)))) return false;
      entry.used = true;
      sent++;
      if (encoded.quick) improveEncoding(entry, often);
      send(request, response, entry, encoded);
      return true;
    },

    made(request, response, rest) {
      if (!isCacheableRequest(request)) return false;
      const { host } = request.headers;
      const origin = publicUrl ?? (isHost(host) ? `http://${host}` : null);
      const asked = request.url ?? "";
      const page = sharedPage(asked) ?? sharedSuggestions(asked);
      if (origin === null || page === null || !isFor(request, page)) return false;
      const key = keyOf(host, page.address);
      const known = store.named(key);
      const old = known && renders.isUsable(known) ? known : undefined;
      if (!old && !live.listening()) return false;
      const rendering = old && isAway() ? Promise.resolve(old) : renders.take(key, origin, page);
      (old ? renderedOr(old, rendering) : rendering)
        .then(async (entry) => {
          if (!entry || entry === "busy") return rest();
          const { often, once } = pageEncodings(request.headers["accept-encoding"]);
          const encoded = entry.encoded[often] ?? (await entry.encode(once, "quick"));
          store.alsoAt(keyOf(host, asked), key, entry);
          store.makeRoom(entry);
          if (!response.destroyed) send(request, response, entry, encoded);
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
        const entry = await renders.take(keyOf(host, page.address), publicUrl ?? `http://${host}`, page);
        if (!entry || entry === "busy") continue;
        await Promise.all([
          entry.encode("br", "well"),
          entry.encode("gzip", "well"),
          entry.encode("identity", "well"),
        ]);
        store.makeRoom(entry);
      }
    },

    figures: () => ({ sent, made: renders.count(), bytes: store.bytes }),

    close() {
      clearInterval(sweeping);
      expiring.stop();
    },
  };
}

/** Suggestions are the same with and without a session; pages are for visitors without a cookie. */
function isFor(request: IncomingMessage, { shows }: { shows: PageContent }): boolean {
  return shows === "suggestions" || isPlainVisitor(request);
}

function send(request: IncomingMessage, response: ServerResponse, entry: Entry, encoded: EncodedPage) {
  if (entry.status === 200 && matchesETag(request.headers["if-none-match"], encoded.etag)) {
    response.writeHead(304, encoded.unchanged).end();
    return;
  }
  response.writeHead(entry.status, encoded.whole);
  response.end(request.method === "HEAD" ? undefined : encoded.bytes);
}
