import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { users } from "../../platform/identity/tables.server.ts";
import { type CheckoutDetails, placeOrder } from "../../shop/checkout/place-order.server.ts";
import type { Buyer } from "../../shop/checkout/write-order.server.ts";
import { changeOrderStatus } from "../../shop/orders/change-order.server.ts";
import type { DeliveryAddress, Order } from "../../shop/orders/orders.ts";
import { approveReturn } from "../../shop/returns/decide-return.server.ts";
import { returnOf } from "../../shop/returns/read-returns.server.ts";
import { receiveReturn } from "../../shop/returns/receive-return.server.ts";
import {
  type ReturnCommand,
  type ReturnLineInput,
  requestReturn,
} from "../../shop/returns/request-return.server.ts";
import type { Condition } from "../../shop/returns/returns.ts";
import { someStaff } from "./access/actors.ts";
import type { TestShop } from "./test-shop.server.ts";

/** A customer with an account and no session: cheap enough for hundreds of them. */
export async function aBuyer(shop: TestShop): Promise<Buyer & { email: string }> {
  const buyer = { id: randomUUID(), name: "A Buyer", email: `buyer-${randomUUID()}@campus.test` };
  await shop.services.db.insert(users).values({ ...buyer, emailVerified: true });
  return { kind: "customer", ...buyer };
}

/** Where Asha lives. */
export const anAddress: DeliveryAddress = {
  name: "Asha Rao",
  phone: "+919876543210",
  line1: "12, MG Road",
  line2: "",
  city: "Bengaluru",
  state: "Karnataka",
  postalCode: "560001",
  country: "India",
};

/**
 * What a checkout sends: cash on delivery to Asha's address, unless told otherwise. The only such object of the tests.
 */
export function checkoutDetails(over: Partial<CheckoutDetails> = {}): CheckoutDetails {
  return {
    key: randomUUID(),
    version: null,
    method: "cod",
    couponCode: null,
    address: anAddress,
    ...over,
  };
}

export type Piece = { productId: string; variantId: string; slug: string; name: string; size: string | null };

const pieceRow = z.object({
  product_id: z.string(),
  variant_id: z.string(),
  slug: z.string(),
  name: z.string(),
  size: z.string().nullable(),
});

/** A new product with one variant: how many there are, and what a piece costs in paise. */
export async function aShirt(
  shop: TestShop,
  {
    stock = 5,
    price = 49_900,
    name = "Test Shirt",
    size = "M",
  }: { stock?: number; price?: number; name?: string; size?: string | null } = {},
): Promise<Piece> {
  const { db } = shop.services;
  const slug = `test-shirt-${randomUUID()}`;
  const { rows } = await db.execute(sql`
    with made as (
      insert into product (slug, name, brand, price, hsn_code, status, category_id)
      values (${slug}, ${name}, 'Test', ${price}, '6205', 'active', (select id from category order by slug limit 1))
      returning id, slug, name)
    insert into variant (product_id, size, sku) select id, ${size}, slug from made
    returning product_id, id as variant_id, ${slug} as slug, ${name} as name, size`);
  const [made] = z.array(pieceRow).parse(rows);
  if (!made) throw new Error("no shirt was made");
  if (stock > 0) {
    await db.execute(sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
      values (${made.variant_id}, ${slug}, ${stock}, 'system', 'a test')`);
  }
  return {
    productId: made.product_id,
    variantId: made.variant_id,
    slug: made.slug,
    name: made.name,
    size: made.size,
  };
}

/** The same product in one more size; `price` in paise where it differs from the product's. */
export async function inSize(
  shop: TestShop,
  piece: Piece,
  size: string,
  { stock = 5, price = null }: { stock?: number; price?: number | null } = {},
): Promise<Piece> {
  const sku = `${piece.slug}-${size}`;
  const { rows } = await shop.services.db.execute(sql`
    insert into variant (product_id, size, sku, price) values (${piece.productId}, ${size}, ${sku}, ${price})
    returning id`);
  const [made] = z.array(z.object({ id: z.string() })).parse(rows);
  if (!made) throw new Error("no size was made");
  if (stock > 0) {
    await shop.services.db.execute(sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
      values (${made.id}, ${sku}, ${stock}, 'system', 'a test')`);
  }
  return { ...piece, variantId: made.id, size };
}

