import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import {
  discountSteps,
  type FacetValue,
  type ListingQuery,
  pageWindow,
  priceBands,
  ratingSteps,
  type Term,
  type TypeRule,
} from "../../../shop/catalogue/catalogue.ts";
import { offeredFacets } from "../../../shop/catalogue/facets.ts";
import { attributeSets } from "../../../shop/catalogue/kinds/attribute-sets.server.ts";
import { filterFields, type TypedField } from "../../../shop/catalogue/kinds/attribute-sets.ts";
import { priceOf } from "../../../shop/catalogue/pricing.ts";
import { recommendedScore, varied } from "../../../shop/search/ranking/recommended.ts";
import { singular } from "../../../shop/search/text/singular.ts";
import { tokenize } from "../../../shop/search/text/tokenize.ts";

const rows = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    brand: z.string(),
    origin: z.string().nullable(),
    category: z.string().nullable(),
    collections: z.array(z.string()),
    price: z.coerce.number(),
    original: z.coerce.number().nullable(),
    rating: z.coerce.number().nullable(),
    reviews: z.number(),
    created: z.coerce.number(),
    variants: z.array(
      z.object({
        size: z.string().nullable(),
        colour: z.string().nullable(),
        there: z.boolean(),
        price: z.number().nullable(),
      }),
    ),
    offers: z.array(z.object({ percent: z.number(), from: z.coerce.date(), to: z.coerce.date() })),
    inName: z.array(z.string()),
    inCategory: z.array(z.string()),
    inRest: z.array(z.string()),
    inDescription: z.array(z.string()),
    kind: z.string().nullable(),
    gender: z.string().nullable(),
    parent: z.string().nullable(),
    sold: z.number(),
    shades: z.array(z.string()),
    places: z.array(z.object({ collection: z.string(), placement: z.number() })),
  }),
);
type Rows = {
  products: z.infer<typeof rows>;
  categories: Map<string, string>;
  filters: TypedField[];
};

/** All active products with what lists go by, and the names of the categories. */
export async function catalogueRows(db: Db): Promise<Rows> {
  const products = await db.execute(sql`
    select p.id, lower(p.name) as name, p.brand, p.country_of_origin as origin, c.slug as category, c.kind, p.price,
      case when c.kind = 'dress' then p.category_specific_data ->> 'gender' end as gender,
      (select slug from category up where up.id = c.parent_id) as parent,
      p.original_price as original, p.rating, p.review_count as reviews,
      (extract(epoch from p.created_at) * 1000000)::bigint as created,
      coalesce((select units from product_popularity where product_id = p.id), 0) as sold,
      array(select distinct lower(colour) from variant where product_id = p.id and colour is not null order by 1) as shades,
      (select coalesce(json_agg(json_build_object('collection', collection_slug, 'placement', placement)), '[]')
        from collection_placement where product_id = p.id) as places,
      array(select collection_slug from product_collection where product_id = p.id) as collections,
      (select coalesce(json_agg(json_build_object('size', size, 'colour', colour_family, 'there', stock > reserved, 'price', price)), '[]')
        from variant where product_id = p.id) as variants,
      (select coalesce(json_agg(json_build_object('percent', discount_percent, 'from', valid_from, 'to', valid_to)), '[]')
        from offer o join offer_product op on op.offer_id = o.id where op.product_id = p.id) as offers,
      tsvector_to_array(ts_filter(p.search_words, '{a}')) as "inName",
      tsvector_to_array(ts_filter(p.search_words, '{b}')) as "inCategory",
      tsvector_to_array(ts_filter(p.search_words, '{c}')) as "inRest",
      tsvector_to_array(ts_filter(p.search_words, '{d}')) as "inDescription"
    from product p left join category c on c.id = p.category_id where p.status = 'active'`);
  const names = z
    .array(z.object({ slug: z.string(), name: z.string() }))
    .parse((await db.execute(sql`select slug, name from category`)).rows);
  return {
    products: rows.parse(products.rows),
    categories: new Map(names.map(({ slug, name }) => [slug, name])),
    filters: (await attributeSets({ db })).flatMap(({ fields }) => filterFields(fields)),
  };
}

/**
 * The ids, counts and facets of a list, found by asking every rule of every product, one after another: what the
 * product index is compared with. `most`: how many pages are shown at once.
 */
