import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "../../platform/database/database.server.ts";
import { hot } from "../../platform/database/hot-statements.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { variantCandidates } from "./candidates.server.ts";
import { type CartRequest, maxPerLine, type RemovedLine, type VariantNotChosen } from "./cart.ts";
import { chooseVariant } from "./choose-variant.ts";
import { cartLine } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "clock">;

const uuid = z.uuid();

/**
 * Adds units to a cart, on top of those already in it, at most min(stock, 10) per variant. In: the customer and the
 * request (quantity >= 1). Out: the product's name and its quantity in the cart now. Refused: 'not-sold' (no such
 * product or variant), 'choose-size', 'choose-colour', 'out-of-stock'.
 */
export async function addToCart(
  { db, clock }: Ports,
  { id: userId }: Customer,
  wanted: CartRequest,
): Promise<Done<{ name: string; quantity: number }> | Refused<VariantNotChosen>> {
  if (!uuid.safeParse(wanted.productId).success) return refused("not-sold");
  const found = await variantCandidates({ db, clock }, sql`p.id = ${wanted.productId}`);
  const chosen = chooseVariant(wanted, found);
  if (!chosen.ok) return chosen;
  const variant = chosen.value;
  const asked = Math.max(1, Math.min(wanted.quantity, maxPerLine));
  // One statement, so that concurrent calls add up on one line.
  const { rows } = await hot(db).execute(sql`
    insert into cart_line (user_id, variant_id, quantity, price_seen)
    select ${userId}, v.id, least(${asked}, v.stock - v.reserved), ${variant.paid}
    from variant v where v.id = ${variant.id} and v.stock - v.reserved > 0 for key share
    on conflict (user_id, variant_id) do update set
      quantity = greatest(1, least(cart_line.quantity + ${asked}, ${maxPerLine},
        (select stock - reserved from variant where id = excluded.variant_id))),
      price_seen = excluded.price_seen
    returning quantity`);
  const [line] = addedLines.parse(rows);
  return line ? done({ name: variant.name, quantity: line.quantity }) : refused("out-of-stock");
}

const addedLines = z.array(z.object({ quantity: z.number() }));

/** What must still be chosen before a product can be bought, or null. */
export async function optionsToChoose(
  { db, clock }: Ports,
  wanted: Pick<CartRequest, "productId" | "size" | "colour">,
): Promise<"choose-size" | "choose-colour" | null> {
  if (!uuid.safeParse(wanted.productId).success) return null;
  const chosen = chooseVariant(
    wanted,
    await variantCandidates({ db, clock }, sql`p.id = ${wanted.productId}`),
  );
  return !chosen.ok && (chosen.refused === "choose-size" || chosen.refused === "choose-colour")
    ? chosen.refused
    : null;
}

/**
 * Sets the quantity of a line; 0 or less removes it (specification, section 5). Clamped to min(stock, 10). Refused:
 * 'no-line' when the customer has no such line.
 */
export async function changeQuantity(
  { db, clock }: Ports,
  customer: Customer,
  lineId: string,
  quantity: number,
): Promise<Done | Refused<"no-line">> {
  if (!uuid.safeParse(lineId).success) return refused("no-line");
  if (quantity <= 0) {
    const removed = await removeFromCart({ db }, customer, lineId);
    return removed.ok ? done() : removed;
  }
  const mine = sql`p.id = (select v2.product_id from cart_line l join variant v2 on v2.id = l.variant_id
    where l.id = ${lineId} and l.user_id = ${customer.id})`;
  return inTransaction(db, async (tx) => {
    const found = await variantCandidates({ db: tx, clock }, mine);
    const prices = sql.join(
      found.map(({ id, paid }) => sql`(${id}::uuid, ${paid}::bigint)`),
      sql`, `,
    );
    if (found.length === 0) return refused("no-line");
    const { rows } = await tx.execute(sql`
      update cart_line l set
        quantity = greatest(1, least(${quantity}, ${maxPerLine}, v.stock - v.reserved)), price_seen = now_costs.paid
      from variant v join (values ${prices}) as now_costs (id, paid) on now_costs.id = v.id
      where l.id = ${lineId} and l.user_id = ${customer.id} and v.id = l.variant_id
      returning l.id`);
    return rows.length > 0 ? done() : refused("no-line");
  });
}

/**
 * Removes a line. Out: its content, so that it can be restored (`restoreLine`). Refused: 'no-line' when the customer
 * has no such line.
 */
export async function removeFromCart(
  { db }: Pick<Services, "db">,
  { id: userId }: Customer,
  lineId: string,
): Promise<Done<RemovedLine> | Refused<"no-line">> {
  if (!uuid.safeParse(lineId).success) return refused("no-line");
  const [removed] = await db
    .delete(cartLine)
    .where(and(eq(cartLine.id, lineId), eq(cartLine.userId, userId)))
    .returning({ variantId: cartLine.variantId, quantity: cartLine.quantity });
  return removed ? done(removed) : refused("no-line");
}

/** Empties a cart. Emptying an empty cart succeeds. */
export async function clearCart({ db }: Pick<Services, "db">, { id: userId }: Customer): Promise<void> {
  await db.delete(cartLine).where(eq(cartLine.userId, userId));
}
