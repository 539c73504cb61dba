import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import { cardColumns, cardRow, toSummary } from "./cards/read-cards.server.ts";
import {
  type Listing,
  type ListingQuery,
  type ListingSort,
  type ProductSummary,
  pagesShown,
  pageWindow,
  type Term,
} from "./catalogue.ts";
import { listingBase, otherGroups } from "./listing/conditions.server.ts";
import { countFacets } from "./listing/facets.server.ts";

/** The sort orders of the specification (section 7); products without reviews come last by rating. */
const orders: Record<ListingSort, SQL> = {
  name: sql`lower(p.name) collate "C"`,
  "price-asc": sql`b.paid`,
  "price-desc": sql`b.paid desc`,
  rating: sql`p.rating desc nulls last, p.review_count desc`,
  newest: sql`p.created_at desc`,
  relevance: sql`b.score desc, p.rating desc nulls last, p.review_count desc`,
};

/**
 * A list of active products with its facets, from the database. In: a validated query (readListing), and the parsed
 * terms if there are any; without them each word must match. Prices are the current ones. Out: the products up to
 * this page, at most its last `most` pages, the exact count, and a page no higher than the last one.
 */
export async function listProducts(
  { db, clock }: Pick<Services, "db" | "clock">,
  query: ListingQuery,
  terms?: Term[],
  most: number = pagesShown,
): Promise<Listing> {
  const now = clock.now();
  const cards = (skipped: number, limit: number) =>
    db.execute(sql`
      with ${listingBase(query, now, terms)}
      select ${cardColumns(query.colours)}
      from base b
      join product p on p.id = b.id
      left join running r on r.product_id = p.id
      left join category c on c.id = p.category_id
      where ${otherGroups()}
      order by ${orders[query.sort]}, p.id
      limit ${limit} offset ${skipped}`);
  const counting = countFacets(db, query, now, terms);
  // Far down the list the last page must be known before the products can be read.
  const far = query.page > most ? await counting : null;
  const asked = pageWindow(query.page, far?.count ?? Number.MAX_SAFE_INTEGER, most);
  const [{ count, facets }, { rows }] = await Promise.all([counting, cards(asked.skipped, asked.limit)]);
  const { page, pages, skipped } = pageWindow(query.page, count, most);
  return {
    products: z
      .array(cardRow)
      .parse(rows)
      .map((row) => toSummary(row, now)),
    count,
    page,
    pages,
    skipped,
    facets,
  };
}

/**
 * The summaries of these products in this order; inactive ones are left out. `colours`: the colour families of the
 * filter, whose pictures come first.
 */
export async function productSummaries(
  { db, clock }: Pick<Services, "db" | "clock">,
  ids: string[],
  colours: readonly string[] = [],
): Promise<ProductSummary[]> {
  if (ids.length === 0) return [];
  const now = clock.now();
  const { rows } = await db.execute(sql`/* hot */
    select ${cardColumns(colours)}
    from product p
    left join lateral (
      select max(o.discount_percent) as percent from offer_product op join offer o on o.id = op.offer_id
      where op.product_id = p.id and o.valid_from <= ${now} and o.valid_to >= ${now}) r on true
    left join category c on c.id = p.category_id
    where p.status = 'active' and p.id in ${ids}`);
  const cards = new Map(
    z
      .array(cardRow)
      .parse(rows)
      .map((row) => [row.id, toSummary(row, now)]),
  );
  return ids.flatMap((id) => cards.get(id) ?? []);
}
