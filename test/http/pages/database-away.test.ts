import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "../../../platform/database/database.server.ts";
import { makeLive } from "../../../platform/live/live.server.ts";
import { makePageCache } from "../../../server/page-cache/page-cache.server.ts";
import { makeApplication } from "../../support/built.server.ts";
import { asAppRole } from "../../support/cluster/databases.server.ts";
import { eventually } from "../../support/eventually.ts";
import { type DatabaseLine, databaseLine } from "../../support/faults/database-line.server.ts";
import { aShirt, type Piece } from "../../support/orders.server.ts";
import { sendTo } from "../../support/pages/cached-shop.server.ts";
import { serveShop } from "../../support/served-shop.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";

let shop: TestShop;
let line: DatabaseLine;
let shirt: Piece;
let address: string;
let drawn: string[] = [];
let listening: () => boolean;
/** Runs during the render of each page. */
let meanwhile: () => Promise<unknown> = async () => undefined;
let announce: () => Promise<void>;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  shop = await testShop();
  shirt = await aShirt(shop);
  line = await databaseLine(shop.databaseUrl);
  const { log } = shop.services;
  const { db, close } = connect({ url: asAppRole(line.url), log });
  const live = makeLive({ url: line.url, log });
  listening = live.listening;
  const services = { ...shop.services, db, live };
  const inner = makeApplication(services, new AbortController().signal);
  const application = async (request: Request) => {
    drawn.push(new URL(request.url).pathname);
    const answer = await inner(request);
    await meanwhile();
    return answer;
  };
  announce = () =>
    new Promise((resolve) => {
      const leave = live.subscribe("products", () => {
        leave();
        resolve();
      });
    });
  const pages = makePageCache({ services, application, publicUrl: null, megabytes: 64 });
  const served = await serveShop({ ...shop, services }, { application, pages });
  address = served.address;
  ends.push(pages.close, served.close, live.close, close);
  await eventually(() => expect(listening()).toBe(true));
});
afterAll(async () => {
  for (const end of ends) await end();
  line.close();
  await shop.dispose();
});

const page = (path: string) => sendTo(address, path, { accept: "text/html" });
const paths = () => ["/", "/shop", `/product/${shirt.slug}`, "/about"];

test("while the database is down, cached pages are served for ten minutes and other pages answer 503", async () => {
  for (const path of paths()) expect((await page(path)).status).toBe(200);
  // Older than a minute: without the outage they would be rendered again.
  shop.clock.forward(120_000);
  line.cut();
  await eventually(() => expect(listening()).toBe(false));
  for (let round = 0; round < 3; round++)
    for (const path of paths()) {
      const { status, body } = await page(path);
      expect(status, path).toBe(200);
      if (path.startsWith("/product")) expect(body.toString()).toContain("₹499");
    }
  const unknown = await page(`/shop?q=${shirt.slug}`);
  expect(unknown.status).toBe(503);
  expect(Number(unknown.headers["retry-after"])).toBeGreaterThan(0);
  expect((await page("/cart")).status).not.toBe(500);

  // A crowd does not cost a render each: after one failure there is none for a second.
  await page("/");
  drawn = [];
  for (let visitor = 0; visitor < 50; visitor++) expect((await page("/")).status).toBe(200);
  expect(drawn.length).toBeLessThan(5);

  // Not forever: after ten minutes the response is 503.
  shop.clock.forward(10 * 60_000);
  expect((await page("/")).status).toBe(503);
});

test("when the database is back, pages are current again", async () => {
  await shop.services.db.execute(sql`update product set price = 77700 where id = ${shirt.productId}`);
  line.restore();
  await eventually(() => expect(listening()).toBe(true));
  const { status, body } = await page(`/product/${shirt.slug}`);
  expect(status).toBe(200);
  expect(body.toString()).toContain("₹777");
});

test("no page shows an offer after its end, also while the database is down", async () => {
  const path = `/product/${shirt.slug}`;
  const now = shop.clock.now().getTime();
  const [from, to] = [new Date(now - 1_000).toISOString(), new Date(now + 90_000).toISOString()];
  const { rows } = await shop.services.db.execute(
    sql`insert into offer (title, discount_percent, valid_from, valid_to) values ('Short one', 90, ${from}, ${to}) returning id`,
  );
  await shop.services.db.execute(
    sql`insert into offer_product (offer_id, product_id) values (${String(rows[0]?.id)}, ${shirt.productId})`,
  );
  await eventually(async () => expect((await page(path)).body.toString()).toContain("Short one"));
  // Until it is cached: a page that was rendered during a change event is not.
  await eventually(async () => {
    drawn = [];
    await page(path);
    expect(drawn).toEqual([]);
  });
  line.cut();
  await eventually(() => expect(listening()).toBe(false));
  shop.clock.forward(80_000);
  expect((await page(path)).status).toBe(200);
  shop.clock.forward(11_000);
  await eventually(async () => expect((await page(path)).status).toBe(503));
  line.restore();
});

test("a product page invalidated during every render is still served while the database is down", async () => {
  await eventually(() => expect(listening()).toBe(true));
  const selling = await aShirt(shop, { stock: 100 });
  const path = `/product/${selling.slug}`;
  meanwhile = async () => {
    const event = announce();
    await shop.services.db.execute(sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
      values (${selling.variantId}, ${selling.slug}, -1, 'system', 'a test')`);
    await event;
  };
  expect((await page(path)).status).toBe(200);
  drawn = [];
  // It is stale once the page cache has processed the event, as it collects events for a moment.
  await eventually(async () => {
    expect((await page(path)).status).toBe(200);
    expect(drawn).toContain(path);
  });
  meanwhile = async () => undefined;
  line.cut();
  await eventually(() => expect(listening()).toBe(false));
  expect((await page(path)).status).toBe(200);
});
