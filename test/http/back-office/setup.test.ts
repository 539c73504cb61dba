import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { session } from "../../../platform/identity/tables.server.ts";
import { cashfree } from "../../../platform/payments/cashfree.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { startClosed } from "../../../shop/settings/opening.server.ts";
import { defaultSettings } from "../../../shop/settings/settings.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { aShirt } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, type Person } from "../../support/users.server.ts";

/** A live shop on its first day, closed, as a trial on one machine: by http. */
let shop: TestShop;
let ask: Ask;
let secure: Ask;
let owner: Person;
beforeAll(async () => {
  shop = await testShop();
  owner = await anAdmin(shop);
  const { db } = shop.services;
  await db.update(session).set({ secondFactorAt: new Date() });
  const live = (publicUrl: string): Services => ({
    ...shop.services,
    payments: { ...shop.services.payments, online: undefined },
    site: {
      mode: "live",
      publicUrl,
      isTrial: publicUrl.startsWith("http:"),
      setUp: { database: "embedded", ledgers: "guarded", mail: "smtp" },
    },
  });
  ask = await asking(live("http://shop.test"));
  secure = await asking(live("https://shop.test"));
});
afterAll(() => shop.dispose());
beforeEach(async () => {
  await shop.services.db.execute(sql`delete from setting`);
  await startClosed(shop.services.db);
});

const page = async (path: string) => textOf(await (await ask(path, { as: owner })).text());
const version = async () => {
  const html = await (await ask("/admin/setup", { as: owner })).text();
  return /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "none";
};

test("a trial says so on every staff page and is not opened to the public", async () => {
  expect(await page("/admin/products")).toContain("Trial: this shop runs on this machine only.");
  // Why not is said before, and no button is offered that would refuse.
  expect(await page("/admin/setup")).toContain("This is a trial on one machine.");
  expect(await (await ask("/admin/setup", { as: owner })).text()).not.toContain('value="open"');
  const answer = await ask("/admin/setup", {
    ...posted({ intent: "open", version: await version(), form: "open" }),
    as: owner,
  });
  expect([answer.status, textOf(await answer.text())]).toEqual([
    409,
    expect.stringContaining("This is a trial on one machine."),
  ]);
});

test("required steps gate the first opening, and the refusal names them; a shop that was open opens again", async () => {
  const as = { cookie: owner.cookie.replace(/^session=/, "__Host-session=") };
  const open = async () => {
    const form = posted({ intent: "open", version: await version(), form: "open" });
    return secure("https://shop.test/admin/setup", {
      ...form,
      headers: { ...form.headers, Origin: "https://shop.test" },
      as,
    });
  };
  const refused = await open();
  expect([refused.status, textOf(await refused.text())]).toEqual([
    409,
    expect.stringMatching(/Still to do: Name of the shop, Who sells, Grievance officer.*First products/),
  ]);
  expect((await secure("https://shop.test/")).status).toBe(503);
  await shop.services.db.execute(sql`
    update setting set value = jsonb_set(value, '{wasOpen}', 'true') where key = 'opening'`);
  expect((await open()).status).toBe(303);
  // Of an open shop the page says what is not in order, and folds away what is done.
  const html = await (await secure("https://shop.test/admin/setup", { as })).text();
  expect(textOf(html)).toMatch(/\d+ of \d+ checks are in order\. See all checks/);
  expect(textOf(html)).toMatch(/Seller Not set.*Action required/);
  expect(textOf(html)).toMatch(/Grievance officer Required .*\d+ of \d+ steps are done .*Done/);
});

test("the start page of a shop that was never open leads to the setup", async () => {
  const start = async () => {
    const { status, headers } = await ask("/admin", { as: owner });
    return [status, headers.get("Location")];
  };
  // The shop of the test before was open; its server hears of the new state by an event.
  await expect.poll(start).toEqual([302, "/admin/setup"]);
});

