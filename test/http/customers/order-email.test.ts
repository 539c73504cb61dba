import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { insertSeller } from "../../../demo/seed/seller.server.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { paymentLinkOf, sendPaymentLink } from "../../../shop/payments/payment-links.server.ts";
import { aStaffMember } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { aBounce, mailsCome } from "../../support/inbound-mails.server.ts";
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
});
afterAll(() => shop.dispose());
beforeEach(async () => {
  buyer = await aShopper(shop);
  await shop.services.db.execute(sql`delete from cod_rule`);
});

const send = async (path: string, fields: Record<string, string>, as: Person | undefined = admin) => {
  const answer = await ask(path, { ...posted(fields), as });
  const html = await answer.text();
  return { status: answer.status, html, words: textOf(html) };
};
const words = async (path: string, as: Person | undefined = admin) =>
  textOf(await (await ask(path, { as })).text());
const pathOf = ({ id }: Order) => `/admin/orders/${id}`;
const correct = (order: Order, email: string, seen = order.email) =>
  send(pathOf(order), { intent: "email", form: "email", email, seen });
let keys = 0;
const sendAgain = (order: Order, notification = "placed") =>
  send(pathOf(order), { intent: "mail", key: `m-again-${++keys}-${order.id.slice(0, 8)}`, notification });
const mailRows = z.array(z.object({ id: z.string(), to: z.string(), subject: z.string(), text: z.string() }));
/** The mails about an order, the oldest first. */
const mailsAbout = async ({ id }: Order) => {
  const { rows } = await shop.services.db.execute(
    sql`select id, "to", subject, text from mail_outbox where thread[1] = ${id} order by number`,
  );
  return mailRows.parse(rows);
};
const newestAbout = async (order: Order) => (await mailsAbout(order)).at(-1);
/** A second mail about an order: one of its documents. */
const sendPaid = (order: Order) =>
  send(pathOf(order), { intent: "document", key: `m-document-${order.id.slice(0, 8)}`, slug: "" });
const makeRule = (outcome: string) =>
  send("/admin/settings/cod/new", {
    name: outcome,
    outcome,
    reason: "",
    version: "",
    "rule.match": "all",
    "rule.0.field": "pin",
    "rule.0.operator": "is",
    "rule.0.value": "560",
  });

test("staff correct the address after a mail came back: the notice goes, mails go there, and the address is not told on", async () => {
  const order = await anOrder(shop, buyer, { method: "online" });
  await shop.runDue();
  await mailsCome(shop, aBounce((await newestAbout(order))?.id ?? ""));
  expect(await words(pathOf(order))).toContain("Emails that came back");
  expect(await words("/admin")).toContain("whom no email reaches");
  const email = `right-${order.id}@campus.test`;
  expect((await correct(order, ` Right-${order.id}@Campus.test `)).status).toBe(303);
  const page = await words(pathOf(order));
  expect(page).not.toContain("Emails that came back");
  expect(page).toContain("Email address corrected");
  expect(await words("/admin")).not.toContain("whom no email reaches");
  expect(await words("/admin/orders?work=email-returned")).not.toContain(order.id.slice(0, 8));
  expect((await sendAgain(order)).status).toBe(303);
  expect(await newestAbout(order)).toMatchObject({ to: email });
  await mailsCome(shop, aBounce((await newestAbout(order))?.id ?? ""));
  expect(await words(pathOf(order))).toContain("Emails that came back");

  expect(await words("/admin/audit")).toContain(
    `corrected the email address of order ${order.id.slice(0, 8)}`,
  );
  const { rows } = await shop.services.db.execute(sql`
    select row_to_json(a)::text as said from audit_entry a where action = 'order.email'
    union all select row_to_json(e)::text from order_event e where order_id = ${order.id}`);
  for (const { said } of rows) expect(String(said)).not.toContain("@");
});

test("what waits to be sent, also after a failed attempt, goes to the corrected address, with a link that works", async () => {
  await makeRule("confirm");
  const order = await anOrder(shop, buyer);
  await sendPaid(order);
  const { rows } = await shop.services.db.execute(sql`
    update mail_outbox set attempts = 3, last_error = 'no such host', due_at = now() + interval '20 minutes'
    where thread[1] = ${order.id} returning id`);
  expect(rows).toHaveLength(2);
  const [first, other] = await mailsAbout(order);
  const link = /\/confirm\/[\w-]+/.exec(first?.text ?? "")?.[0] ?? "none";
  const email = `right-${order.id}@campus.test`;
  expect((await correct(order, email)).status).toBe(303);
  const now = await mailsAbout(order);
  expect(now.map(({ to }) => to)).toEqual([email, email]);
  expect(now[0]).toMatchObject({ id: other?.id, subject: other?.subject });
  expect(now[1]?.subject).toBe(first?.subject);
  expect(now[1]?.text).not.toContain(link);
  const works = /\/confirm\/[\w-]+/.exec(now[1]?.text ?? "")?.[0] ?? "none";
  expect((await ask(works)).status).toBe(200);
  await shop.runDue();
  const left = await shop.services.db.execute(
    sql`select from mail_outbox where thread[1] = ${order.id} and sent_at is null`,
  );
  expect(left.rowCount).toBe(0);
  // What has been sent stays where it went.
  await correct(order, `other-${order.id}@campus.test`, email);
  expect((await mailsAbout(order)).map(({ to }) => to)).toEqual([email, email]);
});

