import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "../../platform/database/database.server.ts";
import { announcedCache } from "../../platform/live/announced-cache.server.ts";
import { cached } from "../../platform/lru.ts";
import type { Services } from "../../platform/services.server.ts";
import { sizesOf } from "../catalogue/kinds/attribute-sets.server.ts";
import { dayInIndia } from "../dates.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { estimateFit, type Fit, type FitCounts, fewestVotes, noFitCounts } from "./estimate.ts";
import { fitCount } from "./tables.server.ts";

const windowDays = 365;
const dayMs = 86_400_000;

/**
 * Counts the verdicts of buyers in the last 365 days, by product and size; a job. For each delivered line the first of
 * these counts: the vote of its published review; an exchange for a larger or a smaller size; a return as too small or
 * too large; not returned within the return window. Rejected returns do not count.
 */
export async function countFits(ports: Pick<Services, "db" | "clock">): Promise<void> {
  const { policy } = await shopSettings(ports);
  const now = ports.clock.now().getTime();
  const since = new Date(now - windowDays * dayMs).toISOString();
  // The return window ends with a day in India.
  const today = Date.parse(`${dayInIndia(new Date(now))}T00:00+05:30`);
  const keptSince = new Date(today - policy.returnDays * dayMs).toISOString();
  const { order } = await sizesOf(ports);
  await inTransaction(ports.db, async (tx) => {
    await tx.execute(sql`
      create temporary table counted on commit drop as
      select product_id, size, verdict, count(*)::integer as people from (${verdictsOfLines(since, keptSince, order)}) l
      where verdict is not null group by 1, 2, 3`);
    await tx.execute(sql`
      delete from fit_count f where not exists (select from counted c
        where (c.product_id, c.size, c.verdict) = (f.product_id, f.size, f.verdict))`);
    await tx.execute(sql`
      insert into fit_count as f (product_id, size, verdict, people)
      select product_id, size, verdict, people from counted
      on conflict (product_id, size, verdict) do update set people = excluded.people
        where f.people <> excluded.people`);
  });
}

/** `order`: of all sizes by the shop's scales; numbers that no scale has come after them. */
function verdictsOfLines(since: string, keptSince: string, order: string[]) {
  const rank = (size: ReturnType<typeof sql>) => sql`coalesce(
    array_position(${sql.param(order)}::text[], ${size})::numeric,
    case when ${size} ~ '^[0-9]{1,3}([.][0-9]+)?$' then 10000 + ${size}::numeric end)`;
  return sql`
    select l.product_id, l.size, coalesce(v.fit,
      case when back.exchange_rank > ${rank(sql`l.size`)} then 'small'
        when back.exchange_rank < ${rank(sql`l.size`)} then 'large' end,
      case back.reason when 'too-small' then 'small' when 'too-large' then 'large' end,
      case when back.reason is null and o.delivered_at < ${keptSince} then 'kept' end) as verdict
    from order_line l join orders o on o.id = l.order_id
    left join review v on v.order_line_id = l.id and v.status = 'published'
    left join lateral (
      select r.reason, ${rank(sql`rl.exchange_size`)} as exchange_rank
      from return_line rl join return_request r on r.id = rl.return_id
      where rl.order_line_id = l.id and r.state not in ('rejected', 'withdrawn') order by r.created_at limit 1) back on true
    where o.status = 'delivered' and o.delivered_at >= ${since} and l.product_id is not null and l.size is not null`;
}

const priorRows = z.array(
  z.object({ verdict: z.enum(fitCount.verdict.enumValues), brand: z.number(), category: z.number() }),
);

type Ports = Pick<Services, "db" | "clock" | "live" | "site">;
type OwnCount = { size: string; verdict: keyof FitCounts; people: number };
const ownCounts = announcedCache<OwnCount[]>({ topics: ["reviews"], most: 10_000 });
const ownPlaces = announcedCache<z.infer<typeof place>>({ topics: ["products"], most: 10_000 });
type Sums = { at: number; brand: FitCounts; category: FitCounts };
const place = z.object({ category: z.string(), brand: z.string() });
const places = z.array(place);
const sumsByPlace = new WeakMap<Ports["db"], Map<string, Sums>>();
const sumsKept = 1_000;
const sumsKeptMs = 300_000;

