import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { insertSeller } from "../../../demo/seed/seller.server.ts";
import { keptOfSender } from "../../../shop/content/inbox/receive-mail.server.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { aBounce, aMail, mailsCome } from "../../support/inbound-mails.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let buyer: Person;
beforeAll(async () => {
  shop = await testShop();
  await insertSeller(shop.services.db);
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  // A live shop asks staff for a second factor, which is not what is tested here.
  await shop.services.db.execute(sql`update session set second_factor_at = now()`);
});
afterAll(() => shop.dispose());
beforeEach(async () => {
  buyer = await aShopper(shop);
});

const come = (...sources: string[]) => mailsCome(shop, ...sources);
const rowsOf = async <Row extends z.ZodType>(shape: Row, query: ReturnType<typeof sql>) =>
  z.array(shape).parse((await shop.services.db.execute(query)).rows);
const words = async (path: string, through = ask) => {
  const html = await (await through(path, { as: admin })).text();
  return textOf(html);
};
const mails = () => rowsOf(z.object({ id: z.string() }), sql`select id from mail_outbox order by number`);
const mailAbout = async ({ id }: Order) => {
  const [mail] = await rowsOf(
    z.object({ id: z.string() }),
    sql`select id from mail_outbox where thread[1] = ${id} order by number limit 1`,
  );
  if (!mail) throw new Error("no mail");
  return mail.id;
};
const timesIn = (text: string, what: string) => text.split(what).length - 1;
const undelivered = "An email to the customer could not be delivered: there is no such mailbox (5.1.1)";

describe.each(["demo", "live"] as const)("in a %s shop", (mode) => {
  let inMode: Ask;
  beforeAll(async () => {
    const { services } = shop;
    inMode = await asking({ ...services, site: { ...services.site, mode } });
  });

  test("an order mail that came back stands on the order, and under 'Action required' while its customer has to act", async () => {
    const order = await anOrder(shop, buyer, { method: "online" });
    const path = `/admin/orders/${order.id}`;
    await shop.runDue();
    expect(await words(path, inMode)).not.toContain("Emails that came back");
    const before = await mails();
    await come(aBounce(await mailAbout(order), "delayed"));
    expect(await words(path, inMode)).not.toContain("Emails that came back");
    // Mail servers and forgers may say it more than once.
    await come(aBounce(await mailAbout(order)), aBounce(await mailAbout(order)));
    const page = await words(path, inMode);
    expect(page).toContain("Emails that came back");
    expect(page).toMatch(/: not delivered to \S+@\S+,/);
    expect(page).toContain("550 5.1.1");
    expect(timesIn(page, undelivered)).toBe(1);
    // Nobody is written to, and nobody's conversation begins.
    expect(await mails()).toEqual(before);
    expect(
      await rowsOf(
        z.object({ id: z.string() }),
        sql`select id from conversation where email = ${buyer.email}`,
      ),
    ).toEqual([]);
    const listed = await (await inMode("/admin/orders?work=email-returned", { as: admin })).text();
    expect(listed).toContain(path);
    expect(await words("/admin", inMode)).toContain(
      "1 order that waits for a customer whom no email reaches",
    );
    // The timeline cannot forget, so the address is not in it.
    const [{ remark } = { remark: "" }] = await rowsOf(
      z.object({ remark: z.string() }),
      sql`select remark::text from order_event where order_id = ${order.id} and remark ->> 'code' = 'email-undelivered'`,
    );
    expect(remark).not.toContain("@");
    await nowIs(shop, order, "cancelled");
    expect(await words("/admin", inMode)).not.toContain("whom no email reaches");
    expect(await words(path, inMode)).toContain(undelivered);
  });
});

