import { sql } from "drizzle-orm";
import type { QueryConfig } from "pg";
import { afterAll, expect, test } from "vitest";
import { testShop } from "../../../test/support/test-shop.server.ts";
import { productSummaries } from "./read-cards.server.ts";

const shop = await testShop({ seed: true });
const services = { ...shop.services, site: { ...shop.services.site, inMemory: true } };
afterAll(shop.dispose);

const slug = async (id: string) => (await productSummaries(services, [id]))[0]?.slug;

/** The change listener connects with the first card that is requested. */
async function listening(id: string) {
  await productSummaries(services, [id]);
  await expect.poll(() => services.live.listening()).toBe(true);
}

/** The first products by name. */
async function ids(count: number): Promise<string[]> {
  const { rows } = await services.db.execute<{ id: string }>(
    sql`select id from product where status = 'active' order by name limit ${count}`,
  );
  return rows.map(({ id }) => id);
}

test("a card is served from the cache until its product changes", async () => {
  const [id = "", other = ""] = await ids(2);
  await listening(id);
  const [first] = await productSummaries(services, [id, other]);
  const [again] = await productSummaries(services, [id]);
  expect(again).toBe(first);

  await services.db.execute(sql`update product set price = 123400, original_price = null where id = ${id}`);
  await expect.poll(async () => (await productSummaries(services, [id]))[0]?.price.paid).toBe(1234_00);

  await services.db.execute(sql`update product set status = 'archived' where id = ${id}`);
  await expect.poll(() => slug(id)).toBe(undefined);
  expect(await slug(other)).toBeDefined();
});

test("a read that started before a change is not cached", async () => {
  const [id = ""] = (await ids(3)).slice(2);
  await listening((await ids(1))[0] ?? "");
  let reading: Promise<unknown> | undefined;
  // Reads at once and returns after the change event was received.
  const late = {
    ...services,
    db: new Proxy(services.db, {
      get(db, name) {
        if (name !== "$client") return Reflect.get(db, name);
        const query = async (statement: QueryConfig) => {
          const rows = await db.$client.query(statement);
          await reading;
          return rows;
        };
        return { query };
      },
    }),
  };
  reading = new Promise<void>((resolve) => {
    const leave = services.live.subscribe("products", (change) => {
      if (change.id !== id) return;
      leave();
      resolve();
    });
  });
  const old = productSummaries(late, [id]);
  await services.db.execute(sql`update product set brand = 'Renamed' where id = ${id}`);
  await old;
  expect((await productSummaries(services, [id]))[0]?.brand).toBe("Renamed");
});

test("cached cards apply an offer exactly from its start to its end", async () => {
  const [id = ""] = (await ids(4)).slice(3);
  const at = (iso: string) => ({ ...services, clock: { now: () => new Date(iso) } });
  await services.db.execute(sql`
    with made as (insert into offer (title, discount_percent, valid_from, valid_to)
      values ('Sale', 90, '2030-01-01T00:00:00Z', '2030-02-01T00:00:00Z') returning id)
    insert into offer_product (offer_id, product_id) select made.id, ${id} from made`);
  const paid = async (iso: string) => (await productSummaries(at(iso), [id]))[0]?.price.paid ?? 0;
  await expect
    .poll(async () => (await paid("2030-01-15T00:00:00Z")) < (await paid("2029-12-31T23:59:59Z")))
    .toBe(true);
  expect(await paid("2030-02-01T00:00:01Z")).toBe(await paid("2029-12-31T23:59:59Z"));
});
