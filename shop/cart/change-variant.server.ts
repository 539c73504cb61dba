import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { variantCandidates } from "./candidates.server.ts";
import { maxPerLine } from "./cart.ts";
import { cartLine } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "clock">;
type VariantRefusal = Refused<"no-line" | "out-of-stock">;

const uuid = z.uuid();

/**
 * Another size or colour of the same product for a line, which keeps its position, and its quantity as far as there is
 * stock; a line that already has this variant gets the units, at most min(stock, 10). Refused: 'no-line' (not the
 * customer's, or a variant of another product), 'out-of-stock'.
 */
export async function changeVariant(
  { db, clock }: Ports,
  { id: userId }: Customer,
  lineId: string,
  variantId: string,
): Promise<Done | VariantRefusal> {
  if (!uuid.safeParse(lineId).success || !uuid.safeParse(variantId).success) return refused("no-line");
  return inTransaction(db, async (tx) => {
    const [line] = await tx
      .select({ variantId: cartLine.variantId, quantity: cartLine.quantity, createdAt })
      .from(cartLine)
      .where(and(eq(cartLine.id, lineId), eq(cartLine.userId, userId)))
      .for("update");
    if (!line) return refused("no-line");
    if (line.variantId === variantId) return done();
    const [wanted] = await variantCandidates(
      { db: tx, clock },
      sql`v.id = ${variantId} and p.id = (select product_id from variant where id = ${line.variantId})`,
    );
    if (!wanted) return refused("no-line");
    if (wanted.available <= 0) return refused("out-of-stock");
    await tx.execute(sql`delete from cart_line where id = ${lineId}`);
    await tx.execute(sql`
      insert into cart_line (id, user_id, variant_id, quantity, price_seen, created_at)
      values (${lineId}, ${userId}, ${variantId}, ${clamped(sql`${line.quantity}::integer`, wanted.available)},
        ${wanted.paid}, ${line.createdAt}::timestamptz)
      on conflict (user_id, variant_id) do update set
        quantity = ${clamped(sql`cart_line.quantity + ${line.quantity}`, wanted.available)},
        price_seen = excluded.price_seen`);
    return done();
  });
}

/**
 * Restores a removed line; idempotent. In: its variant and quantity, as returned by `removeFromCart`. Refused:
 * 'no-line' (no such variant, or not sold any more), 'out-of-stock'.
 */
export async function restoreLine(
  { db, clock }: Ports,
  { id: userId }: Customer,
  variantId: string,
  quantity: number,
): Promise<Done | VariantRefusal> {
  if (!uuid.safeParse(variantId).success) return refused("no-line");
  const [variant] = await variantCandidates({ db, clock }, sql`v.id = ${variantId}`);
  if (!variant) return refused("no-line");
  if (variant.available <= 0) return refused("out-of-stock");
  await insertAtLeast(db, userId, { ...variant, quantity });
  return done();
}

async function insertAtLeast(
  db: Db,
  userId: string,
  line: { id: string; quantity: number; available: number; paid: number },
): Promise<void> {
  await db.execute(sql`
    insert into cart_line (user_id, variant_id, quantity, price_seen)
    values (${userId}, ${line.id}, ${clamped(sql`${line.quantity}::integer`, line.available)}, ${line.paid})
    on conflict (user_id, variant_id) do update set
      quantity = greatest(cart_line.quantity, excluded.quantity), price_seen = excluded.price_seen`);
}

const clamped = (quantity: ReturnType<typeof sql>, available: number) =>
  sql`greatest(1, least(${quantity}, ${maxPerLine}::integer, ${available}::integer))`;

/** As text: a `Date` has no microseconds. */
const createdAt = sql<string>`${cartLine.createdAt}::text`;
