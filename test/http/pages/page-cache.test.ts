import { request as ask } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadApplication } from "../../../server/application.server.ts";
import { makePageCache, type PageCache } from "../../../server/page-cache.server.ts";
import { aShopper, type Person } from "../../support/people.server.ts";
import { type ServedShop, serveShop } from "../../support/served-shop.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";

let shop: TestShop;
let served: ServedShop;
let pages: PageCache;
let asha: Person;
/** What the application was asked for: a page from memory does not get that far. */
const drawn: string[] = [];
/** Lets a test stop the application in the middle of a page. */
let hold: Promise<void> | undefined;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  const inner = loadApplication(shop.services, new AbortController().signal);
  const application = async (request: Request) => {
    drawn.push(new URL(request.url).pathname + new URL(request.url).search);
    const answer = await inner(request);
    await hold;
    return answer;
  };
  pages = makePageCache({ services: shop.services, application, publicUrl: null, megabytes: 64 });
  served = await serveShop(shop, { application, pages });
  asha = await aShopper(shop);
  await vi.waitFor(() => expect(shop.services.live.listening()).toBe(true), 10_000);
});
afterAll(async () => {
  pages.close();
  await served.close();
  await shop.dispose();
});
beforeEach(() => {
  drawn.splice(0);
  hold = undefined;
});

