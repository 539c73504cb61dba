import { brotliDecompressSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { makePageCache } from "../../../server/page-cache/page-cache.server.ts";
import { makeApplication } from "../../support/built.server.ts";
import { openCachedShop, sendTo } from "../../support/pages/cached-shop.server.ts";
import { serveShop } from "../../support/served-shop.server.ts";
import { aShopper, type Person } from "../../support/users.server.ts";

const cached = openCachedShop();
const { get, textOf, drawn } = cached;
let asha: Person;
beforeAll(async () => {
  asha = await aShopper(cached.shop);
});

test("fifty simultaneous requests for an uncached page share one render, and the next needs none", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => get("/shop")));
  expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(drawn).toEqual(["/shop"]);
  await get("/shop");
  expect(drawn).toEqual(["/shop"]);
});

test("query parameters that do not change the page share one cache entry", async () => {
  await get("/shop?sort=newest&size=M&size=L");
  for (const same of [
    "/shop?size=L&sort=newest&size=M",
    "/shop?utm_source=x&size=M&size=L&size=M&sort=newest&page=1&fbclid=1",
  ])
    await get(same);
  expect(drawn).toEqual(["/shop?size=L&size=M&sort=newest"]);
});

test("every content encoding has its own ETag, and a matching one answers 304", async () => {
  const tags = new Set<unknown>();
  for (const packing of ["br", "gzip", ""]) {
    const { status, headers, body } = await get("/about", packing ? { "Accept-Encoding": packing } : {});
    expect([status, headers["content-encoding"] ?? ""]).toEqual([200, packing]);
    expect(headers["content-length"]).toBe(String(body.length));
    expect(headers.vary).toBe("Accept-Encoding, Cookie");
    expect(headers["cache-control"]).toBe("public, max-age=0, s-maxage=60");
    expect(headers.etag).toMatch(/^(W\/)?"[\w-]+"$/);
    tags.add(headers.etag);
    const again = await get("/about", {
      "If-None-Match": `"other", ${headers.etag}`,
      ...(packing && { "Accept-Encoding": packing }),
    });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    expect(again.headers["content-security-policy"]).toBe(headers["content-security-policy"]);
  }
  expect(tags.size).toBe(3);
  expect(drawn).toEqual(["/about", "/about", "/about"]);
});

test("a cached page is the same in every content encoding", async () => {
  const path = "/shop?size=XXL&sort=rating";
  const plain = await get(path);
  const packed = await get(path, { "Accept-Encoding": "gzip, deflate, br, zstd" });
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(packed.body.length).toBeLessThan(plain.body.length / 3);
  expect(brotliDecompressSync(packed.body).equals(plain.body)).toBe(true);
});

test("HEAD has the same headers and no body, and a Range request gets the whole page", async () => {
  const whole = await get("/faq");
  const head = await get("/faq", {}, "HEAD");
  expect(head.body.length).toBe(0);
  expect(head.headers["content-length"]).toBe(String(whole.body.length));
  expect(head.headers.etag).toBe(whole.headers.etag);
  const piece = await get("/faq", { Range: "bytes=0-99" });
  expect([piece.status, piece.body.length]).toEqual([200, whole.body.length]);
});

