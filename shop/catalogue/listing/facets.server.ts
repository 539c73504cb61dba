import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import {
  bySize,
  colourFamilies,
  type FacetValue,
  type Listing,
  type ListingQuery,
  priceBands,
} from "../catalogue.ts";
import { listingBase } from "./conditions.server.ts";

const facetRows = z.array(
  z.object({ facet: z.string(), value: z.string(), label: z.string(), count: z.coerce.number() }),
);

/**
 * How many products each value of each facet group would give, its own group left out, and how many there are in
 * all. One statement. Values without a product are left out unless they are chosen.
 */
export async function countFacets(
  db: Db,
  query: ListingQuery,
  now: Date,
): Promise<{ count: number; facets: Listing["facets"] }> {
  const { rows } = await db.execute(sql`
    with ${listingBase(query, now)}
    select 'count' as facet, '' as value, '' as label, count(*) from base where category_ok and band_ok and piece_ok
    union all
    select 'category', c.slug, c.name, count(b.id)
      from category c left join base b on b.category_id = c.id and b.band_ok and b.piece_ok
      group by c.id having count(b.id) > 0 or ${isOneOf(sql`c.slug`, query.categories)}
    union all
    select 'band', band.id, '', count(*)
      from (values ${bandValues()}) as band (id, lowest, highest)
      join base b on b.paid >= band.lowest and (band.highest is null or b.paid <= band.highest)
      where b.category_ok and b.piece_ok group by band.id
    union all
    select 'size', v.size, v.size, count(distinct v.product_id)
      from pieces v join base b on b.id = v.product_id
      where v.size is not null and v.colour_ok and b.category_ok and b.band_ok group by v.size
    union all
    select 'colour', v.colour_family, '', count(distinct v.product_id)
      from pieces v join base b on b.id = v.product_id
      where v.colour_family is not null and v.size_ok and b.category_ok and b.band_ok group by v.colour_family`);
  const found = facetRows.parse(rows);
  const of = (facet: string) => found.filter((row) => row.facet === facet);
  const countOf = (facet: string, value: string) => of(facet).find((row) => row.value === value)?.count ?? 0;
  return {
    count: countOf("count", ""),
    facets: {
      categories: of("category")
        .map(({ value, label, count }) => ({ value, label, count }))
        .sort((one, other) => one.label.localeCompare(other.label, "en")),
      bands: priceBands
        .map(({ id, label }) => ({ value: id, label, count: countOf("band", id) }))
        .filter(offered(query.bands)),
      sizes: [...new Set([...of("size").map(({ value }) => value), ...query.sizes])]
        .sort(bySize)
        .map((value) => ({ value, label: value, count: countOf("size", value) })),
      colours: colourFamilies
        .map(({ id, label, hex }) => ({ value: id, label, hex, count: countOf("colour", id) }))
        .filter(offered(query.colours)),
    },
  };
}

function offered(chosen: readonly string[]): (facet: FacetValue) => boolean {
  return ({ value, count }) => count > 0 || chosen.includes(value);
}

function isOneOf(column: SQL, values: string[]): SQL {
  return values.length > 0 ? sql`${column} in ${values}` : sql`false`;
}

function bandValues(): SQL {
  const each = priceBands.map(({ id, from, to }) => sql`(${id}, ${from}::bigint, ${to}::bigint)`);
  return sql.join(each, sql`, `);
}
