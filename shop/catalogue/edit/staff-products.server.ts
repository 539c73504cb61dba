import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Count, countUpTo, maxCounted } from "../../../platform/database/count.server.ts";
import type { Db } from "../../../platform/database/database.server.ts";
import { likeText } from "../../../platform/database/like.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { pictureShape } from "../cards/card.ts";
import { pictureJson } from "../cards/read-cards.server.ts";
import { catalogueCounters } from "../inventory/catalogue-counters.server.ts";
import { productStatuses } from "./product-draft.ts";

/** HSN codes without a GST rate; `none`: nor do products without a code have one. */
export type CodesWithoutRate = { codes: string[]; none: boolean };

/** A product list for staff, validated. */
export type StaffProductQuery = {
  text: string;
  status: string;
  /** A category's slug, or "none" for those without. */
  category: string;
  collection: string;
  stock: "" | "in" | "low" | "out";
  /** Only products on sale with one of these codes; null for all. */
  untaxed?: CodesWithoutRate | null;
  sort: "newest" | "name" | "price";
  descending: boolean;
  page: number;
  size: number;
};

const row = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  brand: z.string(),
  sku: z.string().nullable(),
  category: z.string().nullable(),
  price: z.coerce.number(),
  status: z.enum(productStatuses),
  /** Units that can be bought now, over all variants. */
  stock: z.number(),
  picture: pictureShape.nullable(),
});

/** Price in paise. */
export type StaffProduct = z.infer<typeof row>;

/** A search that matches more products is too broad; the first of them are shown. */
const maxMatches = 500;

const orders = {
  newest: (down: SQL) => sql`p.created_at ${down}, p.id`,
  name: (down: SQL) => sql`lower(p.name) ${down}, p.id`,
  price: (down: SQL) => sql`p.price ${down}, p.id`,
};

/**
 * A page of products for staff, in any status. Out: the rows, whether more follow, and the count (exact up to 1,000,
 * and where a tab counts them). Searches name, brand, category and tags by words, and SKUs by prefix.
 */
export async function staffProducts(
  { db }: { db: Db },
  query: StaffProductQuery,
): Promise<{ rows: StaffProduct[]; more: boolean; total: Count }> {
  const where = conditions(query);
  const order = orders[query.sort](query.descending ? sql`desc` : sql`asc`);
  const [page, total] = await Promise.all([
    db.execute(sql`
      with page as materialized (
        select p.id from product p where ${where} order by ${order}
        limit ${query.size + 1} offset ${(query.page - 1) * query.size})
      select p.id, p.slug, p.name, p.brand, c.name as category, p.price, p.status,
        (select v.sku from variant v where v.product_id = p.id order by v.position, v.sku limit 1) as sku,
        (select coalesce(sum(v.stock - v.reserved), 0)::integer from variant v where v.product_id = p.id) as stock,
        (select ${pictureJson} from product_picture pp join picture k on k.key = pp.picture_key
          where pp.product_id = p.id order by pp.position limit 1) as picture
      from page join product p on p.id = page.id left join category c on c.id = p.category_id
      order by ${order}`),
    cachedCount({ db }, query).then(
      (stored) =>
        stored ??
        countUpTo(db, sql`select from product p where ${where}`, query.text.trim() ? maxMatches : maxCounted),
    ),
  ]);
  const rows = z.array(row).parse(page.rows);
  return { rows: rows.slice(0, query.size), more: rows.length > query.size, total };
}

export type ProductTabCounts = Record<"all" | "active" | "draft" | "archived" | "out", Count>;

/** The counts on the tabs: all, each status, and out of stock (without archived products). */
export async function productTabCounts({ db }: { db: Db }): Promise<ProductTabCounts> {
  const of = await catalogueCounters({ db }, "product");
  const exact = (count: number): Count => ({ count, exact: true });
  return {
    all: exact(productStatuses.reduce((sum, status) => sum + of(status), 0)),
    active: exact(of("active")),
    draft: exact(of("draft")),
    archived: exact(of("archived")),
    out: exact(of("out")),
  };
}

const tabRows = z.array(
  z.object({ status: z.enum(productStatuses), n: z.number(), out: z.number(), all: z.number() }),
);

