import { type SQL, sql } from "drizzle-orm";
import { paidPrice, runningOffers } from "../cards/read-cards.server.ts";
import { type ListingQuery, priceBands, type Term } from "../catalogue.ts";

const yes = sql`true`;

/**
 * The filter groups that a facet leaves out; size, colour and stock are one group, because they apply to one variant.
 */
export const filterGroups = ["category", "price", "piece", "brand", "origin", "discount", "rating"] as const;
export type FilterGroup = (typeof filterGroups)[number];

/** True where every group but one (or every group) matches the row of `base`. */
export function otherGroups(but?: FilterGroup): SQL {
  return noGroup(filterGroups.filter((group) => group !== but).map((group) => sql.raw(`b.${group}_ok`)));
}

/** The discount in whole percent, rounded as on the card, of a row with `paid` and `full_price`. */
const percentOff = sql.raw("((200 * (x.full_price - x.paid) + x.full_price) / (2 * x.full_price))");

/**
 * The products that match a list's text and collection, each with the result of every filter group, so that a facet
 * can be counted without its own group. Size, colour and stock must match on the same variant: "M, blue, in stock" is
 * one shirt that can be bought. In: the query, the time, and the parsed terms if there are any. Out: the WITH clauses
 * `running`, `candidates`, `pieces` and `base`.
 */
export function listingBase(query: ListingQuery, now: Date, terms?: Term[]): SQL {
  const asksPiece = query.sizes.length > 0 || query.colours.length > 0 || query.inStockOnly;
  return sql`
    running as (${runningOffers(now)}),
    candidates as materialized (
      select x.*, ${percentOff} as percent_off from (
        select p.id, p.category_id, p.brand, p.country_of_origin as origin, p.rating, ${paidPrice} as paid,
          greatest(coalesce(p.original_price, p.price), ${paidPrice}) as full_price, ${score(terms)} as score
        from product p left join running r on r.product_id = p.id
        where p.status = 'active' and ${noGroup([inCollection(query), ...words(query, terms)])}) x
    ),
    pieces as materialized (
      select v.product_id, v.size, v.colour_family, v.stock > v.held as there,
        ${query.sizes.length > 0 ? sql`v.size in ${query.sizes}` : yes} as size_ok,
        ${query.colours.length > 0 ? sql`v.colour_family in ${query.colours}` : yes} as colour_ok,
        ${query.inStockOnly ? sql`v.stock > v.held` : yes} as stock_ok
      from variant v
      where v.product_id in (select id from candidates)
    ),
    base as materialized (
      select b.*, ${inCategories(query)} as category_ok, ${inPrice(query)} as price_ok,
        ${asksPiece ? sql`b.id in (select product_id from pieces where size_ok and colour_ok and stock_ok)` : yes} as piece_ok,
        ${query.brands.length > 0 ? sql`b.brand in ${query.brands}` : yes} as brand_ok,
        ${query.origins.length > 0 ? sql`b.origin in ${query.origins}` : yes} as origin_ok,
        ${query.minDiscount === null ? yes : sql`b.percent_off >= ${query.minDiscount}`} as discount_ok,
        ${query.minRating === null ? yes : sql`coalesce(b.rating >= ${query.minRating}, false)`} as rating_ok
      from candidates b
    )`;
}

function noGroup(conditions: (SQL | null)[]): SQL {
  return sql.join(
    conditions.filter((condition) => condition !== null),
    sql` and `,
  );
}

function inCollection({ collection }: ListingQuery): SQL {
  if (collection === null) return yes;
  return sql`p.id in (select product_id from product_collection where collection_slug = ${collection})`;
}

/** Every word, in any order, in the name, category, brand, tags or material. */
function words({ text }: ListingQuery, terms?: Term[]): SQL[] {
  if (terms) return terms.map((term) => sql`p.search_words @@ ${tsquery(term)}::tsquery`);
  if (text === "") return [];
  return [sql`p.search_words @@ plainto_tsquery('shop_words', search_clean(${text}))`];
}

/**
 * The relevance of a product: for each term 4 for the name, 2 for the category, 1 for the rest, and 1 more for the
 * word itself. The same rule as in shop/search; a test compares the two.
 */
function score(terms: Term[] | undefined): SQL {
  if (!terms || terms.length === 0) return sql`0`;
  const each = terms.map((term) => {
    const [word] = term.alternatives;
    const itself = word ? lexemes(word) : "";
    return sql`(case when ts_filter(p.search_words, '{a}') @@ ${tsquery(term)}::tsquery then 4
      when ts_filter(p.search_words, '{a,b}') @@ ${tsquery(term)}::tsquery then 2 else 1 end
      + case when p.search_words @@ ${itself}::tsquery then 1 else 0 end)`;
  });
  return sql.join(each, sql` + `);
}

function tsquery({ alternatives, prefix }: Term): string {
  const each = alternatives.map((words) => `(${lexemes(words)})`);
  return [...each, ...(prefix === null ? [] : [`${lexemes([prefix])}:*`])].join(" | ");
}

function lexemes(words: string[]): string {
  return words.map((word) => `'${word.replaceAll(/['\\]/g, "$&$&")}'`).join(" & ");
}

/** Slugs without a category are ignored: /category/nonsense is 'All Products' (specification, "Category listing"). */
function inCategories({ categories }: ListingQuery): SQL {
  if (categories.length === 0) return yes;
  return sql`(coalesce(b.category_id in (select id from category where slug in ${categories}), false)
    or not exists (select from category where slug in ${categories}))`;
}

function inPrice({ bands, from, to }: ListingQuery): SQL {
  const chosen = priceBands.filter(({ id }) => bands.includes(id));
  const each = chosen.map((band) => between(band.from, band.to));
  return noGroup([between(from, to), each.length > 0 ? sql`(${sql.join(each, sql` or `)})` : null]);
}

function between(from: number | null, to: number | null): SQL {
  return noGroup([
    yes,
    from === null ? null : sql`b.paid >= ${from}`,
    to === null ? null : sql`b.paid <= ${to}`,
  ]);
}