/** An order that was paid in cash and has arrived. */
export async function aDeliveredOrder(
  shop: TestShop,
  buyer: Buyer,
  pieces: [Piece, number][],
  couponCode: string | null = null,
): Promise<Order> {
  for (const [piece, quantity] of pieces) await putInCart(shop, buyer, piece, quantity);
  const placed = await placeOrder(shop.services, buyer, checkoutDetails({ couponCode }));
  if (!placed.ok) throw new Error(placed.refused);
  const delivered = await changeOrderStatus(shop.services, placed.value.id, {
    to: "delivered",
    actor: someStaff,
  });
  if (!delivered.ok) throw new Error(delivered.refused);
  return delivered.value;
}

/** The form of a return: for a refund, because it is too small, unless given otherwise. */
export function aReturnWish(lines: ReturnLineInput[], over: Partial<ReturnCommand> = {}): ReturnCommand {
  const said = { kind: "return", reason: "too-small", details: "" } as const;
  return { formKey: randomUUID(), lines, ...said, photos: [], ...over };
}

/** A delivered order of one line, and a function that requests the return of some of its pieces. */
export async function aReturnable(
  shop: TestShop,
  { quantity = 1, stock = 5, price = 49_900 }: { quantity?: number; stock?: number; price?: number } = {},
) {
  const asha = await aBuyer(shop);
  const shirt = await aShirt(shop, { stock, price });
  const order = await aDeliveredOrder(shop, asha, [[shirt, quantity]]);
  const lineId = order.lines[0]?.id ?? "";
  const ask = (pieces: number, over: Partial<ReturnCommand> = {}) =>
    requestReturn(shop.services, asha, order.id, aReturnWish([{ lineId, quantity: pieces }], over));
  return { asha, shirt, order, lineId, ask };
}

/** Staff approve a return and receive it. */
export async function takenBack(shop: TestShop, returnId: string, condition: Condition = "restocked") {
  const actor = someStaff;
  await approveReturn(shop.services, returnId, { actor });
  const found = await returnOf(shop.services, returnId);
  const conditions = Object.fromEntries((found?.lines ?? []).map(({ lineId }) => [lineId, condition]));
  return receiveReturn(shop.services, returnId, { actor, conditions });
}

/** Puts pieces straight into somebody's cart, at the current price. */
export async function putInCart(
  shop: TestShop,
  person: { id: string },
  piece: Piece,
  quantity = 1,
): Promise<void> {
  await shop.services.db.execute(sql`
    insert into cart_line (user_id, variant_id, quantity, price_seen)
    select ${person.id}, v.id, ${quantity}, coalesce(v.price, p.price)
    from variant v join product p on p.id = v.product_id where v.id = ${piece.variantId}`);
}

/** How many pieces lie in the stock and how many of them are reserved. */
export async function stockOf(
  shop: TestShop,
  { variantId }: Piece,
): Promise<{ stock: number; reserved: number }> {
  const { rows } = await shop.services.db.execute(
    sql`select stock, reserved from variant where id = ${variantId}`,
  );
  const [found] = z.array(z.object({ stock: z.number(), reserved: z.number() })).parse(rows);
  if (!found) throw new Error("no such variant");
  return found;
}

const invariants = readFileSync(new URL("../../db/invariants.sql", import.meta.url), "utf8");

/** Every broken rule of db/invariants.sql; an empty list is what a test expects. */
export function brokenRules(shop: TestShop): Promise<string[]> {
  return brokenRulesOf(shop.services.db);
}

/** The same of any database. */
export async function brokenRulesOf(db: Db): Promise<string[]> {
  const { rows } = await db.execute(sql.raw(invariants));
  return z
    .array(z.object({ rule: z.string(), who: z.string() }))
    .parse(rows)
    .map(({ rule, who }) => `${rule}: ${who}`);
}
