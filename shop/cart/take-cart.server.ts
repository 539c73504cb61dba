import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { hot } from "../../platform/database/hot-statements.server.ts";
import type { StockRequest } from "../catalogue/stock.server.ts";
import type { Paise } from "../money.ts";
import { cartLine } from "./tables.server.ts";

/** A stored line, with the unit price (paise) that was last shown. */
export type StoredLine = StockRequest & { priceSeen: Paise };

const { variantId, quantity, priceSeen, createdAt, id } = cartLine;
const columns = { variantId, quantity, priceSeen };

/** The lines of a customer's cart, oldest first. */
export async function storedCart(db: Db, userId: string): Promise<StoredLine[]> {
  return db
    .select(columns)
    .from(cartLine)
    .where(eq(cartLine.userId, userId))
    .orderBy(asc(createdAt), asc(id));
}

/**
 * The same, locked until the transaction ends, so that of two concurrent orders one finds the cart empty. `lineId`:
 * only this line.
 */
export async function lockCart(tx: Db, userId: string, lineId?: string): Promise<StoredLine[]> {
  return tx
    .select(columns)
    .from(cartLine)
    .where(and(eq(cartLine.userId, userId), lineId === undefined ? undefined : eq(id, lineId)))
    .orderBy(asc(createdAt), asc(id))
    .for("update");
}

/**
 * Empties a cart. Out: its lines, oldest first. They are locked, so of two concurrent orders one finds the cart empty.
 * Prices are read separately (`pricedLines`): the plan of a combined statement depends on the number of lines.
 */
export async function takeCart(tx: Db, userId: string): Promise<StockRequest[]> {
  const { rows } = await hot(tx).execute(sql`
    with taken as (delete from cart_line where user_id = (select ${userId}::uuid) returning variant_id, quantity, created_at, id)
    select variant_id as "variantId", quantity from taken order by created_at, id`);
  return takenRows.parse(rows);
}

const takenRows = z.array(z.object({ variantId: z.string(), quantity: z.number() }));

/** Removes ordered units from a cart; units added in between stay. */
export async function takeFromCart(tx: Db, userId: string, ordered: StockRequest[]): Promise<void> {
  const units = sql`jsonb_to_recordset(${JSON.stringify(ordered)}::jsonb) as o ("variantId" uuid, quantity integer)`;
  await tx.execute(sql`
    delete from cart_line c using ${units}
    where c.user_id = ${userId} and o."variantId" = c.variant_id and c.quantity <= o.quantity`);
  await tx.execute(sql`
    update cart_line c set quantity = c.quantity - o.quantity from ${units}
    where c.user_id = ${userId} and o."variantId" = c.variant_id`);
}
