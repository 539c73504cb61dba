import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking } from "../support/ask.server.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";

let shop: TestShop;
let ask: Ask;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

/** Addresses within the shop that a page links to, posts to or shows, without their fragments. */
function addressesIn(html: string): string[] {
  const found = [...html.matchAll(/(?:href|action)="(\/[^"]*)"/g)].map(([, address]) =>
    (address ?? "").replaceAll("&amp;", "&").replace(/#.*$/, ""),
  );
  // Built files and pictures of the shell are files, not pages.
  return found.filter((address) => !/^\/(assets|favicon|icons|mail)/.test(address));
}

/** One of a kind is enough: fifty filters of one list are the same page fifty times. */
function kindOf(address: string): string {
  return address.replace(/\?.*$/, "?").replace(/^\/(product|category|brand|blog)\/[^?]+/, "/$1/*");
}

test("every link and form address of every page exists", async () => {
  const seen = new Set<string>();
  const waiting = ["/"];
  const dead: string[] = [];
  const quirky: string[] = [];
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const kind = kindOf(address);
    if (seen.has(kind)) continue;
    seen.add(kind);
    const answer = await ask(address);
    const html = await answer.text();
    if (answer.status >= 400) dead.push(`${answer.status} ${address}`);
    if (html.includes("<html") && !html.startsWith('<!DOCTYPE html><html lang="en-IN">'))
      quirky.push(address);
    const next = answer.headers.get("Location");
    waiting.push(...(next ? [next] : addressesIn(html)));
  }
  expect(dead).toEqual([]);
  expect(quirky, "pages without a doctype").toEqual([]);
  for (const page of [
    "/shop",
    "/faq",
    "/contact",
    "/blog/*",
    "/product/*",
    "/category/*",
    "/brand/*",
    "/about",
    "/cookie-policy",
  ])
    expect(seen).toContain(page);
});
