import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import {
  discountSteps,
  type FacetValue,
  type Listing,
  type ListingQuery,
  priceBands,
  ratingSteps,
  type Term,
} from "../catalogue.ts";
import { offeredFacets } from "../facets.ts";
import { listingBase, otherGroups } from "./conditions.server.ts";

const facetRows = z.array(
  z.object({ facet: z.string(), value: z.string(), label: z.string(), count: z.coerce.number() }),
);

/**
 * The number of products for each value of each facet group, without the group's own filter, and the total. One
 * statement. Values without products are left out unless they are chosen.
 */
export async function countFacets(
  db: Db,
  query: ListingQuery,
  now: Date,
  terms?: Term[],
): Promise<{ count: number; facets: Listing["facets"] }> {
  const { rows } = await db.execute(sql`
    with ${listingBase(query, now, terms)}
    select 'count' as facet, '' as value, '' as label, count(*) from base b where ${otherGroups()}
    union all
    select 'category', c.slug, c.name, count(b.id)
      from category c left join base b on b.category_id = c.id and ${otherGroups("category")}
      group by c.id having count(b.id) > 0 or ${isOneOf(sql`c.slug`, query.categories)}
    union all
    select 'band', band.id, '', count(*)
      from (values ${bandValues()}) as band (id, lowest, highest)
      join base b on b.paid >= band.lowest and (band.highest is null or b.paid <= band.highest)
      where ${otherGroups("price")} group by band.id
    union all
    select 'size', v.size, '', count(distinct v.product_id)
      from pieces v join base b on b.id = v.product_id
      where v.size is not null and v.colour_ok and v.stock_ok and ${otherGroups("piece")} group by v.size
    union all
    select 'colour', v.colour_family, '', count(distinct v.product_id)
      from pieces v join base b on b.id = v.product_id
      where v.colour_family is not null and v.size_ok and v.stock_ok and ${otherGroups("piece")} group by v.colour_family
    union all
    select 'stock', '', '', count(distinct v.product_id)
      from pieces v join base b on b.id = v.product_id
      where v.there and v.size_ok and v.colour_ok and ${otherGroups("piece")}
    union all
    select 'brand', b.brand, '', count(*) from base b where ${otherGroups("brand")} group by b.brand
    union all
    select 'origin', b.origin, '', count(*) from base b where b.origin is not null and ${otherGroups("origin")} group by b.origin
    union all
    select 'discount', step.least::text, '', count(*)
      from (values ${steps(discountSteps)}) as step (least) join base b on b.percent_off >= step.least
      where ${otherGroups("discount")} group by step.least
    union all
    select 'rating', step.least::text, '', count(*)
      from (values ${steps(ratingSteps)}) as step (least) join base b on b.rating >= step.least
      where ${otherGroups("rating")} group by step.least`);
  const found = facetRows.parse(rows);
  const of = (facet: string) => found.filter((row) => row.facet === facet);
  const counts = (facet: string) => new Map(of(facet).map(({ value, count }) => [value, count]));
  return {
    count: of("count")[0]?.count ?? 0,
    facets: offeredFacets(query, {
      categories: of("category").map(({ value, label, count }): FacetValue => ({ value, label, count })),
      bands: counts("band"),
      sizes: counts("size"),
      colours: counts("colour"),
      brands: counts("brand"),
      origins: counts("origin"),
      discounts: counts("discount"),
      ratings: counts("rating"),
      inStock: counts("stock").get("") ?? 0,
    }),
  };
}

function isOneOf(column: SQL, values: string[]): SQL {
  return values.length > 0 ? sql`${column} in ${values}` : sql`false`;
}

function bandValues(): SQL {
  const each = priceBands.map(({ id, from, to }) => sql`(${id}, ${from}::bigint, ${to}::bigint)`);
  return sql.join(each, sql`, `);
}

function steps(values: readonly number[]): SQL {
  return sql.join(
    values.map((value) => sql`(${value}::integer)`),
    sql`, `,
  );
}