export function naiveList(
  { products, categories, filters }: Rows,
  query: ListingQuery,
  terms: Term[],
  now: number,
  most: number,
) {
  const asked = query.categories.filter((slug) => categories.has(slug));
  const bands = priceBands.filter(({ id }) => query.bands.includes(id));
  const inBand = (paid: number, { from, to }: (typeof priceBands)[number]) =>
    paid >= from && (to === null || paid <= to);
  const inRange = (paid: number) =>
    paid >= (query.from ?? 0) &&
    paid <= (query.to ?? Number.POSITIVE_INFINITY) &&
    (bands.length === 0 || bands.some((band) => inBand(paid, band)));
  const chosen = <Value>(values: readonly Value[], value: Value) =>
    values.length === 0 || values.includes(value);
  const cards = products
    .map((product) => {
      const running = product.offers.filter(({ from, to }) => from.getTime() <= now && now <= to.getTime());
      const percent = running.length > 0 ? Math.max(...running.map((offer) => offer.percent)) : null;
      const variants = product.variants.map((variant) => {
        const price = variant.price ?? product.price;
        const { paid } = priceOf({ price, originalPrice: product.original }, percent);
        const full = Math.max(product.original ?? price, paid);
        return { ...variant, paid, off: Math.round(100 - (100 * paid) / full) };
      });
      return { ...product, variants, scores: terms.map((term) => scoreOf(product, term)) };
    })
    .filter(({ scores }) =>
      scores.every((score, at) => (terms[at]?.excluded ? score === 0 : score > 0 || terms[at]?.optional)),
    )
    .filter(({ collections }) => query.collection === null || collections.includes(query.collection));
  type Card = (typeof cards)[number];
  type Variant = Card["variants"][number];
  const bySize = (variant: Variant) => query.sizes.length === 0 || query.sizes.includes(variant.size ?? "");
  const byColour = (variant: Variant) =>
    query.colours.length === 0 || query.colours.includes(variant.colour ?? "");
  const byStock = (variant: Variant) => !query.inStockOnly || variant.there;
  // One variant must fit all filters that are about variants; of those of a chosen size and colour, one in stock if any.
  const byPrice: Record<string, (variant: Variant) => boolean> = {
    price: ({ paid }) => inRange(paid),
    discount: ({ off }) => off >= (query.minDiscount ?? 0),
  };
  const priced = (
    { variants }: Card,
    but?: string,
    fits = (one: Variant) => bySize(one) && byColour(one),
  ) => {
    const asked = variants.filter((variant) => byStock(variant) && (but === "variant" || fits(variant)));
    const there = asked.filter((variant) => variant.there);
    return (there.length > 0 ? there : asked).filter((variant) =>
      Object.entries(byPrice).every(([name, rule]) => name === but || rule(variant)),
    );
  };
  const rules: Record<string, (card: Card) => boolean> = {
    category: ({ category, parent }) =>
      asked.length === 0 || [category, parent].some((slug) => slug !== null && asked.includes(slug)),
    brand: ({ brand }) => chosen(query.brands, brand),
    origin: ({ origin }) => chosen<string | null>(query.origins, origin),
    gender: ({ gender }) =>
      chosen<string | null>(
        query.details.flatMap((one) => one.match(/^gender\.(.*)$/)?.[1] ?? []),
        gender,
      ),
    rating: ({ rating }) => query.minRating === null || (rating ?? 0) >= query.minRating,
    age: ({ created }) =>
      query.newWithinDays === null || now - created / 1000 < query.newWithinDays * 24 * 60 * 60 * 1000,
  };
  const matching = (but?: string) =>
    cards.filter(
      (card) =>
        Object.entries(rules).every(([name, rule]) => name === but || rule(card)) &&
        (but === "variant" || priced(card, but).length > 0),
    );
  const count = (but: string, values: (card: Card) => Iterable<string | null>) => {
    const counts = new Map<string, number>();
    for (const card of matching(but))
      for (const value of new Set(values(card)))
        if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
    return counts;
  };
  const counted = count("category", ({ category, parent }) => [category, parent]);
  const facets = offeredFacets(
    query,
    {
      categories: [...new Set([...counted.keys(), ...asked])].map(
        (slug): FacetValue => ({
          value: slug,
          label: categories.get(slug) ?? "",
          count: counted.get(slug) ?? 0,
        }),
      ),
      bands: count("price", (card) =>
        priceBands
          .filter((band) => priced(card, "price").some(({ paid }) => inBand(paid, band)))
          .map(({ id }) => id),
      ),
      sizes: count("variant", (card) =>
        card.variants
          .map(({ size }) => size)
          .filter((size) => priced(card, "", (one) => one.size === size && byColour(one)).length > 0),
      ),
      colours: count("variant", (card) =>
        card.variants
          .map(({ colour }) => colour)
          .filter((colour) => priced(card, "", (one) => one.colour === colour && bySize(one)).length > 0),
      ),
      brands: count("brand", ({ brand }) => [brand]),
      origins: count("origin", ({ origin }) => [origin]),
      details: new Map([["gender", count("gender", ({ gender }) => [gender])]]),
      discounts: count("discount", (card) =>
        discountSteps.filter((step) => priced(card, "discount").some(({ off }) => off >= step)).map(String),
      ),
      ratings: count("rating", ({ rating }) =>
        ratingSteps.filter((step) => (rating ?? 0) >= step).map(String),
      ),
      inStock: matching("variant").filter(
        (card) => priced(card, "", (one) => one.there && bySize(one) && byColour(one)).length > 0,
      ).length,
    },
    { details: filters },
  );
  const found = matching();
  const { page, pages, skipped, limit } = pageWindow(query.page, found.length, most);
  const sum = ({ scores }: Card) =>
    scores.reduce((total, score, at) => total + score + (score > 0 && terms[at]?.optional ? 16 : 0), 0);
  const byScore = (one: Card, other: Card) => hot(other) - hot(one);
  const lowest = (card: Card) => Math.min(...priced(card).map(({ paid }) => paid));
  const orders: Record<ListingQuery["sort"], (one: Card, other: Card) => number> = {
    recommended: byScore,
    name: (one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0),
    "price-asc": (one, other) => lowest(one) - lowest(other),
    "price-desc": (one, other) => lowest(other) - lowest(one),
    rating: (one, other) => (other.rating ?? 0) - (one.rating ?? 0) || other.reviews - one.reviews,
    newest: (one, other) => other.created - one.created,
    relevance: (one, other) => sum(other) - sum(one) || byScore(one, other),
  };
  const byId = (one: Card, other: Card) => (one.id < other.id ? -1 : 1);
  const sorted = found.toSorted((one, other) => orders[query.sort](one, other) || byId(one, other));
  const isRecommended = query.sort === "recommended" || (query.sort === "relevance" && terms.length === 0);
  const ids = (isRecommended ? placedAndVaried(sorted, query.collection) : sorted)
    .slice(skipped, skipped + limit)
    .map(({ id }) => id);
  return { ids, count: found.length, page, pages, skipped, facets };
}