type Sent = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** A request as it is written, also where fetch would tidy it up. */
function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Sent> {
  const { port } = new URL(served.address);
  return new Promise((resolve, reject) => {
    const sent = ask({ port, host: "127.0.0.1", path, headers, method, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}
const textOf = async (path: string, headers: Record<string, string> = {}) =>
  (await get(path, headers)).body.toString();

async function productOf(slug: string): Promise<string> {
  const { rows } = await shop.services.db.execute(sql`select id from product where slug = ${slug}`);
  return String(rows[0]?.id);
}

test("fifty who ask for one cold page wait for one drawing, and the next one for none", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => get("/shop")));
  expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(drawn).toEqual(["/shop"]);
  await get("/shop");
  expect(drawn).toEqual(["/shop"]);
});

test("what does not change the page makes no page of its own", async () => {
  await get("/shop?sort=newest&size=M&size=L");
  for (const same of [
    "/shop?size=L&sort=newest&size=M",
    "/shop?utm_source=x&size=M&size=L&size=M&sort=newest&page=1&fbclid=1",
  ])
    await get(same);
  expect(drawn).toEqual(["/shop?size=L&size=M&sort=newest"]);
});

test("every packing has a tag of its own, and who knows it is told so", async () => {
  const tags = new Set<unknown>();
  for (const packing of ["br", "gzip", ""]) {
    const { status, headers, body } = await get("/about", packing ? { "Accept-Encoding": packing } : {});
    expect([status, headers["content-encoding"] ?? ""]).toEqual([200, packing]);
    expect(headers["content-length"]).toBe(String(body.length));
    expect(headers.vary).toBe("Accept-Encoding, Cookie");
    expect(headers["cache-control"]).toBe("public, max-age=0, s-maxage=60");
    expect(headers.etag).toMatch(/^"[\w-]+"$/);
    tags.add(headers.etag);
    const again = await get("/about", {
      "If-None-Match": `"other", ${headers.etag}`,
      ...(packing && { "Accept-Encoding": packing }),
    });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    expect(again.headers["content-security-policy"]).toBe(headers["content-security-policy"]);
  }
  expect(tags.size).toBe(3);
  expect(drawn).toEqual(["/about"]);
});

test("HEAD says the same without the page; a piece of it cannot be had", async () => {
  const whole = await get("/faq");
  const head = await get("/faq", {}, "HEAD");
  expect(head.body.length).toBe(0);
  expect(head.headers["content-length"]).toBe(String(whole.body.length));
  expect(head.headers.etag).toBe(whole.headers.etag);
  const piece = await get("/faq", { Range: "bytes=0-99" });
  expect([piece.status, piece.body.length]).toEqual([200, whole.body.length]);
});

test("a signed-in person's page is made for that person, and no guest ever sees it", async () => {
  for (const path of ["/", "/shop", "/product/tan-moccasins", "/shop.data", "/blog"]) {
    const before = await textOf(path);
    const own = await get(path, { Cookie: asha.cookie });
    expect(own.body.toString()).toContain("Asha Rao");
    expect(own.headers["cache-control"]).toMatch(/^(no-store|private, no-cache)$/);
    const after = await get(path);
    expect(after.body.toString()).toBe(before);
    expect(after.body.toString()).not.toContain("Asha Rao");
    expect(after.headers["set-cookie"]).toBeUndefined();
  }
});

test("no cookie of the shop meets a shared page; others' cookies do not matter", async () => {
  await get("/privacy-policy");
  drawn.splice(0);
  const own = ["session=x", "__Host-session=x", "said=signedOut", "a=1; __Host-said=signedOut", "deed=x"];
  own.push("x=1;session=y", "shop.two_factor=1", "__Host-shop.state=1", "SESSION=1", "__Secure-x=1");
  for (const cookie of own) {
    const { headers } = await get("/privacy-policy", { Cookie: cookie });
    expect(headers["cache-control"], cookie).not.toContain("public");
  }
  expect(drawn).toHaveLength(own.length);
  await get("/privacy-policy", { Cookie: "theme=dark; _ga=GA1.1" });
  expect(drawn).toHaveLength(own.length);
});

test("what is said once is said to one, and not kept", async () => {
  const said = await get("/terms-and-conditions", { Cookie: "said=secondFactorNeeded" });
  expect(said.headers["set-cookie"]).toEqual([expect.stringContaining("said=;")]);
  const plain = await get("/terms-and-conditions");
  expect(plain.headers["set-cookie"]).toBeUndefined();
  expect(plain.body.toString()).not.toContain('role="status">');
});

test("only pages of the catalogue and of words are shared", async () => {
  const others = ["/cart", "/auth", "/contact", "/track", "/shop?q=kurta", "/faq?q=size", "/orders"];
  others.push(
    "//",
    "/%2e/shop",
    "/SHOP",
    "/shop/",
    "/product/..%2fshop",
    "/nothing",
    "/category?category=shoes",
  );
  others.push("/shop.data?_routes=storefront%2Fcart", `/shop?q=${"x".repeat(3_000)}`, "/product/no-such");
  for (const path of others) {
    const { headers } = await get(path);
    expect(String(headers["cache-control"]), path).not.toContain("public");
  }
});

test("a page that does not exist, and a way to another page, are not kept", async () => {
  for (const [path, status] of [
    ["/product/no-such-thing", 404],
    ["/blog/no-such-thing", 404],
  ] as const) {
    for (const _ of [1, 2]) {
      const { status: told, headers } = await get(path);
      expect([told, headers["cache-control"]]).toEqual([status, "no-store"]);
    }
  }
  expect(drawn).toHaveLength(4);
});

test("nobody puts another address into the page that others are sent", async () => {
  const home = (await get("/", { Host: "shop.example" })).body.toString();
  expect(home).toContain('rel="canonical" href="http://shop.example/"');
  const evil = { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", Forwarded: "host=evil" };
  await get("/", { Host: "evil.example" });
  await get("/", { Host: "shop.example", ...evil });
  const after = (await get("/", { Host: "shop.example" })).body.toString();
  expect(after).toBe(home);
  for (const host of ["a/b", "a?b", "a b", "a@b", "a#b", "a\\b"]) {
    const { headers } = await get("/", { Host: host }).catch(() => ({ headers: {} }));
    expect(JSON.stringify(headers), host).not.toContain("public");
  }
});

test("with an address of its own the shop heeds no Host at all", async () => {
  const inner = loadApplication(shop.services, new AbortController().signal);
  const asked: string[] = [];
  const application = (request: Request) => {
    asked.push(new URL(request.url).origin);
    return inner(request);
  };
  const publicUrl = "https://shop.example";
  const mine = makePageCache({ services: shop.services, application, publicUrl, megabytes: 1 });
  const other = await serveShop(shop, { application, pages: mine });
  for (const host of ["evil.example", "shop.example", "other.example"]) {
    const { port } = new URL(other.address);
    await new Promise((resolve) =>
      ask({ port, path: "/about", headers: { Host: host }, agent: false }, (answer) => {
        answer.resume().on("end", resolve);
      }).end(),
    );
  }
  expect(asked).toEqual([publicUrl]);
  mine.close();
  await other.close();
});

test("a price shows within a second, on its page and in every list; other products stay", async () => {
  const id = await productOf("tan-moccasins");
  for (const path of ["/product/tan-moccasins", "/product/tan-moccasins.data", "/shop", "/about"])
    await get(path);
  await get("/product/linen-camp-shirt").catch(() => undefined);
  drawn.splice(0);
  await shop.services.db.execute(
    sql`update product set price = 123400, original_price = 150000 where id = ${id}`,
  );
  await vi.waitFor(async () => expect(await textOf("/product/tan-moccasins")).toContain("₹1,234"), 5_000);
  expect(await textOf("/product/tan-moccasins.data")).toContain("123400");
  await get("/shop");
  await get("/about");
  expect(drawn.filter((path) => path === "/shop")).toHaveLength(1);
  expect(drawn).not.toContain("/about");
});

test("what an order takes from a full shelf empties no list; the last five pieces do", async () => {
  const id = await productOf("tan-moccasins");
  const move = (delta: number) =>
    shop.services.db.execute(sql`insert into stock_move (variant_id, sku, delta, who, why)
      select id, sku, ${delta}::integer, 'test', 'trial' from variant where product_id = ${id} order by id limit 1`);
  await move(50);
  await new Promise((later) => setTimeout(later, 200));
  await get("/");
  await get("/product/tan-moccasins");
  drawn.splice(0);
  await move(-1);
  await vi.waitFor(async () => {
    await get("/product/tan-moccasins");
    expect(drawn).toEqual(["/product/tan-moccasins"]);
  }, 5_000);
  await get("/");
  expect(drawn).toEqual(["/product/tan-moccasins"]);
  await shop.services.db.execute(sql`insert into stock_move (variant_id, sku, delta, who, why)
    select id, sku, held - stock, 'test', 'trial' from variant where product_id = ${id} and stock > held`);
  await vi.waitFor(async () => {
    await get("/");
    expect(drawn).toContain("/");
  }, 5_000);
});

test("news that come while a page is drawn are not lost", async () => {
  const id = await productOf("tan-moccasins");
  let go: () => void = () => undefined;
  hold = new Promise((resolve) => {
    go = resolve;
  });
  const early = textOf("/product/tan-moccasins.data?_routes=storefront%2Fproduct");
  await vi.waitFor(() => expect(drawn).toHaveLength(1));
  await new Promise((later) => setTimeout(later, 100));
  await shop.services.db.execute(sql`update product set price = 98700 where id = ${id}`);
  await new Promise((later) => setTimeout(later, 200));
  hold = undefined;
  const late = await textOf("/product/tan-moccasins.data?_routes=storefront%2Fproduct");
  expect(late).toContain("98700");
  go();
  expect(await early).not.toContain("98700");
  expect(await textOf("/product/tan-moccasins.data?_routes=storefront%2Fproduct")).toContain("98700");
});

test("settings, articles and reviews are news to the pages that show them", async () => {
  await get("/refund-policy");
  await get("/blog");
  await shop.services.db.execute(
    sql`insert into setting (key, value) values ('shopName', '"Kurta Corner"') on conflict (key) do update set value = excluded.value`,
  );
  await vi.waitFor(async () => expect(await textOf("/refund-policy")).toContain("Kurta Corner"), 5_000);
  await shop.services.db.execute(sql`update blog_post set title = 'A title of today' where published_at =
    (select max(published_at) from blog_post where published_at <= ${shop.clock.now().toISOString()})`);
  await vi.waitFor(async () => expect(await textOf("/blog")).toContain("A title of today"), 5_000);
  const id = await productOf("tan-moccasins");
  await get("/product/tan-moccasins");
  await shop.services.db.execute(
    sql`insert into review (product_id, rating, comment) values (${id}, 5, 'Like walking on clouds')`,
  );
  await vi.waitFor(
    async () => expect(await textOf("/product/tan-moccasins")).toContain("walking on clouds"),
    5_000,
  );
});

test("an offer's end ends the page, and a minute ends every page", async () => {
  const id = await productOf("tan-moccasins");
  const ends = new Date(shop.clock.now().getTime() + 20_000).toISOString();
  const { rows } =
    await shop.services.db.execute(sql`insert into offer (title, discount_percent, valid_from, valid_to)
    values ('Short one', 90, ${new Date(shop.clock.now().getTime() - 1_000).toISOString()}, ${ends}) returning id`);
  await shop.services.db.execute(
    sql`insert into offer_product (offer_id, product_id) values (${String(rows[0]?.id)}, ${id})`,
  );
  await vi.waitFor(async () => expect(await textOf("/product/tan-moccasins")).toContain("Short one"), 5_000);
  shop.clock.forward(21_000);
  expect(await textOf("/product/tan-moccasins")).not.toContain("Short one");
  await get("/cookie-policy");
  drawn.splice(0);
  shop.clock.forward(61_000);
  await get("/cookie-policy");
  expect(drawn).toEqual(["/cookie-policy"]);
});

test("while nobody hears the news, nothing is sent from memory", async () => {
  await get("/about");
  drawn.splice(0);
  const id = await productOf("tan-moccasins");
  await shop.services.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'campus-style live' and datname = current_database()`);
  await vi.waitFor(() => expect(shop.services.live.listening()).toBe(false), 5_000);
  await shop.services.db.execute(sql`update product set price = 55500 where id = ${id}`);
  expect(await textOf("/product/tan-moccasins")).toContain("₹555");
  await get("/about");
  expect(drawn).toContain("/about");
  await vi.waitFor(() => expect(shop.services.live.listening()).toBe(true), 10_000);
  expect(await textOf("/product/tan-moccasins")).toContain("₹555");
});
