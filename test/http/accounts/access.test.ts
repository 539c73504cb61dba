import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Guard } from "../../../app/http/access/guard.ts";
import { guardTable } from "../../../app/http/access/guard-table.ts";
import { addressesOf, isLedToSignIn } from "../../support/access/addresses.ts";
import { type Ask, asking, posted } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let people: Record<string, Person | undefined>;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  people = {
    guest: undefined,
    user: await aShopper(shop),
    other: await aShopper(shop),
    admin: await anAdmin(shop),
  };
});
afterAll(() => shop.dispose());

const rules = [...guardTable].map(([pattern, guard]) => ({ pattern, guard }));
const writing = rules.filter(({ guard }) => guard.accepts !== null);
function mayCome({ who, guest }: Guard, name: string): boolean {
  if (who === "staff") return name === "admin";
  return who !== "user" || name !== "guest" || guest === "page";
}

describe("who may open what", () => {
  test.each(rules)("$pattern", async ({ pattern, guard }) => {
    for (const address of addressesOf(pattern)) {
      for (const [name, person] of Object.entries(people)) {
        const answer = await ask(address, { as: person });
        const where = `${address} as ${name}: ${answer.status} ${answer.headers.get("Location")}`;
        expect(answer.status, where).toBeLessThan(500);
        if (mayCome(guard, name)) expect(answer.status, where).not.toBe(403);
        else expect(isLedToSignIn(answer), where).toBe(true);
        // Only staff see other customers' emails.
        const staff = name === "admin" && guard.who === "staff";
        if (name !== "other" && !staff && people.other) {
          expect(await answer.text(), where).not.toContain(people.other.email);
        }
      }
    }
  });
});

describe("who may send what", () => {
  test.each(rules)("$pattern", async ({ pattern, guard }) => {
    for (const address of addressesOf(pattern)) {
      for (const [name, person] of Object.entries(people)) {
        const answer = await ask(address, { ...posted({ intent: "none", answer: "here" }), as: person });
        const where = `${address} as ${name}: ${answer.status}`;
        expect(answer.status, where).toBeLessThan(500);
        if (guard.accepts === null) expect([404, 405], where).toContain(answer.status);
        else if (!guard.sends && (!mayCome(guard, name) || (guard.who === "user" && !person))) {
          expect(isLedToSignIn(answer), where).toBe(true);
        }
        // Signing out is the one request here that ends the session.
        if (pattern === "/auth/sign-out" && person)
          people[name] = name === "admin" ? await anAdmin(shop) : await aShopper(shop);
      }
    }
  });
});

describe("a cross-site form submission is refused by every route", () => {
  test.each(writing)("$pattern", async ({ pattern }) => {
    const [address] = addressesOf(pattern);
    const init = posted({ intent: "none" });
    for (const headers of [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { Origin: "http://shop.test.evil.example" },
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
    ]) {
      const foreign = { "Content-Type": "application/x-www-form-urlencoded", ...headers };
      for (const path of [address, `${address}.data`]) {
        const { status } = await ask(path, { ...init, headers: foreign, as: people.user });
        expect([400, 403], path).toContain(status);
      }
    }
  });
});

describe("the next parameter never redirects off the site", () => {
  const hosts = ["evil.example", "evil.example:8080", "user@evil.example", "shop.test.evil.example", "[::1]"];
  const shapes = [
    "https://X",
    "http://X",
    "//X",
    "///X",
    "////X",
    "/\\X",
    "\\/X",
    "\\\\X",
    "/\t/X",
    "/\n/X",
    "/\r/X",
    "\t//X",
    " //X",
    "/.//X",
    "/..//X",
    "/a/..//X",
    "/./\\X",
    "https:X",
    "https:/X",
    "https:\\\\X",
    "javascript:alert('X')",
    "data:text/html,X",
    "vbscript:X",
    "ftp://X",
    "blob:https://X",
    "https://shop.test@X",
    "http://shop.test.X",
    "/\u0000/X",
    "/\u001f/X",
    "%2f%2fX",
    "%5c%5cX",
    "/\u007f/X",
    "?//X",
    "#//X",
    ".//X",
    "..//X",
    "HTTPS://X",
    "hTTp://X",
    "ws://X",
    "mailto:a@X",
  ];
  const payloads = hosts.flatMap((host) => shapes.map((shape) => shape.replace("X", host)));

  test(`${payloads.length} payloads`, async () => {
    expect(payloads.length).toBeGreaterThanOrEqual(200);
    const person = await aShopper(shop);
    for (const next of payloads) {
      const answer = await ask(`/auth?${new URLSearchParams({ next })}`, { as: person });
      const to = answer.headers.get("Location") ?? "";
      const led = new URL(to, "http://shop.test");
      expect(led.origin, JSON.stringify(next)).toBe("http://shop.test");
      expect(to, JSON.stringify(next)).not.toMatch(/^[/\\]{2}|^\/[\t\n\r]/);
    }
  });
});

test("/admin sends a customer to the sign-in screen, and from there home with a message", async () => {
  const user = await aShopper(shop);
  const first = await ask("/admin", { as: user });
  const second = await ask(first.headers.get("Location") ?? "", { as: user });
  expect(second.headers.get("Location")).toBe("/");
  const cookie = `${user.cookie}; ${second.headers.getSetCookie()[0]?.split(";")[0]}`;
  expect(await (await ask("/", { as: { cookie } })).text()).toContain("Admin access required");
});

test("in live mode, an admin without two-step login is redirected to set it up", async () => {
  const live = await testShop();
  try {
    const services = { ...live.services, site: { mode: "live", publicUrl: "http://shop.test" } as const };
    const answer = await (await asking(services))("/admin", { as: await anAdmin(live) });
    expect(answer.headers.get("Location")).toBe("/profile?tab=security");
  } finally {
    await live.dispose();
  }
});

test("a guest's .data request redirects to sign-in with the screen's own address as next", async () => {
  const answer = await ask("/cart.data");
  expect(await answer.text()).toContain("next=%2Fcart&reason=own-cart");
});
