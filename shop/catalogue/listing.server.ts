import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import { cardColumns, cardRow, toCard } from "./cards/read-cards.server.ts";
import { type Listing, type ListingQuery, pageSize, type Sort } from "./catalogue.ts";
import { listingBase } from "./listing/conditions.server.ts";
import { countFacets } from "./listing/facets.server.ts";

/** The orders of the specification (section 7); products without a review come last by rating. */
const orders: Record<Sort, SQL> = {
  name: sql`lower(p.name)`,
  "price-asc": sql`b.paid`,
  "price-desc": sql`b.paid desc`,
  rating: sql`p.rating desc nulls last, p.review_count desc`,
  newest: sql`p.created_at desc`,
};

/**
 * A list of active products with its facets. In: a checked query (readListing). Prices, bands and price orders
 * go by what is paid now. Out: the first `page` times 12 products, the exact count, and a page no higher than
 * the last one.
 */
export async function listProducts(
  { db, clock }: Pick<Services, "db" | "clock">,
  query: ListingQuery,
): Promise<Listing> {
  const now = clock.now();
  const [{ count, facets }, { rows }] = await Promise.all([
    countFacets(db, query, now),
    db.execute(sql`
      with ${listingBase(query, now)}
      select ${cardColumns}
      from base b
      join product p on p.id = b.id
      left join running r on r.product_id = p.id
      left join category c on c.id = p.category_id
      where b.category_ok and b.band_ok and b.piece_ok
      order by ${orders[query.sort]}, p.id
      limit ${query.page * pageSize}`),
  ]);
  const pages = Math.max(1, Math.ceil(count / pageSize));
  return {
    products: z
      .array(cardRow)
      .parse(rows)
      .map((row) => toCard(row, now)),
    count,
    page: Math.min(query.page, pages),
    pages,
    facets,
  };
}
