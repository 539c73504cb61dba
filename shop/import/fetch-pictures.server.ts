import { and, eq, inArray, isNotNull, or } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { savePicture } from "../catalogue/pictures/save-picture.server.ts";
import { importFetch } from "./tables.server.ts";

/** As `savePicture` accepts them. */
const maxBytes = 8 * 1024 * 1024;
const timeoutMs = 10_000;
const atOnce = 4;
/** How many addresses are asked for between two writes of products: with `timeoutMs` at most a minute. */
export const mostFetched = 24;

type Ports = Pick<Services, "db" | "storage" | "download" | "log">;

/**
 * Fetches the pictures of these addresses that this run has not asked for, nor another one fetched. In: at most about
 * `mostFetched` addresses. Out: the key of each picture that is there; the others are recorded with the reason.
 */
export async function fetchPictures(
  ports: Ports,
  runId: string,
  urls: readonly string[],
): Promise<Map<string, string>> {
  const known = await fetched(ports.db, runId, urls);
  const found = [...known].flatMap(([url, pictureKey]) => (pictureKey ? [{ runId, url, pictureKey }] : []));
  if (found.length > 0) await ports.db.insert(importFetch).values(found).onConflictDoNothing();
  const left = urls.filter((url) => !known.has(url));
  const queue = [...new Set(left)];
  const fetchNext = async () => {
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
      const outcome = await fetchOne(ports, url);
      known.set(url, outcome.pictureKey);
      await ports.db
        .insert(importFetch)
        .values({ runId, url, ...outcome })
        .onConflictDoNothing();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, fetchNext));
  return new Map([...known].flatMap(([url, key]) => (key === null ? [] : [[url, key] as const])));
}

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
