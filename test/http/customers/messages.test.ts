import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertSeller } from "../../../demo/seed/seller.server.ts";
import { someoneAs } from "../../support/access/signed-session.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { aDeliveredOrder, aShirt } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let asha: Person;
let orderNumber: string;
beforeAll(async () => {
  shop = await testShop();
  await insertSeller(shop.services.db);
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  asha = await aShopper(shop, { name: "Asha Rao", email: "asha@messages.example" });
  orderNumber = (await aDeliveredOrder(shop, asha, [[await aShirt(shop, { stock: 5 }), 1]])).id.slice(0, 8);
  await write("asha@messages.example", "Where is my parcel?");
  await write("ravi@messages.example", "Is the kurta true to size?", "Ravi Iyer");
});
afterAll(() => shop.dispose());

const write = (email: string, message: string, name = "Asha Rao") =>
  ask("/contact", posted({ name, email, topic: "orders", message }));
const open = async (path: string, as: { cookie: string } = admin) => {
  const answer = await ask(path, { as });
  const html = await answer.text();
  return { status: answer.status, html, text: textOf(html) };
};
const send = async (path: string, fields: Record<string, string>, as: { cookie: string } = admin) => {
  const answer = await ask(path, { ...posted({ form: "answer", ...fields }), as });
  const html = await answer.text();
  return { status: answer.status, to: answer.headers.get("Location"), html, text: textOf(html) };
};
const versionIn = ({ html }: { html: string }) => /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "";
const idIn = (path: string) => path.split("/").at(-1) ?? "";
/** The address of the conversation with somebody, by their name in the list. */
async function conversationOf(name: string, tab = ""): Promise<string> {
  const { html } = await open(`/admin/messages?show=${tab}`);
  for (const [, path, inside] of html.matchAll(
    /<a[^>]*href="(\/admin\/messages\/[0-9a-f-]{36})[^"]*"[^>]*>([\s\S]*?)<\/a>/g,
  ))
    if (textOf(inside ?? "").includes(name)) return path ?? "";
  return "";
}
async function mailsTo(email: string) {
  await shop.runDue();
  return shop.sentMail().filter(({ to }) => to === email);
}
const idOfMail = async (subject: string) => {
  const { rows } = await shop.services.db.execute(
    sql`select id from mail_outbox where subject = ${subject} and "to" = 'asha@messages.example' order by number`,
  );
  return rows.map(({ id }) => String(id));
};

test("messages of one address are one conversation, with the customer and their orders beside it", async () => {
  await write("asha@messages.example", "It should have come on Monday.");
  const list = await open("/admin/messages");
  expect(list.text).toContain("2 customers wait for an answer.");
  expect(list.text).toContain("It should have come on Monday.");
  expect(list.html).toMatch(/href="\/admin\/messages"[^>]*>[\s\S]{0,400}?2<span class="sr-only"> wait/);
  const one = await open(await conversationOf("Asha Rao"));
  for (const words of [
    "Where is my parcel?",
    "It should have come on Monday.",
    "T-1001",
    "1 order",
    orderNumber,
  ])
    expect(one.text).toContain(words);
  expect((await open("/admin/messages?q=true+to+size")).text).toContain("Ravi Iyer");
  expect(await conversationOf("Ravi", "closed")).toBe("");
  expect((await open("/admin/messages?q=T-1001")).text).not.toContain("Ravi Iyer");
});

test("an answer goes by mail in the thread of the mails before it, with the shop's address to reply to", async () => {
  const path = await conversationOf("Asha Rao");
  const first = await send(path, {
    intent: "reply",
    text: "We ask the courier.\n\nMeera",
    version: versionIn(await open(path)),
  });
  expect(first.status).toBe(303);
  const received = await idOfMail("We have received your message, T-1001");
  const receivedAgain = await idOfMail("We have received your message, T-1003");
  const [mail] = (await mailsTo("asha@messages.example")).filter(({ subject }) => subject.startsWith("Re:"));
  expect(mail).toMatchObject({
    subject: "Re: We have received your message, T-1003",
    thread: [idIn(path), ...received, ...receivedAgain],
  });
  expect(mail?.replyTo).toMatch(/@/);
  expect(mail?.text).toContain("We ask the courier.");
  expect(mail?.text).toContain("It should have come on Monday.");
  expect((await open("/admin/messages")).text).toContain("1 customer waits for an answer.");
  await send(path, { intent: "reply", text: "It comes tomorrow.", version: versionIn(await open(path)) });
  const answers = (await mailsTo("asha@messages.example")).filter(({ subject }) => subject.startsWith("Re:"));
  const [answered] = await idOfMail("Re: We have received your message, T-1003");
  expect(answers.at(-1)?.thread).toEqual([idIn(path), ...received, ...receivedAgain, answered]);
  const { text } = await open(path);
  expect(text).toContain("Admin (staff) answered by mail");
  expect(text).toContain("Settled by Admin (staff)");
  // Not a word of it stands in the audit log, which cannot forget.
  const { rows } = await shop.services.db.execute(sql`select audit_entry::text as entry from audit_entry`);
  expect(JSON.stringify(rows)).not.toMatch(/asha@|We ask the courier/);
});

