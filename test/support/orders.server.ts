import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { users } from "../../platform/identity/tables.server.ts";
import type { DeliveryAddress } from "../../shop/orders/orders.ts";
import type { TestShop } from "./test-shop.server.ts";

/** Somebody with an account who never signs in here: cheap, for hundreds of them. */
export async function aBuyer(shop: TestShop): Promise<{ id: string; email: string }> {
  const buyer = { id: randomUUID(), email: `buyer-${randomUUID()}@campus.test` };
  await shop.services.db.insert(users).values({ ...buyer, name: "A Buyer", emailVerified: true });
  return buyer;
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
    await db.execute(sql`insert into stock_move (variant_id, sku, delta, who, why)
      values (${made.variant_id}, ${slug}, ${stock}, 'test', 'a test')`);
  }
  return {
    productId: made.product_id,
    variantId: made.variant_id,
    slug: made.slug,
    name: made.name,
    size: made.size,
  };
}

/** Puts pieces straight into somebody's cart, at the price of now. */
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

/** How many pieces lie in the stock and how many of them are held. */
export async function stockOf(
  shop: TestShop,
  { variantId }: Piece,
): Promise<{ stock: number; held: number }> {
  const { rows } = await shop.services.db.execute(
    sql`select stock, held from variant where id = ${variantId}`,
  );
  const [found] = z.array(z.object({ stock: z.number(), held: z.number() })).parse(rows);
  if (!found) throw new Error("no such variant");
  return found;
}

const invariants = readFileSync(new URL("../faults/invariants.sql", import.meta.url), "utf8");

/** Every broken rule of test/faults/invariants.sql; an empty list is what a test expects. */
export async function brokenRules(shop: TestShop): Promise<string[]> {
  const { rows } = await shop.services.db.execute(sql.raw(invariants));
  return z
    .array(z.object({ rule: z.string(), who: z.string() }))
    .parse(rows)
    .map(({ rule, who }) => `${rule}: ${who}`);
}
