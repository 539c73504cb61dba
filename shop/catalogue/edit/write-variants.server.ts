import { eq, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.server.ts";
import { likeText } from "../../../platform/database/like.ts";
import type { Actor } from "../../access/actor.ts";
import { actorColumns, actorValues } from "../../access/actor-columns.server.ts";
import { stockThere } from "../inventory/inventory.ts";
import type { StockCode } from "../inventory/stock-codes.ts";
import { variant } from "../tables.server.ts";
import type { DraftErrors, VariantInput } from "./check-draft.ts";
import { makeSku } from "./variant-matrix.ts";

type StoredVariant = Pick<typeof variant.$inferSelect, "id" | "sku" | "stock" | "reserved">;

/** The actor and reason of a stock movement. */
type Move = { actor: Actor; code: StockCode };

/**
 * Makes a product's variants those of the form, in the caller's transaction, with the product locked. Rows with an id
 * are updated, those without are inserted, missing ones are deleted; stock changes by differences. Out: errors by
 * field when a SKU belongs to another product, when less stock would be left than is reserved, or when a reserved
 * variant would be deleted; then the caller rolls back.
 */
export async function writeVariants(
  tx: Db,
  product: { id: string; name: string },
  requested: VariantInput[],
  move: Move,
): Promise<DraftErrors> {
  const found = await tx
    .select({ id: variant.id, sku: variant.sku, stock: variant.stock, reserved: variant.reserved })
    .from(variant)
    .where(eq(variant.productId, product.id))
    .orderBy(variant.id)
    .for("update");
  const old = new Map(found.map((one) => [one.id, one]));
  // A row whose variant was deleted in between is a new one.
  const rows = requested.map((row) => ({ ...row, id: row.id && old.has(row.id) ? row.id : null }));
  const errors = await refusals(tx, product.id, rows, old);
  if (Object.keys(errors).length > 0) return errors;

  const stored = new Set(rows.flatMap(({ id }) => id ?? []));
  const gone = [...old.keys()].filter((id) => !stored.has(id));
  if (gone.length > 0) await tx.execute(sql`delete from variant where id = any(${sql.param(gone)}::uuid[])`);
  await stepAside(tx, [...stored]);
  const taken = new Set(rows.flatMap(({ sku }) => sku?.toUpperCase() ?? []));
  for (const [position, row] of rows.entries()) {
    const sku = row.sku ?? (await freeSku(tx, product, row, taken));
    taken.add(sku.toUpperCase());
    const { size, colour, hex: colourHex, price, cost } = row;
    const values = { position, size, colour, colourHex, sku, price, cost };
    const [{ id } = { id: "" }] = row.id
      ? await tx.update(variant).set(values).where(eq(variant.id, row.id)).returning({ id: variant.id })
      : await tx
          .insert(variant)
          .values({ productId: product.id, ...values })
          .returning({ id: variant.id });
    if (row.step !== 0) {
      await tx.execute(sql`insert into stock_movement (variant_id, sku, delta, ${actorColumns}, code)
        values (${id}, ${sku}, ${row.step}, ${actorValues(move.actor)}, ${move.code})`);
    }
  }
  return {};
}

const upperSku = sql<string>`upper(${variant.sku})`;

async function refusals(
  tx: Db,
  productId: string,
  rows: VariantInput[],
  old: ReadonlyMap<string, StoredVariant>,
): Promise<DraftErrors> {
  const errors: DraftErrors = {};
  for (const [at, { id, step }] of rows.entries()) {
    const { stock, reserved } = (id && old.get(id)) || { stock: 0, reserved: 0 };
    if (stock + step < reserved) errors[`variant.${at}.stock`] = stockThere({ stock, reserved });
  }
  const stored = new Set(rows.map(({ id }) => id));
  for (const { id, reserved, sku } of old.values()) {
    if (reserved > 0 && !stored.has(id))
      errors.variants = `${sku} is set aside for an order and cannot go yet.`;
  }
  const skus = rows.flatMap(({ sku }) => sku?.toUpperCase() ?? []);
  const used = await tx
    .select({ sku: upperSku })
    .from(variant)
    .where(sql`${upperSku} = any(${sql.param(skus)}::text[]) and ${variant.productId} <> ${productId}`);
  const others = new Set(used.map(({ sku }) => sku));
  for (const [at, { sku }] of rows.entries()) {
    if (sku && others.has(sku.toUpperCase())) errors[`variant.${at}.sku`] = "Another product has this SKU.";
  }
  return errors;
}

/** Two rows may swap SKUs, and the unique index allows no duplicates in between: all get temporary SKUs first. */
async function stepAside(tx: Db, ids: string[]): Promise<void> {
  await tx.execute(sql`
    update variant set sku = id::text, size = '~' || n.number, colour = null, colour_hex = null
    from (select id as one, row_number() over (order by id) as number
      from unnest(${sql.param(ids)}::uuid[]) as id) n
    where variant.id = n.one`);
}

async function freeSku(
  tx: Db,
  product: { id: string; name: string },
  row: VariantInput,
  taken: ReadonlySet<string>,
): Promise<string> {
  const first = makeSku(product, row, taken);
  const used = await tx
    .select({ sku: upperSku })
    .from(variant)
    .where(sql`${upperSku} like ${`${likeText(first)}%`}`);
  return makeSku(product, row, new Set([...taken, ...used.map(({ sku }) => sku)]));
}
