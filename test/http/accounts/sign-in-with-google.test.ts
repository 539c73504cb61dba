import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appCode } from "../../support/app-code.server.ts";
import { textOf } from "../../support/ask.server.ts";
import { cookieJar } from "../../support/pages/cookie-jar.server.ts";
import { type ServedShop, serveShop } from "../../support/served-shop.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { aShopper } from "../../support/users.server.ts";

let shop: TestShop;
let served: ServedShop;
beforeAll(async () => {
  shop = await testShop();
  served = await serveShop(shop);
});
afterAll(async () => {
  await served.close();
  await shop.dispose();
});

const browser = () => cookieJar(served.address);
const placeOf = (answer: Response) => answer.headers.get("Location") ?? "";

async function toGoogle(go: ReturnType<typeof browser>, next = "/faq") {
  const begun = await go(`/auth?${new URLSearchParams({ next })}`, { intent: "google" });
  const place = new URL(placeOf(begun));
  expect(place.pathname).toBe("/dev/google/authorize");
  expect(place.searchParams.get("code_challenge_method")).toBe("S256");
  return place.pathname + place.search;
}

test("a new person signs in with Google, is verified, and returns to the requested page", async () => {
  const go = browser();
  const page = await toGoogle(go);
  expect(textOf(await (await go(page)).text())).toContain("stands in for Google");
  const agreed = await go(page, { intent: "continue", email: "Gita@Campus.test", name: "Gita Nair" });
  const back = new URL(placeOf(agreed));
  expect(back.pathname).toBe("/auth/callback/google");
  const inside = await go(back.pathname + back.search);
  expect(placeOf(inside)).toBe("/faq");
  const faq = await (await go("/faq")).text();
  expect(faq).toContain("Gita Nair");
  expect(textOf(faq)).toContain("Welcome! You have been logged in successfully");
  const { rows } = await shop.services.db.execute(
    sql`select email_verified from users where email = 'gita@campus.test'`,
  );
  expect(rows).toEqual([{ email_verified: true }]);
  // The same return address a second time, in another browser.
  const thief = browser();
  expect(placeOf(await thief(back.pathname + back.search))).toBe("/auth");
});

test("a name at Google is taken as one that is typed: no signs that turn text, no half of an emoji", async () => {
  const go = browser();
  const long = `\u202eGita\u00a0\u00a0<b> ${"x".repeat(91)}😀`;
  const agreed = await go(await toGoogle(go), {
    intent: "continue",
    email: "gita.n@campus.test",
    name: long,
  });
  const back = new URL(placeOf(agreed));
  expect(placeOf(await go(back.pathname + back.search))).toBe("/faq");
  const { rows } = await shop.services.db.execute(
    sql`select name from users where email = 'gita.n@campus.test'`,
  );
  expect(rows).toEqual([{ name: `Gita b ${"x".repeat(91)}😀` }]);
  // The name can be saved as it is.
  const nameless = browser();
  const other = await nameless(await toGoogle(nameless), {
    intent: "continue",
    email: "hari@campus.test",
    name: "\u200b<>",
  });
  const here = new URL(placeOf(other));
  await nameless(here.pathname + here.search);
  expect(await (await nameless("/faq")).text()).toContain("hari");
});

test("signing in with Google opens the existing account of that email address", async () => {
  const asha = await aShopper(shop, { name: "Asha of the account" });
  const go = browser();
  const agreed = await go(await toGoogle(go), { intent: "continue", email: asha.email, name: "Somebody" });
  const back = new URL(placeOf(agreed));
  await go(back.pathname + back.search);
  const faq = await (await go("/faq")).text();
  expect(faq).toContain("Asha of the account");
  expect(textOf(faq)).toContain("Welcome back! You have been logged in successfully");
});

test("an address that Google itself has not verified opens no account, new or old", async () => {
  const { db } = shop.services;
  const asha = await aShopper(shop);
  for (const email of ["victim@campus.test", asha.email]) {
    const go = browser();
    const agreed = await go(await toGoogle(go), { intent: "continue", email, name: "Thief" });
    await db.execute(sql`
      update local_gateway.stand_in_record set value = jsonb_set(value, '{claims,email_verified}', 'false')
      where kind = 'google-code'`);
    const back = new URL(placeOf(agreed));
    expect(placeOf(await go(back.pathname + back.search))).toBe("/auth?next=%2Ffaq");
    expect((await go("/auth")).status).toBe(200);
  }
  const { rows } = await db.execute(sql`select name from users where email = 'victim@campus.test'`);
  expect(rows).toEqual([]);
});

test("signing in with Google still requires the second factor", async () => {
  const asha = await aShopper(shop);
  const { identity } = shop.services;
  const caller = { origin: served.address, cookie: asha.cookie, clientAddress: "192.0.2.1", userAgent: null };
  const begun = await identity.enrolSecondFactor(caller, asha.password);
  await identity.confirmSecondFactor(caller, begun.ok ? appCode(begun.value.uri) : "");
  const go = browser();
  const agreed = await go(await toGoogle(go), { intent: "continue", email: asha.email, name: "Asha" });
  const back = new URL(placeOf(agreed));
  expect(placeOf(await go(back.pathname + back.search))).toContain("tab=second-factor");
  expect((await go("/auth")).status).toBe(200);
});

test("cancelling at Google returns to sign-in with an error and keeps next; a forged return ends there too", async () => {
  const go = browser();
  const declined = new URL(placeOf(await go(await toGoogle(go), { intent: "cancel" })));
  const back = placeOf(await go(declined.pathname + declined.search));
  expect(back).toBe("/auth?next=%2Ffaq");
  expect(await (await go(back)).text()).toContain("Google sign-in failed");
  expect(placeOf(await go("/auth/callback/google?code=x&state=y"))).toBe("/auth");
});

test("the Google stand-in refuses a redirect to another site and a code without its verifier", async () => {
  const go = browser();
  const page = await toGoogle(go);
  const elsewhere = page.replace(
    /redirect_uri=[^&]+/,
    `redirect_uri=${encodeURIComponent("https://evil.example/")}`,
  );
  expect((await go(elsewhere, { intent: "continue", email: "a@b.in", name: "A" })).status).toBe(400);
  const code =
    new URL(placeOf(await go(page, { intent: "continue", email: "a@b.in", name: "A" }))).searchParams.get(
      "code",
    ) ?? "";
  const token = {
    grant_type: "authorization_code",
    code,
    client_id: "campus-style-demo",
    client_secret: "campus-style-demo",
    redirect_uri: `${served.address}/auth/callback/google`,
    code_verifier: "x".repeat(43),
  };
  expect((await go("/dev/google/token", token)).status).toBe(400);
});

test("the Google stand-in answers 404 for unknown addresses", async () => {
  for (const name of ["__proto__", "constructor", "toString", "no-such"])
    expect((await fetch(`${served.address}/dev/google/${name}`)).status, name).toBe(404);
});

test("a shop without Google's keys shows no Google button on either tab", async () => {
  const { services } = shop;
  const without = { ...services, identity: { ...services.identity, googleIsSetUp: () => false } };
  const other = await serveShop({ ...shop, services: without });
  for (const tab of ["login", "signup"]) {
    const path = `/auth?tab=${tab}`;
    expect(textOf(await (await fetch(served.address + path)).text())).toContain("Continue with Google");
    const page = textOf(await (await fetch(other.address + path)).text());
    expect(page).not.toContain("Google");
    expect(page).toContain("Password");
  }
  await other.close();
});
