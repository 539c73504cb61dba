import { type SQL, sql } from "drizzle-orm";
import { paidPrice, runningOffers } from "../cards/read-cards.server.ts";
import { type ListingQuery, priceBands } from "../catalogue.ts";

const yes = sql`true`;

/**
 * The products that a list's text, collection and rating let through, each with the answer of every facet group
 * (`category_ok`, `band_ok`, `piece_ok`), so that a facet can be counted without its own group.
 * Size, colour and stock are asked of one and the same variant: "M, blue, in stock" is one shirt that can be bought.
 * Out: the WITH clauses `running`, `base` and `pieces`.
 */
export function listingBase(query: ListingQuery, now: Date): SQL {
  const asksPiece = query.sizes.length > 0 || query.colours.length > 0 || query.inStockOnly;
  return sql`
    running as (${runningOffers(now)}),
    candidates as materialized (
      select p.id, p.category_id, ${paidPrice} as paid
      from product p left join running r on r.product_id = p.id
      where p.status = 'active' and ${all([inCollection(query), rated(query), ...words(query)])}
    ),
    pieces as materialized (
      select v.product_id, v.size, v.colour_family,
        ${query.sizes.length > 0 ? sql`v.size in ${query.sizes}` : yes} as size_ok,
        ${query.colours.length > 0 ? sql`v.colour_family in ${query.colours}` : yes} as colour_ok
      from variant v
      where ${query.inStockOnly ? sql`v.stock > v.held` : yes}
        and v.product_id in (select id from candidates)
    ),
    base as materialized (
      select b.*, ${inCategories(query)} as category_ok, ${inBands(query)} as band_ok,
        ${asksPiece ? sql`b.id in (select product_id from pieces where size_ok and colour_ok)` : yes} as piece_ok
      from candidates b
    )`;
}

function all(conditions: (SQL | null)[]): SQL {
  return sql.join(
    conditions.filter((condition) => condition !== null),
    sql` and `,
  );
}

function inCollection({ collection }: ListingQuery): SQL {
  if (collection === null) return yes;
  return sql`p.id in (select product_id from product_collection where collection_slug = ${collection})`;
}

function rated({ minRating }: ListingQuery): SQL {
  return minRating === null ? yes : sql`p.rating >= ${minRating}`;
}

/** Every word, in any order, anywhere in the name, brand, category or tags. */
function words({ text }: ListingQuery): SQL[] {
  return text
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => sql`p.search_text like search_pattern(${word})`);
}

/** Slugs without a category are ignored: /category/nonsense is 'All Products' (specification, "Category listing"). */
function inCategories({ categories }: ListingQuery): SQL {
  if (categories.length === 0) return yes;
  return sql`(b.category_id in (select id from category where slug in ${categories})
    or not exists (select from category where slug in ${categories}))`;
}

function inBands({ bands }: ListingQuery): SQL {
  const chosen = priceBands.filter(({ id }) => bands.includes(id));
  if (chosen.length === 0) return yes;
  const each = chosen.map(({ from, to }) =>
    to === null ? sql`b.paid >= ${from}` : sql`b.paid between ${from} and ${to}`,
  );
  return sql`(${sql.join(each, sql` or `)})`;
}
