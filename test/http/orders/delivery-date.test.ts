import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { dayAndMonth, monthAndDay, shortDate } from "../../../shop/dates.ts";
import { invalidateSettings } from "../../../shop/settings/settings.server.ts";
import { defaultSettings } from "../../../shop/settings/settings.ts";
import { fillCart, orderingShop } from "../../support/ordered/ordering-shop.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { readPage } from "../../support/readers/page-reader.ts";

const shopper = orderingShop();

test("product, cart, checkout, the order's screens and its emails show the same delivery date", async () => {
  const { shop, ask, asha } = shopper();
  // Sets the test's clock to the database's, which dates the orders.
  shop.clock.forward(Date.now() - shop.clock.now().getTime());
  const after = (days: number) => new Date(shop.clock.now().getTime() + days * 86_400_000);
  const written = (at: Date) => new RegExp(`${dayAndMonth(at)}|${shortDate(at)}|${monthAndDay(at)}`);
  const look = async (path: string) => (await readPage(ask, path, { as: asha })).text;
  await fillCart(shop, asha);
  for (const path of ["/product/tan-moccasins", "/cart", "/checkout"]) {
    expect(await look(path), path).toContain(`Get it by ${dayAndMonth(after(6))}`);
  }
  const { id } = await anOrder(shop, asha, { pieces: [] });
  for (const path of [`/order-confirmation/${id}`, `/track/${id}`, "/orders"]) {
    expect(await look(path), path).toMatch(written(after(6)));
  }
  await shop.runDue();
  expect(shop.sentMail().at(-1)?.text).toMatch(
    new RegExp(`Estimated delivery:?\\s+${dayAndMonth(after(6))}`),
  );

  await nowIs(shop, { id }, "shipped");
  await shop.runDue();
  expect(shop.sentMail().at(-1)?.text).toMatch(
    new RegExp(`Estimated delivery:?\\s+${dayAndMonth(after(2))}`),
  );
  for (const path of [`/order-confirmation/${id}`, `/track/${id}`, "/orders"]) {
    expect(await look(path), path).toMatch(written(after(2)));
  }
  await nowIs(shop, { id }, "delivered");
  await shop.runDue();
  expect(shop.sentMail().at(-1)?.text).not.toContain("Estimated delivery");
});

test("the date follows the days that the owner promises, and an order keeps what it was placed with", async () => {
  const { shop, ask, asha } = shopper();
  const promise = async (deliveryBusinessDays: [number, number]) => {
    const policy = JSON.stringify({ ...defaultSettings.policy, deliveryBusinessDays });
    await shop.services.db.execute(sql`insert into setting (key, value) values ('policy', ${policy}::jsonb)
      on conflict (key) do update set value = excluded.value`);
    invalidateSettings(shop.services);
  };
  const after = (days: number) => dayAndMonth(new Date(shop.clock.now().getTime() + days * 86_400_000));
  const look = async (path: string) => (await readPage(ask, path, { as: asha })).text;
  await promise([9, 14]);
  await fillCart(shop, asha);
  for (const path of ["/product/tan-moccasins", "/cart", "/checkout"])
    expect(await look(path), path).toContain(`Get it by ${after(12)}`);
  expect(await look("/product/tan-moccasins?pin=560034")).toContain(after(12));
  const { id } = await anOrder(shop, asha, { pieces: [] });
  await promise([2, 3]);
  expect(await look("/product/tan-moccasins")).toContain(`Get it by ${after(3)}`);
  expect(await look(`/order-confirmation/${id}`)).toContain(after(12));
  await promise([...defaultSettings.policy.deliveryBusinessDays]);
});

test("a sold-out product shows no delivery date", async () => {
  const { shop, ask } = shopper();
  const { rows } = await shop.services.db.execute(sql`
    select p.slug from product p where p.status = 'active'
      and (select sum(stock - reserved) from variant v where v.product_id = p.id) = 0 limit 1`);
  const { text } = await readPage(ask, `/product/${rows[0]?.slug}`);
  expect(text).toContain("Out of Stock");
  expect(text).not.toContain("Get it by");
});

test("an offer is shown only where it determines the price", async () => {
  const { shop, ask } = shopper();
  const look = async () => (await readPage(ask, "/product/black-everyday-hoodie")).text;
  // Over when 1 December begins in India.
  await shop.services.db.execute(
    sql`update offer set valid_to = '2099-12-01T00:00+05:30' where title = 'Winter Hostel Sale'`,
  );
  const { text, html } = await readPage(ask, "/product/black-everyday-hoodie");
  expect(text).toContain("Winter Hostel Sale: 20% off");
  expect(text).toContain("Until Mon, 30 Nov.");
  expect(html).toContain('"priceValidUntil":"2099-11-30"');
  await shop.services.db.execute(sql`update product set price = 100 where slug = 'black-everyday-hoodie'`);
  expect(await look()).not.toContain("Winter Hostel Sale");
});