/** The counts on the tabs for a search with filters. Null when more than 1,000 match. */
export async function narrowedTabs(
  { db }: { db: Db },
  query: StaffProductQuery,
): Promise<ProductTabCounts | null> {
  const { text, category, collection, stock, untaxed } = query;
  const stored = stock === "in" || stock === "low" ? stock : "";
  if (!text.trim() && !category && !collection && !stored && !untaxed) return productTabCounts({ db });
  const where = conditions({ ...query, status: "", stock: stored });
  const { rows } = await db.execute(sql`
    select status, count(*)::integer as n, (count(*) filter (where is_out))::integer as out,
      (sum(count(*)) over ())::integer as all
    from (select p.status, ${stockIs.out} as is_out from product p where ${where} limit ${maxCounted + 1}) fits
    group by status`);
  const counted = tabRows.parse(rows);
  if ((counted[0]?.all ?? 0) > maxCounted) return null;
  const of = (status: string) => counted.find((one) => one.status === status)?.n ?? 0;
  const exact = (count: number): Count => ({ count, exact: true });
  return {
    all: exact(counted[0]?.all ?? 0),
    active: exact(of("active")),
    draft: exact(of("draft")),
    archived: exact(of("archived")),
    out: exact(counted.reduce((sum, one) => sum + one.out, 0)),
  };
}

/** The maintained count of a list that is exactly one tab; null for any other. */
async function cachedCount(ports: { db: Db }, query: StaffProductQuery): Promise<Count | null> {
  const { text, category, collection, stock, status, untaxed } = query;
  if (text.trim() || category || collection || untaxed || (stock && (stock !== "out" || status))) return null;
  const tabs = await productTabCounts(ports);
  if (stock === "out") return tabs.out;
  return status === ""
    ? tabs.all
    : { count: (await catalogueCounters(ports, "product"))(status), exact: true };
}

const stockLevelCondition = (what: SQL) =>
  sql`exists (select from product_stock_level s where s.product_id = p.id and ${what})`;
const stockIs = {
  in: stockLevelCondition(sql`not s.is_out`),
  // Archived products cannot be bought, so they never count as out of stock.
  out: sql`p.status <> 'archived' and ${stockLevelCondition(sql`s.is_out`)}`,
  low: sql`p.status <> 'archived' and ${stockLevelCondition(sql`s.is_low`)}`,
};

/** Products `p` on sale that have no GST rate. */
export function untaxedCondition({ codes, none }: CodesWithoutRate): SQL {
  const code = sql`p.hsn_code = any(${sql.param(codes)}::text[])`;
  return sql`p.status = 'active' and (${none ? sql`${code} or p.hsn_code is null` : code})`;
}

function conditions(query: StaffProductQuery): SQL {
  const all: SQL[] = [];
  if (query.status) all.push(sql`p.status = ${query.status}`);
  if (query.category === "none") all.push(sql`p.category_id is null`);
  else if (query.category)
    all.push(sql`p.category_id = (select id from category where slug = ${query.category})`);
  if (query.collection)
    all.push(sql`exists (select from product_collection pc
      where pc.product_id = p.id and pc.collection_slug = ${query.collection})`);
  if (query.stock) all.push(stockIs[query.stock]);
  if (query.untaxed) all.push(untaxedCondition(query.untaxed));
  const fits = all.length > 0 ? sql.join(all, sql` and `) : sql`true`;
  const text = cleanLine(query.text);
  return text ? matching(text, fits) : fits;
}

/**
 * Products `p` that match a search: every word in their text, or a SKU prefix. Both lists end at `maxMatches` after
 * the filters, so that a filter brings further matches forward.
 */
function matching(text: string, fits: SQL): SQL {
  return sql`p.id in ((select p.id from product p where ${inText(text)} and ${fits} limit ${maxMatches + 1})
    union (select p.id from product p where ${fits}
      and p.id in (select v.product_id from variant v where ${skuPrefix(text)} limit ${maxMatches + 1})))`;
}

/** The product `p` has every word in its text. */
export function inText(text: string): SQL {
  const words = text.split(/\s+/).slice(0, 8);
  return sql.join(
    words.map((word) => sql`p.search_text like search_pattern(${word})`),
    sql` and `,
  );
}

/** The variant `v` has a SKU with this prefix. */
export function skuPrefix(text: string): SQL {
  return sql`upper(v.sku) like ${`${likeText(text.toUpperCase())}%`}`;
}
