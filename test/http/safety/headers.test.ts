import { afterAll, beforeAll, expect, test } from "vitest";
import { admission } from "../../../server/requests/admission.server.ts";
import { makeMetrics } from "../../../server/requests/metrics.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { openCachedShop } from "../../support/pages/cached-shop.server.ts";
import { type ServedShop, serveShop } from "../../support/served-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

const cached = openCachedShop();
let address: string;
let full: ServedShop;
let secure: ServedShop;
let asha: Person;
let admin: Person;
let orderId: string;
let picture: string;

beforeAll(async () => {
  const { shop } = cached;
  address = cached.address;
  const metrics = makeMetrics({ token: undefined, admission: admission({ most: 10 }), readings: [] });
  full = await serveShop(shop, { admission: admission({ most: 0 }), metrics });
  secure = await serveShop(shop, {
    config: { mode: "live", publicUrl: "https://shop.test", trustProxy: 0 },
  });
  [asha, admin] = await Promise.all([aShopper(shop), anAdmin(shop)]);
  const order = await anOrder(shop, asha);
  orderId = order.id;
  await nowIs(shop, order, "shipped");
  const home = await (await fetch(address)).text();
  picture = /\/media\/[^"\s]+\.jpg/.exec(home)?.[0] ?? "";
  expect(picture).not.toBe("");
});
afterAll(async () => {
  await full?.close();
  await secure?.close();
});

type Kind = { path: () => string; as?: () => Person; status: number; init?: RequestInit; at?: () => string };
const form = { "Content-Type": "application/x-www-form-urlencoded" };
const evil = { ...form, Origin: "https://elsewhere.test" };
const kinds: Record<string, Kind> = {
  "a page": { path: () => "/auth", status: 200 },
  "a person's page": { path: () => "/profile", as: () => asha, status: 200 },
  "a page of the back office": { path: () => "/admin", as: () => admin, status: 200 },
  "a page from memory": { path: () => "/shop", status: 200 },
  "a page with a matching ETag": {
    path: () => "/faq",
    init: { headers: { "If-None-Match": "*" } },
    status: 304,
  },
  "a page's data from memory": { path: () => "/shop.data", status: 200 },
  "a page's data": { path: () => "/orders.data", as: () => asha, status: 200 },
  "JSON of the shop": { path: () => "/functions/suggest?q=kurta", status: 200 },
  "JSON that refuses": {
    path: () => "/functions/create-cart-order",
    init: { method: "POST", body: "{}" },
    status: 401,
  },
  "a built file": { path: () => "/favicon.svg", status: 200 },
  "a built file of an older build": { path: () => "/assets/gone-00000000.js", status: 404 },
  "a built file that is sent to": { path: () => "/favicon.svg", init: { method: "POST" }, status: 404 },
  "a picture": { path: () => picture, status: 200 },
  "an unknown picture": { path: () => "/media/none/400.jpg", status: 404 },
  "the feed of products": { path: () => "/feeds/google.xml", status: 200 },
  "the feed of articles": { path: () => "/feeds/blog.xml", status: 200 },
  "the site map": { path: () => "/sitemap.xml", status: 200 },
  "robots.txt": { path: () => "/robots.txt", status: 200 },
  "an invoice": { path: () => `/orders/${orderId}/document.pdf`, as: () => asha, status: 200 },
  "an unknown invoice": { path: () => "/orders/none/document.pdf", as: () => asha, status: 404 },
  "a person's own data": { path: () => "/profile/my-data", as: () => asha, status: 200 },
  "a CSV export of orders": { path: () => "/admin/orders/export.csv", as: () => admin, status: 200 },
  "a redirect": { path: () => "/checkout", status: 302 },
  "an unknown page": { path: () => "/no-such-page", status: 404 },
  "a POST that a page does not accept": {
    path: () => "/shop",
    init: { method: "POST", body: "x=1", headers: form },
    status: 405,
  },
  "a form from another site": {
    path: () => "/auth/sign-out",
    init: { method: "POST", body: "x=1", headers: evil },
    status: 403,
  },
  "a malformed address": { path: () => "/%ff", status: 400 },
  "an address that is too long": { path: () => `/shop?q=${"x".repeat(5_000)}`, status: 414 },
  "a form that is too large": {
    path: () => "/contact",
    init: { method: "POST", body: `message=${"x".repeat(150_000)}`, headers: form },
    status: 413,
  },
  "the stream of change events": { path: () => "/live?topic=products", status: 200 },
  "a stream without topics": { path: () => "/live", status: 400 },
  "the health check": { path: () => "/health", status: 200 },
  readiness: { path: () => "/ready", status: 200 },
  "the metrics": { path: () => "/metrics", status: 200, at: () => full.address },
  "a full shop": { path: () => "/shop", status: 503, at: () => full.address },
  "a full shop's page": {
    path: () => "/shop",
    init: { headers: { Accept: "text/html" } },
    status: 503,
    at: () => full.address,
  },
};

test.each(Object.entries(kinds))("%s carries the security headers", async (_name, kind) => {
  const headers = new Headers(kind.init?.headers);
  if (kind.as) headers.set("Cookie", kind.as().cookie);
  const answer = await fetch(`${kind.at?.() ?? address}${kind.path()}`, {
    redirect: "manual",
    ...kind.init,
    headers,
  });
  const type = answer.headers.get("Content-Type") ?? "";
  const policy = answer.headers.get("Content-Security-Policy") ?? "";
  await answer.body?.cancel();
  expect(answer.status).toBe(kind.status);
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(answer.headers.get("Referrer-Policy")).toMatch(/^(no-referrer|same-origin|strict-origin.*)$/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toMatch(/(script-src|default-src) /);
  // Style attributes may be inline; scripts never.
  expect(policy.replace(/style-src-attr [^;]*/, "")).not.toMatch(/unsafe|\*|https?:(?=[\s;]|$)/);
  // React Router's content type for its data has no charset; its client always decodes UTF-8.
  if (/^text\/(?!x-script)/.test(type)) expect(type).toMatch(/; ?charset=utf-8/i);
  expect(answer.headers.get("Server") ?? answer.headers.get("X-Powered-By")).toBeNull();
  if (!type.startsWith("text/html")) return;
  expect(answer.headers.get("Cross-Origin-Opener-Policy") ?? "same-origin").toBe("same-origin");
  expect(policy).toMatch(/default-src ('none'|'self'; object-src 'none'; media-src 'none'; script-src )/);
});

test("a page allows every kind of resource by its own directive, and prefetched links by the default", async () => {
  const answer = await fetch(`${address}/`);
  await answer.body?.cancel();
  const directives = (answer.headers.get("Content-Security-Policy") ?? "").split("; ");
  expect(directives).toContain("default-src 'self'");
  // The fetch directives of CSP 3 that would fall back to it; the style and script ones fall back to each other.
  for (const kind of [
    "connect",
    "font",
    "frame",
    "img",
    "manifest",
    "media",
    "object",
    "script",
    "style",
    "worker",
  ])
    expect(directives.filter((one) => one.startsWith(`${kind}-src `))).toHaveLength(1);
});

test("over https every response sends Strict-Transport-Security", async () => {
  for (const path of ["/", "/favicon.svg", "/health", picture, "/%ff", "/no-such-page", "/robots.txt"]) {
    const answer = await fetch(secure.address + path, { redirect: "manual" });
    await answer.body?.cancel();
    expect([path, answer.headers.get("Strict-Transport-Security")]).toEqual([
      path,
      "max-age=31536000; includeSubDomains",
    ]);
  }
});
