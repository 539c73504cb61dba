import { and, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { savePicture } from "../catalogue/pictures/save-picture.server.ts";
import { importFetch } from "./tables.server.ts";

/** As `savePicture` accepts them. */
const maxBytes = 8 * 1024 * 1024;
const timeoutMs = 10_000;
/** Few: resolving a name takes one of Node's four threads, which passwords and files need too. */
const atOnce = 2;
/** After so many addresses of one host without an answer, and none with, its others are not asked for. */
const mostSilent = 4;
/** How many addresses are asked for between two writes of products: with `timeoutMs` at most a minute. */
export const mostFetched = 12;

type Ports = Pick<Services, "db" | "storage" | "download" | "log">;

/**
 * Fetches pictures for a run. `isAsked`: whether an address would be asked for, as its host answers. `fetch`: in:
 * addresses, of which about `mostFetched` would be asked for; those that this run has not asked for, nor another one
 * fetched, are fetched. Out: the key of each picture that is there; the others are recorded with the reason.
 */
export async function pictureFetcher(ports: Ports, runId: string) {
  const silent = await silences(ports.db, runId);
  const isAsked = (url: string) => (silent.get(hostOf(url)) ?? 0) < mostSilent;
  const keep = async (rows: { url: string; pictureKey: string | null; refused: string | null }[]) => {
    if (rows.length === 0) return;
    await ports.db
      .insert(importFetch)
      .values(rows.map((row) => ({ runId, ...row })))
      .onConflictDoNothing();
  };
  return {
    isAsked,
    async fetch(urls: readonly string[]): Promise<Map<string, string>> {
      const known = await fetched(ports.db, runId, urls);
      const found = [...known].flatMap(([url, pictureKey]) =>
        pictureKey ? [{ url, pictureKey, refused: null }] : [],
      );
      const queue = [...new Set(urls.filter((url) => !known.has(url)))];
      const unasked = queue.filter((url) => !isAsked(url));
      await keep([...found, ...unasked.map((url) => ({ url, pictureKey: null, refused: "unreachable" }))]);
      const asked = queue.filter(isAsked);
      const fetchNext = async () => {
        for (let url = asked.shift(); url !== undefined; url = asked.shift()) {
          const outcome = await fetchOne(ports, url);
          const isSilent = outcome.refused === "unreachable" || outcome.refused === "too-slow";
          const before = silent.get(hostOf(url)) ?? 0;
          silent.set(hostOf(url), isSilent ? before + 1 : Number.NEGATIVE_INFINITY);
          known.set(url, outcome.pictureKey);
          await keep([{ url, ...outcome }]);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, fetchNext));
      return new Map([...known].flatMap(([url, key]) => (key === null ? [] : [[url, key] as const])));
    },
  };
}

const hostOf = (url: string) => url.split("/")[2] ?? "";

/** How often each host of a run did not answer; below zero for one that did at all. */
async function silences(db: Db, runId: string): Promise<Map<string, number>> {
  const { rows } = await db.execute(sql`
    select split_part(url, '/', 3) as host,
      case when bool_and(coalesce(refused, '') in ('unreachable', 'too-slow')) then count(*)::integer else -1000000 end as silent
    from import_fetch where run_id = ${runId} group by 1`);
  return new Map(silenceRows.parse(rows).map(({ host, silent }) => [host, silent]));
}

const silenceRows = z.array(z.object({ host: z.string(), silent: z.int() }));

async function fetchOne({ download, ...ports }: Ports, url: string) {
  const file = await download(url, { maxBytes, timeoutMs });
  if (!file.ok) return { pictureKey: null, refused: file.refused };
  const saved = await savePicture(ports, file.value).catch((error: unknown) => {
    // One bad file does not stop the import.
    ports.log.error({ err: error, url }, "a fetched picture could not be stored");
    return { ok: false, refused: "picture-broken" } as const;
  });
  return saved.ok
    ? { pictureKey: saved.value.key, refused: null }
    : { pictureKey: null, refused: saved.refused };
}

/** What is known of addresses: the key of the picture, or null where there is none. */
async function fetched(db: Db, runId: string, urls: readonly string[]): Promise<Map<string, string | null>> {
  const { url, pictureKey } = importFetch;
  const rows = await db
    .select({ url, pictureKey })
    .from(importFetch)
    .where(and(inArray(url, [...urls]), or(eq(importFetch.runId, runId), isNotNull(pictureKey))))
    .orderBy(pictureKey);
  return new Map(rows.toReversed().map((row) => [row.url, row.pictureKey]));
}