test("an address that is none is refused at its field with what was typed, and so is one that another has corrected", async () => {
  const order = await anOrder(shop, buyer);
  const wrong = await correct(order, "asha@gmail");
  expect([wrong.status, wrong.words]).toEqual([
    400,
    expect.stringContaining("Please enter a complete email address"),
  ]);
  expect(wrong.html).toContain('value="asha@gmail"');
  for (const email of ["", "a@b.in\r\nBcc: all@b.in", `${"a".repeat(260)}@b.in`])
    expect((await correct(order, email)).status).toBe(400);
  const two = await Promise.all([correct(order, "one@campus.test"), correct(order, "two@campus.test")]);
  expect(two.map(({ status }) => status).toSorted()).toEqual([303, 400]);
  expect(two.find(({ status }) => status === 400)?.words).toContain("Somebody else has changed this");
});

test("it stays the order of its account, and gives nobody else access to anything", async () => {
  const order = await anOrder(shop, buyer);
  const other = await aShopper(shop);
  await correct(order, other.email);
  const now = await orderOf(shop.services, order.id);
  expect([now?.userId, now?.email]).toEqual([buyer.id, other.email.toLowerCase()]);
  expect(await words("/orders", other)).not.toContain(order.id.slice(0, 8));
  for (const path of [
    `/track/${order.id}`,
    `/order-confirmation/${order.id}`,
    `/orders/${order.id}/document.pdf`,
  ])
    expect((await ask(path, { as: other })).status).toBe(404);
  expect(await words("/orders", buyer)).toContain(order.id.slice(0, 8));
  await sendAgain(order);
  expect((await newestAbout(order))?.text).not.toMatch(/\/auth\/|token/);
});

test("deleting the account deletes the mails to every address of its orders, and an erased order gets none", async () => {
  const order = await anOrder(shop, buyer);
  await correct(order, `right-${order.id}@campus.test`);
  await sendAgain(order);
  await nowIs(shop, order, "cancelled");
  expect((await mailsAbout(order)).map(({ to }) => to)).toContain(`right-${order.id}@campus.test`);
  expect((await send("/profile", { intent: "delete-account", email: buyer.email }, buyer)).status).toBe(303);
  expect(await mailsAbout(order)).toEqual([]);
  const now = await orderOf(shop.services, order.id);
  expect([now?.userId, now?.email]).toEqual([null, ""]);
  expect((await correct(order, "back@campus.test", "")).status).toBe(400);
  expect((await orderOf(shop.services, order.id))?.email).toBe("");
});

test("the order of an unconfirmed customer is sent again as it was first, with the link; one to a wrong address ends", async () => {
  await makeRule("confirm");
  const order = await anOrder(shop, buyer);
  const [first] = await mailsAbout(order);
  const linkIn = (text = "") => /\/confirm\/[\w-]+/.exec(text)?.[0] ?? "";
  expect(linkIn(first?.text)).not.toBe("");
  await sendAgain(order);
  expect(await newestAbout(order)).toMatchObject({ subject: first?.subject, text: first?.text });
  await correct(order, `right-${order.id}@campus.test`);
  expect((await ask(linkIn(first?.text))).status).toBe(404);
  await sendAgain(order);
  const again = await newestAbout(order);
  expect(linkIn(again?.text)).not.toBe(linkIn(first?.text));
  expect((await send(linkIn(again?.text), {}, undefined)).status).toBeLessThan(400);
  expect(await words(pathOf(order))).toContain("Confirmed by the customer");
  await sendAgain(order);
  expect(linkIn((await newestAbout(order))?.text)).toBe("");
});

test("so is one whose customer confirms by a code, or pays in advance", async () => {
  await makeRule("confirm-code");
  const order = await anOrder(shop, buyer);
  const [first] = await mailsAbout(order);
  expect(first?.text).toContain(`/order-confirmation/${order.id}`);
  await sendAgain(order);
  expect(await newestAbout(order)).toMatchObject({ subject: first?.subject, text: first?.text });
  expect(await mailsAbout(order)).toHaveLength(2);
  const prepaid = await anOrder(shop, buyer, { method: "online" });
  await shop.services.db.execute(sql`update orders set advance = 10000 where id = ${prepaid.id}`);
  await sendAgain(prepaid);
  const asked = (await newestAbout(prepaid))?.text;
  for (const text of ["₹100", `/order-confirmation/${prepaid.id}`]) expect(asked).toContain(text);
});

test("so is one with a link to pay, until it is paid or the link is over", async () => {
  const order = await anOrder(shop, buyer, { method: "online" });
  const sent = await sendPaymentLink(shop.services, aStaffMember(), order.id, 24);
  if (!sent.ok) throw new Error(sent.refused);
  await sendAgain(order);
  expect((await newestAbout(order))?.text).toContain(`/pay/${sent.value.token}`);
  await shop.services.db.execute(
    sql`update payment_link set expires_at = now() where order_id = ${order.id}`,
  );
  expect((await paymentLinkOf(shop.services, order.id))?.isOpen).toBe(false);
  await sendAgain(order);
  expect((await newestAbout(order))?.text).not.toContain("/pay/");
});