test("of two who answer, assign or close at once, the second reads of the first, and keeps what they typed", async () => {
  const path = await conversationOf("Ravi");
  const support = await someoneAs(shop, "support");
  const before = await open(path);
  const version = versionIn(before);
  const seen = /name="seen" value="([^"]*)"/.exec(before.html)?.[1] ?? "";
  const both = await Promise.all([
    send(path, { intent: "reply", text: "It is true to size.", version, seen }),
    send(path, { intent: "reply", text: "Take one size more.", version, seen }, support),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([303, 409]);
  const late = both.find(({ status }) => status === 409);
  expect(late?.text).toMatch(/replied just now\. Read it above\. You may still send yours\./);
  expect(late?.text).toMatch(/It is true to size\.|Take one size more\./);
  expect(
    (await mailsTo("ravi@messages.example")).filter(({ subject }) => subject.startsWith("Re:")),
  ).toHaveLength(1);
  const assign = { intent: "assign", to: admin.id, version: versionIn(await open(path)) };
  expect([(await send(path, assign)).status, (await send(path, assign, support)).status]).toEqual([303, 409]);
  expect(await conversationOf("Ravi", "mine")).toBe(path);
  expect((await send(path, { ...assign, to: asha.id, version: versionIn(await open(path)) })).status).toBe(
    400,
  );
  expect((await send(path, { intent: "close", version: versionIn(await open(path)) })).status).toBe(303);
  expect(await conversationOf("Ravi")).toBe("");
  expect(await conversationOf("Ravi", "closed")).toBe(path);
  // Whoever writes again opens it again.
  await write("ravi@messages.example", "And the colour?", "Ravi Iyer");
  expect(await conversationOf("Ravi")).toBe(path);
  const note = { intent: "note", text: "He called as well.", version: versionIn(await open(path)) };
  expect((await send(path, note)).status).toBe(303);
  expect((await open(path)).text).toContain("He called as well.");
  expect((await mailsTo("ravi@messages.example")).filter(({ text }) => text.includes("He called"))).toEqual(
    [],
  );
});

test("what is done in a conversation keeps the tab, search and page of the list beside it", async () => {
  const path = await conversationOf("Ravi");
  const list = "?show=all&q=ravi&page=2";
  for (const fields of [
    { intent: "assign", to: admin.id },
    { intent: "note", text: "He is in no hurry." },
    { intent: "reply", text: "It comes in blue, too." },
    { intent: "close" },
    { intent: "reopen" },
  ]) {
    const version = versionIn(await open(path));
    expect((await send(path + list, { ...fields, version })).to, fields.intent).toBe(path + list);
  }
});

test("a saved reply fills in name and order, and comes after what was typed, and what it cannot fill in is never sent", async () => {
  const form = "/admin/messages/replies/new";
  const wrong = await send(form, { name: "Late", text: "Dear {{first}}" });
  expect([wrong.status, wrong.text.includes("There are two placeholders")]).toEqual([400, true]);
  expect((await send(form, { name: "Late", text: "Dear {{name}}, order {{order}} is late." })).status).toBe(
    303,
  );
  expect((await send(form, { name: "late", text: "x" })).status).toBe(400);
  const { rows } = await shop.services.db.execute(sql`select id from saved_reply`);
  const id = String(rows[0]?.id);
  const inserted = async (path: string, text: string) =>
    (await send(path, { intent: "insert", reply: id, text, version: versionIn(await open(path)) })).html;
  expect(await inserted(await conversationOf("Asha Rao"), "Thank you.")).toContain(
    `Thank you.\n\nDear Asha Rao, order ${orderNumber} is late.`,
  );
  const path = await conversationOf("Ravi");
  expect(await inserted(path, "")).toContain("Dear Ravi Iyer, order {{order}} is late.");
  const without = await open(path);
  const sent = await send(path, {
    intent: "reply",
    text: "Order {{order}} is late.",
    version: versionIn(without),
  });
  expect([sent.status, sent.text.includes("Fill in the parts in double braces first.")]).toEqual([400, true]);
  const empty = await send(path, { intent: "reply", text: " ", version: versionIn(without) });
  expect([empty.status, empty.text.includes("Please write something.")]).toEqual([400, true]);
});