/** The verdict on a size; `size` null: on the product as a whole. */
export type ProductFit = Fit & { size: string | null };

/**
 * The verdicts on a product's sizes. In: a valid product id. Out: the verdict on the whole product, then those on
 * sizes that differ from it; empty with too little evidence.
 */
export async function fitOf(ports: Ports, productId: string): Promise<ProductFit[]> {
  const found = await countsOf(ports, productId);
  const mine = sumOf(found);
  if (mine.small + mine.true + mine.large < fewestVotes) return [];
  const { brand, category } = await othersOf(ports, productId, mine);
  const whole = estimateFit(mine, brand, category);
  const sizes = [...new Set(found.map((one) => one.size))].flatMap((size): ProductFit[] => {
    const fit = estimateFit(sumOf(found.filter((one) => one.size === size)), mine, brand);
    return fit && fit.verdict !== whole?.verdict ? [{ ...fit, size }] : [];
  });
  return [...(whole ? [{ ...whole, size: null }] : []), ...sizes];
}

/** The counts of a product, by size and verdict. */
async function countsOf(ports: Ports, productId: string): Promise<OwnCount[]> {
  const { size, verdict, people } = fitCount;
  const found = await ownCounts(ports, productId, () =>
    ports.db
      .select({ size, verdict, people })
      .from(fitCount)
      .where(eq(fitCount.productId, productId))
      .prepare("fit_counts_of_product")
      .execute(),
  );
  return found ?? [];
}

/**
 * The verdicts on all other products of its brand in its category, and of its category. A category's sums are read at
 * most once in five minutes: they grow with the catalogue, and a job counts the verdicts anew once a day.
 */
async function othersOf(
  ports: Ports,
  productId: string,
  mine: FitCounts,
): Promise<{ brand: FitCounts; category: FitCounts }> {
  const { db, clock } = ports;
  const place = await ownPlaces(ports, productId, async () => {
    const { rows } = await db.execute(sql`
      select coalesce(category_id::text, '') as category, brand from product where id = ${productId}`);
    return places.parse(rows)[0] ?? null;
  });
  if (!place?.category) return { brand: noFitCounts, category: noFitCounts };
  const key = `${place.category} ${place.brand}`;
  const sums = sumsByPlace.get(db) ?? new Map<string, Sums>();
  sumsByPlace.set(db, sums);
  const now = clock.now().getTime();
  const known = sums.get(key);
  const isFresh = known && now >= known.at && now < known.at + sumsKeptMs;
  const read = isFresh ? known : { at: now, ...(await sumsOf(db, place)) };
  if (!isFresh) cached(sums, sumsKept, key, () => read);
  return { brand: less(read.brand, mine), category: less(read.category, mine) };
}

async function sumsOf(db: Ports["db"], { category, brand }: z.infer<typeof place>) {
  const { rows } = await db.execute(sql`
    select f.verdict, coalesce(sum(f.people) filter (where p.brand = ${brand}), 0)::integer as brand,
      sum(f.people)::integer as category
    from product p join fit_count f on f.product_id = p.id where p.category_id = ${category}::uuid group by 1`);
  const prior = priorRows.parse(rows);
  return {
    brand: sumOf(prior.map((one) => ({ ...one, people: one.brand }))),
    category: sumOf(prior.map((one) => ({ ...one, people: one.category }))),
  };
}

/** Never below 0: the sums may be older than the product's own counts. */
function less(all: FitCounts, mine: FitCounts): FitCounts {
  return {
    small: Math.max(0, all.small - mine.small),
    true: Math.max(0, all.true - mine.true),
    large: Math.max(0, all.large - mine.large),
    kept: Math.max(0, all.kept - mine.kept),
  };
}

function sumOf(rows: readonly { verdict: keyof FitCounts; people: number }[]): FitCounts {
  const sum = { ...noFitCounts };
  for (const { verdict, people } of rows) sum[verdict] += people;
  return sum;
}
