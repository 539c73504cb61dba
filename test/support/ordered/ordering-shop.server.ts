import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect } from "vitest";
import { type Ask, asking } from "../ask.server.ts";
import { aShirt, brokenRules, type Piece, putInCart } from "../orders.server.ts";
import { type TestShop, testShop } from "../test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../users.server.ts";

type Opened = { shop: TestShop; ask: Ask; asha: Person; ravi: Person };

/** The demo shop with an admin and two shoppers, for the HTTP tests of one file; then the invariants are checked. */
export function orderingShop() {
  let opened: Opened | undefined;
  const now = () => {
    if (!opened) throw new Error("The shop is open inside of tests only");
    return opened;
  };
  beforeAll(async () => {
    const shop = await testShop({ seed: true });
    const ask = await asking(shop.services);
    await anAdmin(shop);
    const asha = await aShopper(shop, { name: "Asha Rao" });
    opened = { shop, ask, asha, ravi: await aShopper(shop, { name: "Ravi Iyer" }) };
  });
  afterAll(async () => {
    const { shop } = now();
    const broken = await brokenRules(shop);
    await shop.dispose();
    expect(broken).toEqual([]);
  });
  return now;
}

/** Leaves only a new shirt in somebody's cart. */
export async function fillCart(
  shop: TestShop,
  person: Person,
  over: Parameters<typeof aShirt>[1] = {},
  quantity = 1,
): Promise<Piece> {
  await shop.services.db.execute(sql`delete from cart_line where user_id = ${person.id}`);
  const shirt = await aShirt(shop, over);
  await putInCart(shop, person, shirt, quantity);
  return shirt;
}
