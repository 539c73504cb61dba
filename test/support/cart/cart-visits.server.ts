import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { z } from "zod";
import { addToCart } from "../../../shop/cart/change-cart.server.ts";
import type { TestShop } from "../test-shop.server.ts";
import { cookieOf, type Person } from "../users.server.ts";
import type { openShop, VisitOptions } from "../visitor.server.ts";

/** A browser in which this person is signed in. */
export async function visitAs(shop: ReturnType<typeof openShop>, person: Person, options: VisitOptions = {}) {
  const visitor = await shop.visit(options);
  const [name = "", value = ""] = (await cookieOf(shop.shop, person.email)).split(/=(.*)/s);
  await visitor.page.context().addCookies([{ name, value, domain: "127.0.0.1", path: "/" }]);
  return visitor;
}

/** The link to the cart in the header when it shows this count: "2 items". */
export const cartBadge = (page: Page, items: string) =>
  page.getByRole("banner").getByRole("link", { name: `Cart, ${items}`, exact: true });

/**
 * Puts one well-stocked product for each quantity into somebody's cart. Out: the form fields that would add
 * each.
 */
export async function fillCart(
  shop: TestShop,
  person: Person,
  quantities: number[],
): Promise<Record<string, string>[]> {
  const { rows } = await shop.services.db.execute(sql`
    select distinct on (v.product_id) v.product_id, v.size, v.colour from variant v
    join product p on p.id = v.product_id and p.status = 'active'
    where v.stock - v.reserved >= 12 order by v.product_id, v.id limit ${quantities.length}`);
  const found = z
    .array(z.object({ product_id: z.string(), size: z.string().nullable(), colour: z.string().nullable() }))
    .parse(rows);
  for (const [place, { product_id, size, colour }] of found.entries()) {
    const quantity = quantities[place] ?? 1;
    await addToCart(shop.services, person, { productId: product_id, size, colour, quantity });
  }
  return found.map(({ product_id, size, colour }) => ({
    product: product_id,
    ...(size && { size }),
    ...(colour && { colour }),
  }));
}
