import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type SharedPage, sharedPage, sharedSuggestions } from "../../app/http/caching/shared-pages.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Application } from "../application.server.ts";
import { type ContentEncoding, preferredEncoding } from "../encoding.server.ts";
import { isCacheableRequest, isHost, isPlainVisitor, matchesETag } from "./cacheable-request.ts";
import type { CachedPage } from "./cached-page.server.ts";
import { changeBatches } from "./invalidation.ts";
import { type AskedPage, makeRenders, maxAgeMs, type Rendered } from "./renders.server.ts";

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
  /** Renders these pages ahead, one after the other, until the shop stops. In: the host, paths, the signal for it. */
  warm(host: string, paths: readonly string[], stopping: AbortSignal): Promise<void>;
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
 * (docs/decisions/0013). Each is stored under its address and content encoding. Expired by change events, at the next
 * schedule change of an offer, and after a minute. While the database is unreachable stale pages are sent, for ten
 * minutes at most (docs/decisions/0037).
 */
export function makePageCache(options: Options): PageCache {
  const { services, application, publicUrl, more = [], megabytes } = options;
  const { live, log } = services;
  const renders = makeRenders({ services, application, bytes: megabytes * 1024 * 1024, more });
  let sent = 0;
  /** By performance.now(). */
  let awayUntil = 0;
  const isAway = () => performance.now() < awayUntil;

  const sweeping = setInterval(renders.sweep, maxAgeMs / 4).unref();
  const batches = changeBatches(services, {
    // A change event shows that the database is reachable.
    onChange() {
      awayUntil = 0;
    },
    apply: renders.invalidate,
  });

  /** The shared page that a request asks for; null for a request that gets one of its own. */
  function askedPage(request: IncomingMessage): AskedPage | null {
    if (!isCacheableRequest(request)) return null;
    const { host, "accept-encoding": accepted } = request.headers;
    const url = request.url ?? "";
    const page = sharedSuggestions(url) ?? (isPlainVisitor(request) ? sharedPage(url) : null);
    const origin = publicUrl ?? (isHost(host) ? `http://${host}` : null);
    return page && origin !== null ? asked(page, origin, preferredEncoding(accepted)) : null;
  }

  function asked(page: SharedPage, origin: string, encoding: ContentEncoding): AskedPage {
    return { page, origin, encoding, key: `${encoding} ${origin}${page.address}` };
  }

  /**
   * A new rendering; `old` when the database is unreachable, or does not answer in time while no events are received.
   */
  async function renderedOr(old: CachedPage, rendering: Promise<Rendered>): Promise<Rendered> {
    const late = live.listening() ? [] : [sleep(patienceMs, "busy" as const, { ref: false })];
    const page = await Promise.race([rendering, ...late]);
    if (page !== "busy") return page;
    awayUntil = performance.now() + awayForMs;
    return old;
  }

  return {
    serve(request, response) {
      const wanted = askedPage(request);
      if (!wanted) return false;
      batches.applyDue();
      const page = renders.stored(wanted.key);
      if (!page) return false;
      const isValid = live.listening() && renders.isFresh(page);
      if (!isValid && !(isAway() && renders.isUsable(page))) return false;
      sent++;
      send(request, response, page);
      return true;
    },

    made(request, response, rest) {
      const wanted = askedPage(request);
      if (!wanted) return false;
      const known = renders.stored(wanted.key);
      const old = known && renders.isUsable(known) ? known : undefined;
      if (!old && !live.listening()) return false;
      const rendering = old && isAway() ? Promise.resolve(old) : renders.take(wanted);
      (old ? renderedOr(old, rendering) : rendering)
        .then((page) => {
          // A closed shop answers visitors alike; whoever has a cookie may be allowed to see more.
          if (!page || page === "busy" || (page.status === 503 && !isPlainVisitor(request))) return rest();
          if (!response.destroyed) send(request, response, page);
        })
        .catch((error: unknown) => {
          log.error({ err: error }, "a page for everybody could not be sent");
          response.destroy();
        });
      return true;
    },

    async warm(host, paths, stopping) {
      for (let tries = 0; tries < 50 && !live.listening() && !stopping.aborted; tries++) await sleep(100);
      for (const path of paths) {
        if (stopping.aborted) return;
        const page = sharedPage(path);
        if (page) await renders.take(asked(page, publicUrl ?? `http://${host}`, "br"));
      }
    },

    figures: () => ({ sent, ...renders.figures() }),

    close() {
      clearInterval(sweeping);
      batches.stop();
    },
  };
}

function send(request: IncomingMessage, response: ServerResponse, page: CachedPage) {
  if (page.status === 200 && matchesETag(request.headers["if-none-match"], page.etag)) {
    response.writeHead(304, page.notModified).end();
    return;
  }
  response.writeHead(page.status, page.headers);
  response.end(request.method === "HEAD" ? undefined : page.body);
}