type Product = Rows["products"][number];

/**
 * 6 for the name, 4 for the category, 3 for the rest, 1 for the description, 1 more for the word itself; 64 for a
 * product of the type, 8 for one below it; 0 where the term does not match.
 */
function scoreOf(product: Product, term: Term): number {
  const { alternatives, prefix, types = [], inDescriptions = false, ranked = false } = term;
  const { inName, inCategory, inRest, inDescription } = product;
  const fields: [number, string[]][] = [
    [6, inName],
    [4, [...inName, ...inCategory]],
    [3, [...inName, ...inCategory, ...inRest]],
    ...(inDescriptions
      ? [[1, [...inName, ...inCategory, ...inRest, ...inDescription]] satisfies [number, string[]]]
      : []),
  ];
  const all = fields.at(-1)?.[1] ?? [];
  const has = (words: string[], among: string[]) =>
    words.length > 0 && words.every((word) => among.includes(word));
  const byWords = fields.map(([weight, among]) => {
    const alternative = !ranked && alternatives.some((words) => has(words, among));
    const begun = prefix !== null && among.some((word) => word.startsWith(prefix));
    return alternative || begun ? weight : 0;
  });
  const byRank = alternatives.map((words, at) => (ranked && has(words, all) ? (at < 2 ? 6 : 1) : 0));
  const byType = types.filter((rule) => isOfType(product, rule)).map(({ own }) => (own ? 64 : 8));
  const best = Math.max(0, ...byWords, ...byRank, ...byType);
  return best > 0 && has(alternatives[0] ?? [], all) ? best + 1 : best;
}

function isOfType({ kind, category, parent, collections, name }: Product, rule: TypeRule): boolean {
  const words = tokenize(name).map(singular);
  const any = (asked: string[], own: (string | null)[]) =>
    asked.length === 0 || asked.some((value) => own.includes(value));
  const named =
    rule.nameWords.length === 0 || rule.nameWords.some((all) => all.every((word) => words.includes(word)));
  return (
    any(rule.kinds, [kind]) &&
    any(rule.categories, [category, parent]) &&
    any(rule.collections, collections) &&
    named
  );
}

/** Distinct combinations of size, colour and stock, as the index has them. */
function hot({ sold, rating, reviews, created, variants }: Product): number {
  const distinct = new Map(
    variants.map((one) => [JSON.stringify([one.size || null, one.colour, one.there, one.price]), one]),
  );
  return recommendedScore({
    sold,
    rating,
    reviewCount: reviews,
    createdAt: created,
    variants: [...distinct.values()].map(({ size, colour, there }) => ({ size, colour, inStock: there })),
  });
}

function placedAndVaried<Card extends Product>(cards: Card[], collection: string | null): Card[] {
  const place = (card: Card) => card.places.find((one) => one.collection === collection)?.placement ?? 0;
  return [
    ...cards.filter((card) => place(card) > 0).toSorted((one, other) => place(one) - place(other)),
    ...varied(
      cards.filter((card) => place(card) === 0),
      [({ category }) => category, ({ brand }) => brand, ({ shades }) => shades[0]],
    ),
    ...cards.filter((card) => place(card) < 0),
  ];
}