test("the setup lists what is missing, and each step's state follows what is there", async () => {
  const first = await page("/admin/setup");
  expect(first).toContain(
    "Missing: address, email, phone. After that: the legal name, under Company and tax.",
  );
  expect(first).toContain("There is no active product with a picture.");
  const save = (key: string, value: unknown) =>
    shop.services.db.execute(sql`
      insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)`);
  await save("contact", {
    ...defaultSettings.contact,
    email: "hello@brand.example",
    phone: "+91 98765 43210",
    address: ["1 MG Road", "Pune"],
  });
  await save("legal", { ...defaultSettings.legal, legalName: "Brand Pvt Ltd" });
  await aShirt(shop);
  const then = await page("/admin/setup");
  expect(then).toContain("Legal name, address, email and phone are set.");
  expect(then).toContain("Name and email are missing.");
});

test("mail is tried by a message to oneself, and then the step is done", async () => {
  await shop.services.db.execute(sql`delete from mail_outbox`);
  expect(await page("/admin/setup")).toMatch(/Email Required .* Send one to yourself/);
  const sent = await ask("/admin/setup", { ...posted({ intent: "try-mail" }), as: owner });
  expect(sent.status).toBe(303);
  expect(await page("/admin/setup")).toMatch(/Email Required A message is on its way/);
  await shop.services.db.execute(sql`update mail_outbox set last_error = 'connect ECONNREFUSED'`);
  expect(await page("/admin/setup")).toMatch(/The message could not be sent: connect ECONNREFUSED\. Check/);
  await shop.runDue();
  expect(shop.sentMail().at(-1)).toMatchObject({
    to: owner.email,
    subject: expect.stringContaining("Email works"),
  });
  expect(await page("/admin/setup")).toMatch(/Email Done The mail server takes messages/);
});

test("the provider's keys are tried by a call that moves no money; one that is refused says so", async () => {
  const { services } = shop;
  const say = async (online: Services["payments"]["online"]) => {
    const site = { ...services.site, mode: "live" as const, publicUrl: "http://shop.test" };
    const trial = await asking({ ...services, site, payments: { ...services.payments, online } });
    const answer = await trial("/admin/setup", { ...posted({ intent: "try-payment" }), as: owner });
    return decodeURIComponent(answer.headers.getSetCookie().join());
  };
  const { online } = services.payments;
  if (!online) throw new Error("the test shop has no gateway");
  expect(await say(online)).toContain("paymentKeysAccepted");
  const keys = { mode: "sandbox", appId: "nobody", secretKey: "wrong" } as const;
  const problem = { message: "authentication Failed", code: "request_failed", type: "authentication_error" };
  const stranger = cashfree({ ...keys, fetch: async () => Response.json(problem, { status: 401 }) });
  expect(await say(stranger)).toContain("paymentKeysRefused");
  const silent = cashfree({ ...keys, fetch: () => Promise.reject(new TypeError("fetch failed")) });
  expect(await say(silent)).toContain("paymentUnreachable");
  expect(await say(undefined)).toContain("paymentKeysMissing");
});

test("the collections that visitors would find empty are named", async () => {
  expect(await page("/admin/setup")).toMatch(/Collections Recommended Without products: .*Women/);
});

test("a business is registered for GST, or says that it is not", async () => {
  expect(await page("/admin/setup")).toMatch(/GSTIN Required Enter it, or say/);
  const legal = { ...defaultSettings.legal, isUnregistered: true };
  await shop.services.db.execute(
    sql`insert into setting (key, value) values ('legal', ${JSON.stringify(legal)}::jsonb)`,
  );
  expect(await page("/admin/setup")).toMatch(/GSTIN Done Not registered for GST: customers get receipts/);
});

test("the owner says that a backup was seen on another machine, which the audit log keeps", async () => {
  expect(await page("/admin/setup")).toMatch(
    /Backup on another machine Recommended .* I have seen a copy there/,
  );
  expect((await ask("/admin/setup", { ...posted({ intent: "copy-seen" }), as: owner })).status).toBe(303);
  expect(await page("/admin/setup")).toMatch(
    /Backup on another machine Done A copy was seen on another machine on/,
  );
  expect(await page("/admin/audit")).toContain("backup copy");
});