test("a customer with a conversation has it there as well, and an order that waits for nobody is not listed", async () => {
  await ask(
    "/contact",
    posted({ name: "Asha", email: buyer.email, topic: "orders", message: "Where is my order?" }),
  );
  const order = await anOrder(shop, buyer);
  await shop.runDue();
  await come(aBounce(await mailAbout(order)));
  expect(await words(`/admin/orders/${order.id}`)).toContain(undelivered);
  const [conversation] = await rowsOf(
    z.object({ id: z.string() }),
    sql`select id from conversation where email = ${buyer.email}`,
  );
  expect(await words(`/admin/messages/${conversation?.id}`)).toContain("A mail came back");
  const listed = await (await ask("/admin/orders?work=email-returned", { as: admin })).text();
  expect(listed).not.toContain(order.id);
});

test("a bounce without a status, and of a mail that the shop did not send, harms nothing", async () => {
  const order = await anOrder(shop, buyer);
  await shop.runDue();
  const id = await mailAbout(order);
  await come(aBounce("11111111-1111-4111-8111-111111111111"), aBounce(id).replace("550 5.1.1 ", "no "));
  expect(await words(`/admin/orders/${order.id}`)).toContain(
    "An email to the customer could not be delivered: the mail server gave no reason",
  );
});

const from = (email: string) =>
  rowsOf(
    z.object({ id: z.string(), claimed: z.boolean() }),
    sql`select id, claimed from conversation where email = ${email} order by last_at, id`,
  );
const overLimit = (id: string) =>
  rowsOf(
    z.object({ mails: z.number(), text: z.string() }),
    sql`select mails, text from conversation_entry where conversation_id = ${id} and kind = 'over-limit'`,
  );

test("of a flood twenty mails an hour are kept; how many more came is said in one line", async () => {
  const email = "flood@undelivered.example";
  const flood = (many: number) =>
    come(...Array.from({ length: many }, () => aMail({ From: email, body: "Buy now" })));
  await flood(keptOfSender.most);
  expect(await from(email)).toHaveLength(keptOfSender.most);
  await flood(1);
  const [newest] = (await from(email)).slice(-1);
  const lines = async () => (await Promise.all((await from(email)).map(({ id }) => overLimit(id)))).flat();
  expect(await lines()).toMatchObject([{ mails: 1, text: expect.stringMatching(/^1 more mail from this/) }]);
  await flood(29);
  expect(await from(email)).toHaveLength(keptOfSender.most);
  expect(await lines()).toMatchObject([{ mails: 30 }]);
  expect(newest?.claimed).toBe(true);
  const holder = (await from(email)).map(({ id }) => id);
  const pages = await Promise.all(holder.map((id) => words(`/admin/messages/${id}`)));
  expect(pages.filter((page) => page.includes("Too many mails"))).toHaveLength(1);
  expect(pages.join()).toContain(
    "30 more mails from this sender are not kept here: the limit is 20 in 60 minutes. All of them are in the shop's mailbox.",
  );
  // Others are not held back, and neither is the sender an hour later.
  await come(aMail({ From: "calm@undelivered.example" }));
  expect(await from("calm@undelivered.example")).toHaveLength(1);
  await shop.services.db.execute(sql`update rate_limit set window_ends = now()`);
  await flood(1);
  expect(await from(email)).toHaveLength(keptOfSender.most + 1);
});

test("a flood into a conversation, and of absence notices, is counted there", async () => {
  await ask(
    "/contact",
    posted({ name: "Asha", email: buyer.email, topic: "orders", message: "Where is my order?" }),
  );
  await shop.runDue();
  const [known] = await from(buyer.email ?? "");
  const [receipt] = await rowsOf(
    z.object({ id: z.string() }),
    sql`select id from mail_outbox where "to" = ${buyer.email} order by number desc limit 1`,
  );
  const answer = (more: Record<string, string> = {}) =>
    aMail({ From: buyer.email ?? "", "In-Reply-To": `<${receipt?.id}@campus.test>`, ...more });
  await come(...Array.from({ length: 15 }, () => answer()));
  await come(...Array.from({ length: 15 }, () => answer({ "Auto-Submitted": "auto-replied" })));
  expect(await from(buyer.email ?? "")).toHaveLength(1);
  expect(await overLimit(known?.id ?? "")).toMatchObject([{ mails: 10 }]);
});
