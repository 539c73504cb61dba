import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { aShirt } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { aShopper } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

const waiting = async () =>
  (await shop.services.db.execute(sql`select email::text, user_id from stock_notice order by email`)).rows;

async function soldOut() {
  const shirt = await aShirt(shop, { stock: 0 });
  return { ...shirt, path: `/product/${shirt.slug}/notify` };
}

test("a sold-out size links to a form, and one email is sent when it is back in stock", async () => {
  const { slug, variantId, path } = await soldOut();
  const product = await (await ask(`/product/${slug}`)).text();
  expect(product).toContain(`href="${path}"`);
  const page = await ask(path);
  expect(page.headers.get("X-Robots-Tag") ?? (await page.clone().text())).toContain("noindex");
  expect(textOf(await page.text())).toContain("One mail when");
  const asked = await ask(path, posted({ variant: variantId, email: " Asha@Example.com " }));
  expect(asked.status).toBe(200);
  expect(textOf(await asked.text())).toContain("We will write to you");
  await ask(path, posted({ variant: variantId, email: "asha@example.com" }));
  expect(await waiting()).toEqual([{ email: "asha@example.com", user_id: null }]);

  await shop.services.db.execute(sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
    values (${variantId}, ${slug}, 3, 'system', 'a test')`);
  await shop.services.jobs.send(shop.services.db, "send-stock-notices", {});
  await shop.runDue();
  expect(shop.sentMail().map(({ to, subject }) => [to, subject])).toEqual([
    ["asha@example.com", "Test Shirt is back in stock"],
  ]);
  expect(await waiting()).toEqual([]);
});

test("a product in stock accepts no notice, and an invalid address is shown again with its error", async () => {
  const there = await aShirt(shop, { stock: 3 });
  expect(await (await ask(`/product/${there.slug}`)).text()).not.toContain("/notify");
  expect(textOf(await (await ask(`/product/${there.slug}/notify`)).text())).toContain(
    "Everything is in stock",
  );
  const tried = posted({ variant: there.variantId, email: "ravi@example.com" });
  expect((await ask(`/product/${there.slug}/notify`, tried)).status).toBe(409);
  const { path, variantId } = await soldOut();
  const wrong = await ask(path, posted({ variant: variantId, email: "ravi(at)example" }));
  expect(wrong.status).toBe(400);
  const html = await wrong.text();
  expect(textOf(html)).toContain("Please enter a complete email address");
  expect(html).toContain('value="ravi(at)example"');
  expect((await ask(path, posted({ email: "ravi@example.com" }))).status).toBe(400);
  expect((await ask(path, posted({ variant: "'; drop", email: "ravi@example.com" }))).status).toBe(404);
  const nowhere = await ask("/product/nowhere/notify");
  expect(nowhere.status).toBe(404);
  expect(await nowhere.text()).toMatch(/<title[^>]*>Product Not Found/);
  expect((await waiting()).some(({ email }) => email === "ravi@example.com")).toBe(false);
});

test("an email address waits for fifty variants at most, and requests of one client are limited", async () => {
  const { path, variantId } = await soldOut();
  for (let made = 0; made < 50; made++) {
    const other = await soldOut();
    await shop.services.db.execute(
      sql`insert into stock_notice (variant_id, email) values (${other.variantId}, 'many@example.com')`,
    );
  }
  const refused = await ask(path, posted({ variant: variantId, email: "many@example.com" }));
  expect(refused.status).toBe(429);
  expect(textOf(await refused.text())).toContain("is already waiting for too many products");
  const answers: number[] = [];
  for (let tries = 0; tries < 40; tries++)
    answers.push((await ask(path, posted({ variant: variantId, email: "x" }))).status);
  expect(answers.at(-1)).toBe(429);
});

test("stock notices are in the data download and are deleted with the account", async () => {
  const asha = await aShopper(shop);
  const { variantId } = await aShirt(shop, { stock: 0, name: "Awaited Shirt" });
  await shop.services.db.execute(
    sql`insert into stock_notice (variant_id, email, user_id) values (${variantId}, ${asha.email.toUpperCase()}, ${asha.id})`,
  );
  expect(await (await ask("/profile/my-data", { as: asha })).text()).toContain("Awaited Shirt");
  expect(
    (await ask("/profile", { ...posted({ intent: "delete-account", email: asha.email }), as: asha })).status,
  ).toBe(303);
  expect((await waiting()).some(({ email }) => email === asha.email.toLowerCase())).toBe(false);
});
