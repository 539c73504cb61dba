import { sql } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { testShop } from "../../../test/support/test-shop.server.ts";
import { keptCategories, keptCollections } from "../collections.server.ts";

const shop = await testShop({ seed: true });
const services = { ...shop.services, site: { ...shop.services.site, inMemory: true } };
const { db, live } = services;
afterAll(shop.dispose);

test("a new name of a category or a collection is there within a second, whoever wrote it", async () => {
  await keptCategories(services);
  await vi.waitFor(() => expect(live.listening()).toBe(true), { timeout: 10_000 });
  const [first] = await keptCategories(services);
  expect(await keptCategories(services)).toBe(await keptCategories(services));
  await db.execute(sql`update category set name = 'Renamed' where id = ${first?.id}`);
  await expect
    .poll(async () => (await keptCategories(services)).map(({ name }) => name), { timeout: 1_000 })
    .toContain("Renamed");
  await keptCollections(services);
  await db.execute(sql`update collection set title = 'Other title' where slug = 'men'`);
  await expect
    .poll(async () => (await keptCollections(services)).find(({ slug }) => slug === "men")?.title, {
      timeout: 1_000,
    })
    .toBe("Other title");
});
