import { inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { countUpTo } from "../../../platform/database/count.server.ts";
import type { Db } from "../../../platform/database/database.server.ts";
import type { RecordedActor } from "../../access/actor.ts";
import { actorColumns, actorOf, actorRow } from "../../access/actor-columns.server.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { pictureShape } from "../cards/card.ts";
import { variantPicture } from "../cards/read-cards.server.ts";
import { inText, skuPrefix } from "../edit/staff-products.server.ts";
import { variant } from "../tables.server.ts";
import { catalogueCounters } from "./catalogue-counters.server.ts";
import { lowStock } from "./inventory.ts";

const row = z.object({
  id: z.string(),
  product_id: z.string(),
  name: z.string(),
  status: z.string(),
  size: z.string().nullable(),
  colour: z.string().nullable(),
  sku: z.string(),
  stock: z.number(),
  reserved: z.number(),
  waiting: z.number(),
  picture: pictureShape.nullable(),
});

/** One variant: stock on hand, reserved units, and how many customers wait for it. */
export type StockRow = z.infer<typeof row>;

export type StockQuery = {
  text: string;
  show: "" | "low" | "out";
  sort: "sku" | "left";
  descending: boolean;
  page: number;
  size: number;
};

/** A search that matches more variants is too broad; the first of them are shown. */
const maxMatches = 500;

const columns = sql`v.id, v.product_id, p.name, p.status, v.size, v.colour, v.sku, v.stock, v.reserved,
  (select count(*)::integer from stock_notice n where n.variant_id = v.id) as waiting,
  ${variantPicture} as picture`;

/**
 * A page of the stock by variant. Searches the product's words and SKUs by prefix. `low` is 1 to 5 left, `out` none.
 * Out: the rows, whether more follow, and the count.
 */
export async function stockRows({ db }: { db: Db }, query: StockQuery) {
  const where = conditions(query);
  const down = query.descending ? sql`desc` : sql`asc`;
  const order =
    query.sort === "left" ? sql`(v.stock - v.reserved) ${down}, v.id ${down}` : sql`v.sku ${down}`;
  const from = sql`from variant v where ${where}`;
  const [page, total] = await Promise.all([
    db.execute(sql`
      with page as materialized (
        select v.id ${from} order by ${order} limit ${query.size + 1} offset ${(query.page - 1) * query.size})
      select ${columns} from page join variant v on v.id = page.id join product p on p.id = v.product_id
      order by ${order}`),
    query.text.trim()
      ? countUpTo(db, sql`select ${from}`, maxMatches)
      : stockCounts({ db }).then((counts) => counts[query.show || "all"]),
  ]);
  const rows = z.array(row).parse(page.rows);
  return { rows: rows.slice(0, query.size), more: rows.length > query.size, total };
}

/**
 * How many variants there are, are low and are out of stock, for the tabs and the alert. Variants of archived
 * products are never low or out.
 */
export async function stockCounts({ db }: { db: Db }) {
  const of = await catalogueCounters({ db }, "variant");
  const exact = (count: number) => ({ count, exact: true });
  return { all: exact(of("all")), low: exact(of("low")), out: exact(of("out")) };
}

const move = z.object({
  id: z.coerce.string(),
  delta: z.number(),
  ...actorRow,
  reason: z.string().nullable(),
  code: z.string().nullable(),
  at: z.coerce.date(),
  order_id: z.string().nullable(),
});

/** The SKUs of variants, by id; deleted ones are missing. */
export async function skusOf({ db }: { db: Db }, ids: string[]): Promise<Map<string, string>> {
  const { id, sku } = variant;
  const found = await db.select({ id, sku }).from(variant).where(inArray(id, ids));
  return new Map(found.map((one) => [one.id, one.sku]));
}

/** The stock movements of a variant, newest first, at most 200. */
export type StockLedgerEntries = {
  variant: StockRow;
  moves: {
    id: string;
    delta: number;
    /** Text typed by staff; else `code` is the reason (`stockCodes`). */
    reason: string | null;
    code: string | null;
    actor: RecordedActor;
    /** In ISO form. */
    at: string;
    /** The stock after it. */
    after: number;
    /** The order it was posted for. */
    orderId: string | null;
  }[];
};

/** The stock ledger of a variant; null for an unknown one. */
export async function stockLedger({ db }: { db: Db }, variantId: string): Promise<StockLedgerEntries | null> {
  if (!z.uuid().safeParse(variantId).success) return null;
  const { rows } = await db.execute(
    sql`select ${columns} from variant v join product p on p.id = v.product_id where v.id = ${variantId}`,
  );
  const [variant] = z.array(row).parse(rows);
  if (!variant) return null;
  const moves = await db.execute(
    sql`select m.id, m.delta, ${actorColumns}, m.reason, m.code, m.at, coalesce(o.id, r.order_id) as order_id
      from stock_movement m left join orders o on o.id = m.source_id left join return_request r on r.id = m.source_id
      where m.variant_id = ${variantId} order by m.id desc limit 200`,
  );
  let after = variant.stock;
  return {
    variant,
    moves: z
      .array(move)
      .parse(moves.rows)
      .map((one) => {
        const { id, delta, reason, code, at, order_id } = one;
        const then = after;
        after -= delta;
        return {
          id,
          delta,
          reason,
          code,
          actor: actorOf(one),
          at: at.toISOString(),
          after: then,
          orderId: order_id,
        };
      }),
  };
}

function conditions({ text, show }: StockQuery): SQL {
  const sold = sql`exists (select from product sold where sold.id = v.product_id and sold.status <> 'archived')`;
  const left = {
    "": sql`true`,
    low: sql`v.stock - v.reserved between 1 and ${lowStock} and ${sold}`,
    out: sql`v.stock - v.reserved <= 0 and ${sold}`,
  };
  const asked = cleanLine(text);
  if (!asked) return left[show];
  // Variant by variant of each matching product, so that the scan ends with the last row needed.
  return sql`v.id in (
    (select of_product.id from product p
      cross join lateral (select v.id from variant v where v.product_id = p.id and ${left[show]} offset 0) of_product
      where ${inText(asked)} limit ${maxMatches + 1})
    union (select v.id from variant v where ${skuPrefix(asked)} and ${left[show]} limit ${maxMatches + 1}))`;
}