test("a signed-in customer's page is rendered for them alone and never served to a guest", async () => {
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

test("a browser stores nothing of what only its owner sees, also not what a click inside of the shop fetches", async () => {
  for (const path of ["/profile", "/profile.data", "/orders.data", "/cart.data", "/wishlist.data"]) {
    const { status, headers } = await get(path, { Cookie: asha.cookie });
    expect([path, status, headers["cache-control"]]).toEqual([
      path,
      200,
      path.endsWith(".data") ? "private, no-store" : "no-store",
    ]);
  }
});

test("a request with a cookie of the shop bypasses the cache; other cookies do not matter", async () => {
  await get("/privacy-policy");
  drawn.splice(0);
  const own = [
    "session=x",
    "__Host-session=x",
    "flash=signedOut",
    "a=1; __Host-flash=signedOut",
    "pending=x",
  ];
  own.push("x=1;session=y", "shop.two_factor=1", "__Host-shop.state=1", "SESSION=1", "__Secure-x=1");
  for (const cookie of own) {
    const { headers } = await get("/privacy-policy", { Cookie: cookie });
    expect(headers["cache-control"], cookie).not.toContain("public");
  }
  expect(drawn).toHaveLength(own.length);
  await get("/privacy-policy", { Cookie: "theme=dark; _ga=GA1.1" });
  expect(drawn).toHaveLength(own.length);
});

test("a flash message is shown to one visitor and not cached", async () => {
  const said = await get("/terms-and-conditions", { Cookie: "flash=secondFactorNeeded" });
  expect(said.headers["set-cookie"]).toEqual([expect.stringContaining("flash=;")]);
  expect(said.body.toString()).toMatch(/class="toast( wrong)?"/);
  const plain = await get("/terms-and-conditions");
  expect(plain.headers["set-cookie"]).toBeUndefined();
  expect(plain.body.toString()).not.toMatch(/class="toast( wrong)?"/);
});

test("searches, private pages and unusual addresses are never public", async () => {
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
  others.push("/cart.data", "/shop.data?q=kurta", `/shop?q=${"x".repeat(3_000)}`, "/product/no-such");
  for (const path of others) {
    const { headers } = await get(path);
    expect(String(headers["cache-control"]), path).not.toContain("public");
  }
});

test("404 pages and redirects are not cached", async () => {
  for (const [path, status, cacheControl] of [
    ["/product/no-such-thing", 404, "no-store"],
    ["/blog/no-such-thing", 404, "no-store"],
    // Without the header a shared cache may not store this status (RFC 9111, 4.2.2).
    ["/checkout", 302, undefined],
  ] as const) {
    for (const _ of [1, 2]) {
      const { status: answered, headers } = await get(path);
      expect([answered, headers["cache-control"]]).toEqual([status, cacheControl]);
    }
  }
  expect(drawn).toHaveLength(6);
});

test("a forged Host or forwarded header never changes a cached page", async () => {
  const home = (await get("/", { Host: "shop.test" })).body.toString();
  expect(home).toContain('rel="canonical" href="http://shop.test/"');
  const evil = { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", Forwarded: "host=evil" };
  await get("/", { Host: "evil.example" });
  await get("/", { Host: "shop.test", ...evil });
  const after = (await get("/", { Host: "shop.test" })).body.toString();
  expect(after).toBe(home);
  for (const host of ["a/b", "a?b", "a b", "a@b", "a#b", "a\\b"]) {
    const { headers } = await get("/", { Host: host }).catch(() => ({ headers: {} }));
    expect(JSON.stringify(headers), host).not.toContain("public");
  }
});

test("with a configured public address, the shop ignores the Host header", async () => {
  const { shop } = cached;
  const inner = makeApplication(shop.services, new AbortController().signal);
  const asked: string[] = [];
  const application = (request: Request) => {
    asked.push(new URL(request.url).origin);
    return inner(request);
  };
  const publicUrl = "https://shop.example";
  const mine = makePageCache({ services: shop.services, application, publicUrl, megabytes: 1 });
  const other = await serveShop(shop, { application, pages: mine });
  for (const host of ["evil.example", "shop.example", "other.example"]) {
    await sendTo(other.address, "/about", { Host: host });
  }
  expect(asked).toEqual([publicUrl]);
  mine.close();
  await other.close();
});

test("suggestions are cached, and are the same with a session as without", async () => {
  const path = "/functions/suggest?q=kur";
  const guest = await get(path);
  expect(JSON.parse(guest.body.toString()).products.length).toBeGreaterThan(0);
  expect(guest.headers["cache-control"]).toBe("public, max-age=60");
  expect(guest.headers.vary).toBe("Accept-Encoding");
  const own = await get(path, { Cookie: asha.cookie });
  expect(own.body.equals(guest.body)).toBe(true);
  expect(own.headers["set-cookie"]).toBeUndefined();
  expect((await get("/functions/suggest?q=%20kur&x=1")).body.equals(guest.body)).toBe(true);
  expect(drawn).toEqual([path]);
});
