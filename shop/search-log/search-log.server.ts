import { and, count, desc, eq, sql } from "drizzle-orm";
import { inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { searchLog, searchSum } from "./tables.server.ts";

const day = 86_400_000;
/** The sampling rate of the log: enough for reports, too little to slow searches. */
const sampleRate = 4;
/** Queries shorter than two or longer than sixty characters, email addresses and long numbers are never logged. */
const personal = /@|\d{6}/;

/**
 * Logs a sample of searches. In: the query, the number of results, and a random number from 0 to 1 that decides
 * whether it is logged. It stores neither the user nor anything that may identify a person.
 */
export async function logSearch(
  { db, clock }: Pick<Services, "db" | "clock">,
  { query, results, dice }: { query: string; results: number; dice: number },
): Promise<void> {
  const words = query.trim().toLowerCase().replace(/\s+/g, " ");
  if (dice * sampleRate >= 1 || words.length < 2 || words.length > 60 || personal.test(words)) return;
  await db.execute(sql`
    insert into search_log (query, results, at) values (${words}, ${results}, ${clock.now().toISOString()})`);
}

export type SearchRow = Awaited<ReturnType<typeof searchReport>>[number];

/** The periods of the reports in days; `sum_searches` sums them. */
export const reportedDays = [7, 30, 90] as const;

/**
 * The searches of the last `days` days and today, most frequent first, at most 200. `empty`: only those without
 * results. Counts are of the sample, as of last night plus newer ones. `results`: of the last such search; `last`:
 * ISO time.
 */
export async function searchReport(
  { db }: Pick<Services, "db">,
  { days, empty }: { days: (typeof reportedDays)[number]; empty: boolean },
) {
  const { query, searches, results, last } = searchSum;
  const found = await db
    .select({ query, searches, results, last })
    .from(searchSum)
    .where(and(eq(searchSum.days, days), empty ? sql`results = 0` : undefined))
    .orderBy(desc(searches), desc(last), query)
    .limit(200);
  return found.map((row) => ({ ...row, last: row.last.toISOString() }));
}

/** The minimum number of different hours: what one person repeats is not shown to others. */
const hoursToBePopular = 3;

/** How long popular searches are cached: they are requested at every typed letter. */
const popularForMs = 60_000;
/** More than any request shows. */
const mostPopular = 1_000;
const popular = new WeakMap<Services["db"], { queries: Promise<string[]>; until: number }>();

/**
 * Popular queries with results that start with the typed text, most frequent first, at most `limit`. Only queries
 * searched in at least three different hours. Read once a minute where reads may come from memory.
 */
export async function popularSearches(
  { db, site }: Pick<Services, "db" | "site">,
  beginning: string,
  limit: number,
): Promise<string[]> {
  const start = beginning.trim().toLowerCase();
  const queries = await (site.inMemory ? cachedPopular(db) : readPopular(db));
  return queries.filter((query) => query.startsWith(start)).slice(0, limit);
}

function cachedPopular(db: Services["db"]): Promise<string[]> {
  const known = popular.get(db);
  if (known && performance.now() < known.until) return known.queries;
  const queries = readPopular(db);
  popular.set(db, { queries, until: performance.now() + popularForMs });
  queries.catch(() => popular.delete(db));
  return queries;
}

async function readPopular(db: Services["db"]): Promise<string[]> {
  const { query } = searchLog;
  const rows = await db
    .select({ query })
    .from(searchLog)
    .where(sql`results > 0`)
    .groupBy(query)
    .having(sql`count(distinct date_trunc('hour', at, 'UTC')) >= ${hoursToBePopular}`)
    .orderBy(desc(count()), query)
    .limit(mostPopular);
  return rows.map((row) => row.query);
}

/** Moves the reports' windows and deletes what is older than 90 days; a nightly job. */
export async function deleteOldSearches({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const before = new Date(clock.now().getTime() - 90 * day).toISOString();
  const today = sql`(${clock.now().toISOString()}::timestamptz at time zone 'Asia/Kolkata')::date`;
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select from search_window for update`);
    await tx.execute(sql`
      update search_total s set searches = s.searches - gone.searches
      from (
        select w.days, d.query, sum(d.searches) as searches
        from search_window w join search_day d on d.day >= w.since and d.day < ${today} - w.days group by 1, 2
      ) gone
      where s.days = gone.days and s.query = gone.query`);
    await tx.execute(sql`delete from search_total where searches <= 0`);
    await tx.execute(sql`update search_window set since = greatest(since, ${today} - days)`);
    await tx.execute(sql`delete from search_day where day < ${today} - 90`);
  });
  await db.execute(sql`delete from search_log where at < ${before}`);
}
