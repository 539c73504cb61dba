import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOwnerLink } from "../../../shop/accounts/owner-link.server.ts";
import { appCode } from "../../support/app-code.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { aShopper } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop();
  const site = { mode: "live", publicUrl: "http://shop.test" } as const;
  ask = await asking({ ...shop.services, site });
});
afterAll(() => shop.dispose());

const password = "monsoon-umbrella-7";
/** Sends a form of the page that a link leads to, from that page. */
const send = (token: string, fields: Record<string, string>, as?: { cookie: string }) =>
  ask(`/auth/owner?token=${token}`, { ...posted({ token, ...fields }), as });
const cookiesOf = (answer: Response) => ({
  cookie: answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; "),
});

async function link(email: string): Promise<string> {
  const made = await makeOwnerLink(shop.services, email);
  if (!made.ok) throw new Error(made.refused);
  return made.value.token;
}

async function roleOf(email: string) {
  const { rows } = await shop.services.db.execute(sql`select role from users where email = ${email}`);
  return rows[0]?.role;
}

async function prepared(token: string) {
  const answer = await send(token, { name: "Meera Iyer", password, confirm: password });
  const html = await answer.text();
  const uri = /name="uri" value="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  return { answer, html, uri, as: cookiesOf(answer) };
}

test("the link creates an owner with a password and a second factor, once", async () => {
  const email = "meera@shop.example";
  const token = await link(email);
  const page = await ask(`/auth/owner?token=${token}`);
  expect(page.status).toBe(200);
  expect(textOf(await page.text())).toContain(`a password for ${email}`);

  const weak = await send(token, { name: "Meera", password: "short", confirm: "short" });
  expect(weak.status).toBe(422);
  const { answer, html, uri, as } = await prepared(token);
  expect(answer.status).toBe(200);
  expect(textOf(html)).toContain("Step 2 of 2");
  expect(await roleOf(email)).toBe("user");
  expect((await ask("/admin", { as })).status).not.toBe(200);

  const wrong = await send(token, { uri, codes: "a-b", code: "000000" }, as);
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain("QR code");
  const done = await send(token, { uri, codes: "", code: appCode(uri) }, as);
  expect(done.headers.get("Location")).toBe("/admin");
  expect(await roleOf(email)).toBe("admin");
  expect((await ask("/admin", { as: cookiesOf(done) })).status).toBe(200);

  expect((await ask(`/auth/owner?token=${token}`)).status).toBe(410);
  expect((await prepared(token)).answer.status).toBe(410);
});

test("the first owner names the shop, also for the authenticator app; a shop with a name is not named again", async () => {
  const email = "namer@shop.example";
  const token = await link(email);
  const asked = async () => (await ask(`/auth/owner?token=${token}`)).text();
  expect(textOf(await asked())).toContain("Name of the shop");
  const typed = { name: "Meera Iyer", password, confirm: password };
  const long = await send(token, { ...typed, shopName: "x".repeat(301) });
  expect([long.status, textOf(await long.text())]).toEqual([422, expect.stringContaining("At most 300")]);
  const begun = await (await send(token, { ...typed, shopName: " Tamra House " })).text();
  expect(/name="uri" value="([^"]+)"/.exec(begun)?.[1]).toMatch(/^otpauth:\/\/totp\/Tamra%20House:/);
  expect(await asked()).toContain("Tamra House</");
  expect(textOf(await asked())).not.toContain("Name of the shop");
  await send(token, { ...typed, shopName: "Another" });
  expect(textOf(await asked())).not.toContain("Another");
});

test("the link takes over an account registered in advance and revokes its old password and session", async () => {
  const thief = await aShopper(shop, { email: "owner@shop.example" });
  const { uri, as } = await prepared(await link(thief.email));
  const caller = { origin: "http://shop.test", cookie: null, clientAddress: "192.0.2.1", userAgent: null };
  expect(await shop.services.identity.signIn(caller, thief)).toMatchObject({ refused: "wrong-credentials" });
  expect((await ask("/auth", { as: thief })).status).toBe(200);
  expect(uri).toContain("otpauth:");
  expect((await ask("/auth", { as })).status).toBe(303);
});

test("an unknown, expired or another's link makes nobody an owner, nor does a role in the sign-up form", async () => {
  const other = await link("somebody@shop.example");
  const { uri, as } = await prepared(await link("me@shop.example"));
  const stolen = await send(other, { uri, codes: "", code: appCode(uri) }, as);
  expect(stolen.status).toBe(410);
  expect(await roleOf("me@shop.example")).toBe("user");
  expect((await prepared("no-such-token")).answer.status).toBe(410);
  await shop.services.db.execute(sql`update verification set expires_at = now() - interval '1 second'`);
  expect((await prepared(other)).answer.status).toBe(410);

  const fields = { name: "Me", email: "new@shop.example", password, confirm: password, role: "admin" };
  await ask("/auth", posted({ intent: "signup", ...fields, bannedAt: "", twoFactorEnabled: "true" }));
  expect(await roleOf("new@shop.example")).toBe("user");
  expect(await makeOwnerLink(shop.services, "no address")).toEqual({ ok: false, refused: "bad-email" });
});

test("a newer link for the same address invalidates the older one", async () => {
  const first = await link("twice@shop.example");
  await link("twice@shop.example");
  expect((await ask(`/auth/owner?token=${first}`)).status).toBe(410);
});
