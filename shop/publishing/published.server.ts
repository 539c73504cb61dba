import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import { homeKind } from "./home.server.ts";
import { announcementKind, type PageContent, pageKind } from "./kinds.server.ts";
import { contentOf, type PublishedKind, publicationToEdit } from "./publishing.server.ts";

type Ports = Pick<Services, "db" | "clock" | "live" | "site">;

/** What visitors see of a thing, and since when; `at` null: the default text was never replaced. */
export type Published<Content> = { content: Content | null; at: Date | null };

const rowShape = z.object({
  kind: z.string(),
  key: z.string(),
  content: z.unknown(),
  live_at: z.coerce.date(),
});
const nextShape = z.array(z.object({ next: z.coerce.date().nullable() }));
const slugShape = z.array(z.object({ slug: z.string(), key: z.string() }));

/** Everything that is published, with the earlier addresses of pages; valid from `readAt` until a scheduled version. */
type Snapshot = {
  readAt: number;
  until: number;
  live: Map<string, { key: string; content: unknown; at: Date }>;
  slugs: Map<string, string>;
  /** Slugs of own pages, also earlier ones, with those that they have now. */
  pages: ReadonlyMap<string, string>;
};

const cache = new WeakMap<Ports["live"], { snapshot?: Promise<Snapshot> }>();

async function read({ db, clock }: Pick<Ports, "db" | "clock">): Promise<Snapshot> {
  const now = clock.now();
  const at = now.toISOString();
  const [published, next, earlier] = await Promise.all([
    db.execute(sql`
      select distinct on (kind, key) kind, key, content, live_at from publication_version
      where cancelled_at is null and live_at <= ${at} order by kind, key, live_at desc, id desc`),
    db.execute(sql`
      select min(live_at) as next from publication_version where cancelled_at is null and live_at > ${at}`),
    // The newest page that had an address counts.
    db.execute(sql`
      select distinct on (content ->> 'slug') content ->> 'slug' as slug, key from publication_version
      where kind = ${pageKind.kind} and content is not null and cancelled_at is null and live_at <= ${at}
      order by content ->> 'slug', live_at desc, id desc`),
  ]);
  const [found] = nextShape.parse(next.rows);
  const rows = z.array(rowShape).parse(published.rows);
  const slugs = new Map(slugShape.parse(earlier.rows).map(({ slug, key }) => [slug, key]));
  const present = new Map(
    rows.flatMap(({ kind, key, content }): [string, string][] => {
      const page = kind === pageKind.kind ? contentOf(pageKind, content) : null;
      return page ? [[key, page.slug]] : [];
    }),
  );
  const pages = [...slugs].flatMap(([slug, key]): [string, string][] => {
    const now = present.get(key);
    return now === undefined ? [] : [[slug, now]];
  });
  return {
    readAt: now.getTime(),
    until: found?.next?.getTime() ?? Number.POSITIVE_INFINITY,
    live: new Map(
      rows.map((row) => [`${row.kind}/${row.key}`, { key: row.key, content: row.content, at: row.live_at }]),
    ),
    slugs,
    pages: new Map(pages),
  };
}

/**
 * The snapshot of this process: read again after a change event, when a scheduled version is due, and each time while
 * the change listener is disconnected. Pages of visitors need no query for it.
 */
async function snapshotOf(ports: Ports): Promise<Snapshot> {
  const { live, site, clock } = ports;
  if (!site.inMemory) return read(ports);
  const known = cache.get(live);
  const holder = known ?? {};
  if (!known) {
    cache.set(live, holder);
    for (const topic of ["content", "settings", "emails"])
      live.subscribe(topic, () => delete holder.snapshot);
  }
  if (!live.listening()) return read(ports);
  const now = clock.now().getTime();
  const before = await holder.snapshot;
  if (before && before.readAt <= now && now < before.until) return before;
  const reading = read(ports);
  holder.snapshot = reading;
  reading.catch(() => {
    if (holder.snapshot === reading) delete holder.snapshot;
  });
  return reading;
}

/** What visitors see now of a thing: what was published, else the default text. */
export async function published<Content extends Record<string, unknown>>(
  ports: Ports,
  kind: PublishedKind<Content>,
  key: string,
): Promise<Published<Content>> {
  const found = (await snapshotOf(ports)).live.get(`${kind.kind}/${key}`);
  const own = found && contentOf(kind, found.content);
  return { content: own ?? kind.defaultContent(key), at: found?.at ?? null };
}

/** What staff would see of a thing if it were published now: its draft, else what is scheduled, else what is live. */
export async function draftOf<Content extends Record<string, unknown>>(
  ports: Ports,
  kind: PublishedKind<Content>,
  key: string,
): Promise<Content | null> {
  return (await publicationToEdit(ports, kind, key)).shown;
}

/** The own page at an address, or the present address of the page that was there; null: none. */
export async function publishedPage(
  ports: Ports,
  slug: string,
): Promise<{ content: PageContent } | { movedTo: string } | null> {
  const { live, slugs } = await snapshotOf(ports);
  for (const [name, { content }] of live) {
    if (!name.startsWith(`${pageKind.kind}/`)) continue;
    const page = contentOf(pageKind, content);
    if (page?.slug === slug) return { content: page };
  }
  const key = slugs.get(slug);
  const moved = key === undefined ? null : contentOf(pageKind, live.get(`${pageKind.kind}/${key}`)?.content);
  return moved && { movedTo: moved.slug };
}

/** Slugs of own pages, also earlier ones, with those that they have now; the same object until something is published. */
export async function pageAddresses(ports: Ports): Promise<ReadonlyMap<string, string>> {
  return (await snapshotOf(ports)).pages;
}

/** The own pages that visitors see, for the sitemap. */
export async function publishedPages(ports: Ports): Promise<{ slug: string; changed: Date }[]> {
  const { live } = await snapshotOf(ports);
  return [...live].flatMap(([name, { content, at }]) => {
    const page = name.startsWith(`${pageKind.kind}/`) ? contentOf(pageKind, content) : null;
    return page ? [{ slug: page.slug, changed: at }] : [];
  });
}

/**
 * When the next scheduled version goes live, or an announcement or a section of the home page begins or ends; null: never. For the page cache, which
 * keeps no page beyond that moment.
 */
export async function nextPublicationAt({ db, clock }: Pick<Ports, "db" | "clock">): Promise<Date | null> {
  const at = clock.now().toISOString();
  const { rows } = await db.execute(sql`
    select min(moment) as next from publication_version, unnest(case when kind = ${announcementKind.kind}
        then array[live_at, (content ->> 'from')::timestamptz, (content ->> 'to')::timestamptz]
        else array[live_at] || array(select time.at::timestamptz
          from jsonb_array_elements(case when kind = ${homeKind.kind} then content -> 'items' else '[]' end) section,
            unnest(array[section ->> 'showFrom', section ->> 'showUntil']) as time(at)) end) as moment
    where cancelled_at is null and moment > ${at}`);
  return nextShape.parse(rows)[0]?.next ?? null;
}
