import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shortId } from "../../../shop/orders/orders.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aShirt, brokenRules } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
  await anAdmin(shop);
});
afterAll(() => shop.dispose());

const tab = async (as: Person) => (await ask("/profile?tab=orders", { as })).text();
const leave = (as: Person) =>
  ask("/profile", { ...posted({ intent: "delete-account", email: as.email }), as });

test("the history shows status, short id, payment, total and item count, and links to each order", async () => {
  const asha = await aShopper(shop);
  expect(textOf(await tab(asha))).toContain("No orders yet");
  const pieces = [await aShirt(shop), await aShirt(shop, { price: 120_050 })];
  const order = await anOrder(shop, asha, { pieces });
  const html = await tab(asha);
  const text = textOf(html);
  for (const words of [
    order.id.slice(0, 8),
    "Pending",
    "Cash on delivery, due on delivery",
    "₹1,699.50 2 items",
    "Orders 1",
  ])
    expect(text).toContain(words);
  expect(html).toContain(`href="/track/${order.id}"`);
  expect(textOf(await tab(await aShopper(shop)))).not.toContain(order.id.slice(0, 8));
});

test("the data download has the orders, without names of staff", async () => {
  const asha = await aShopper(shop);
  const order = await anOrder(shop, asha);
  await nowIs(shop, order, "processing");
  const file = await (await ask("/profile/my-data", { as: asha })).text();
  const read: { orders: { id: string; address: { line1: string }; lines: unknown[] }[] } = JSON.parse(file);
  expect(read.orders.map(({ id, lines }) => [id, lines.length])).toEqual([[order.id, 1]]);
  expect(read.orders[0]?.address.line1).toBe("12, MG Road");
  expect(file).not.toContain("staff test");
});

test("an account cannot be deleted while an order is open; deleting it later anonymises its orders", async () => {
  const asha = await aShopper(shop, { name: "Asha Unlike-Anybody" });
  const [arrived, under] = [await anOrder(shop, asha), await anOrder(shop, asha)];
  await nowIs(shop, arrived, "delivered");
  const refused = await leave(asha);
  expect(refused.status).toBe(409);
  expect(textOf(await refused.text())).toContain(`Order ${shortId(under.id)} is still on its way`);
  expect((await orderOf(shop.services, arrived.id))?.address.line1).toBe("12, MG Road");

  await nowIs(shop, under, "cancelled");
  expect((await leave(asha)).status).toBe(303);
  for (const { id } of [arrived, under]) {
    const stored = await orderOf(shop.services, id);
    expect(stored).toMatchObject({ userId: null, email: "", total: 49_900 });
    expect(stored?.address).toEqual({
      name: "Deleted customer",
      phone: "",
      line1: "",
      line2: "",
      city: "Bengaluru",
      state: "Karnataka",
      postalCode: "560001",
      country: "India",
    });
  }
  const { rows } = await shop.services.db.execute(
    sql`select 1 from orders where name like 'Asha Unlike%' or email = ${asha.email}`,
  );
  expect(rows).toEqual([]);
  expect(await brokenRules(shop)).toEqual([]);
  const followed = await ask(`/track/${arrived.id}`, posted({ digits: "3210" }));
  expect(followed.status).toBe(422);
});
