import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { insertSeller } from "../../../demo/seed/seller.server.ts";
import { imapMailbox } from "../../../platform/mail/imap-mailbox.server.ts";
import { shopHealth } from "../../../shop/reports/shop-health.server.ts";
import { someoneAs } from "../../support/access/signed-session.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { imapStandIn } from "../../support/imap-stand-in.server.ts";
import { aBounce, aMail, mailsCome } from "../../support/inbound-mails.server.ts";
import { aDeliveredOrder, aShirt } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let asha: Person;
let orderId: string;
beforeAll(async () => {
  shop = await testShop();
  await insertSeller(shop.services.db);
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  asha = await aShopper(shop, { name: "Asha Rao", email: "asha@inbound.example" });
  orderId = (await aDeliveredOrder(shop, asha, [[await aShirt(shop, { stock: 5 }), 1]])).id;
  await shop.runDue();
});
afterAll(() => shop.dispose());

const mail = aMail;
const come = (...sources: string[]) => mailsCome(shop, ...sources);

const rowsOf = async <Row extends z.ZodType>(shape: Row, query: ReturnType<typeof sql>) =>
  z.array(shape).parse((await shop.services.db.execute(query)).rows);
const conversations = () =>
  rowsOf(
    z.object({
      id: z.string(),
      email: z.string(),
      state: z.string(),
      waiting: z.boolean(),
      claimed: z.boolean(),
    }),
    sql`select id, email, state, waiting, claimed from conversation order by last_at, id`,
  );
const conversationWith = async (email: string, claimed: boolean) =>
  (await conversations()).filter((one) => one.email === email && one.claimed === claimed).at(-1)?.id ?? "";
const open = async (id: string, as: { cookie: string } = admin) => {
  const html = await (await ask(`/admin/messages/${id}`, { as })).text();
  const said = /<ol class="said">([\s\S]*?)<\/ol>/.exec(html)?.[1] ?? "";
  return { html, text: textOf(html), said: textOf(said) };
};
const versionIn = (html: string) => /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "";
async function reply(id: string, text: string) {
  const version = versionIn((await open(id)).html);
  const answer = await ask(`/admin/messages/${id}`, {
    ...posted({ form: "answer", intent: "reply", version, text }),
    as: admin,
  });
  expect(answer.status).toBe(303);
  await shop.runDue();
  const [sent] = await rowsOf(
    z.object({ id: z.string(), to: z.string(), subject: z.string(), thread: z.array(z.string()) }),
    sql`select id, "to", subject, thread from mail_outbox where thread[1] = ${id} order by number desc limit 1`,
  );
  if (!sent) throw new Error("nothing was sent");
  return sent;
}

test("an answer to a mail about an order comes to its customer, with the order beside it", async () => {
  const [confirmation] = await rowsOf(
    z.object({ id: z.string(), thread: z.array(z.string()) }),
    sql`select id, thread from mail_outbox where "to" = 'asha@inbound.example' and thread[1] = ${orderId} limit 1`,
  );
  expect(confirmation?.thread).toEqual([orderId]);
  await come(
    mail({
      Subject: "Re: Thank you for your order",
      "In-Reply-To": `<${confirmation?.id}@campus.test>`,
      body: "The shirt is too wide.\r\n\r\nOn Mon, 23 Nov 2026 at 10:00, Campus Style <shop@campus.test> wrote:\r\n> Thank you\r\n> for your order",
    }),
  );
  const id = await conversationWith("asha@inbound.example", false);
  const { html, text } = await open(id);
  for (const words of [
    "The shirt is too wide.",
    "wrote by mail",
    "Answers a mail about",
    orderId.slice(0, 8),
    "1 order",
  ])
    expect(text).toContain(words);
  expect(text).not.toContain("only claims");
  // What is quoted is folded away.
  expect(html).toMatch(
    /<details[^>]*>[\s\S]*Show the quoted text[\s\S]*&gt; for your order[\s\S]*<\/details>/,
  );
  expect(textOf(await (await ask(`/admin/customers/${asha.id}`, { as: admin })).text())).toContain(
    "too wide",
  );
  // Without the mail's own Message-ID, which some mail servers replace, the order's leads there as well.
  await come(
    mail({
      References: `<${orderId}@campus.test>`,
      "In-Reply-To": "<x@ses.example>",
      body: "Still too wide.",
    }),
  );
  expect((await open(id)).text).toContain("Still too wide.");
});

test("an answer goes in the customer's thread, and what they answer opens the closed conversation again", async () => {
  await come(
    mail({
      From: "Ravi <ravi@inbound.example>",
      Subject: "Sizes",
      "Message-ID": "<first@ravi.example>",
      body: "Is it true to size?",
    }),
  );
  const id = await conversationWith("ravi@inbound.example", true);
  expect((await open(id)).text).toContain("Anybody can write this address into a mail");
  const sent = await reply(id, "Yes, it is.");
  expect(sent).toMatchObject({
    to: "ravi@inbound.example",
    subject: "Re: Sizes",
    thread: [id, "<first@ravi.example>"],
  });
  const version = versionIn((await open(id)).html);
  await ask(`/admin/messages/${id}`, { ...posted({ intent: "close", version }), as: admin });
  expect((await conversations()).find((one) => one.id === id)).toMatchObject({
    state: "closed",
    waiting: false,
  });
  await come(
    mail({
      From: "ravi@inbound.example",
      Subject: "Re: Sizes",
      "In-Reply-To": `<${sent.id}@campus.test>`,
      body: "Then I take it.",
    }),
  );
  expect((await conversations()).find((one) => one.id === id)).toMatchObject({
    state: "open",
    waiting: true,
  });
  const { text } = await open(id);
  expect(text).toContain("Then I take it.");
  // Who answers the shop's mail has that address.
  expect(text).toContain("Nobody has an account with this address.");
  // A second mail of theirs to the first one comes there too.
  await come(
    mail({ From: "ravi@inbound.example", References: "<first@ravi.example>", body: "One more thing." }),
  );
  expect((await open(id)).text).toContain("One more thing.");
});

test("a mail that answers nothing begins its own conversation and shows nobody's orders, whatever it claims", async () => {
  const known = await conversationWith("asha@inbound.example", false);
  await come(
    mail({ Subject: `Re: Your order ${orderId.slice(0, 8)}, T-1001`, body: "Send it to another address." }),
  );
  const id = await conversationWith("asha@inbound.example", true);
  const { text } = await open(id);
  expect(text).toContain("Send it to another address.");
  expect(text).toContain("Anybody can write this address into a mail, and this one is not a reply");
  for (const words of ["1 order", "Nobody has an account"]) expect(text).not.toContain(words);
  expect((await open(known)).said).not.toContain("another address.");
  const customer = textOf(await (await ask(`/admin/customers/${asha.id}`, { as: admin })).text());
  expect(customer).not.toContain("another address.");
  // The two that answered mails of the shop.
  expect(customer.match(/Wrote to the shop/g)).toHaveLength(2);
  // An answer to her conversation from elsewhere is shown as such, and answered to her.
  const sent = await reply(known, "We look at it.");
  await come(
    mail({ From: "Eve <eve@inbound.example>", "In-Reply-To": `<${sent.id}@campus.test>`, body: "It is me." }),
  );
  const crossed = await open(known);
  expect(crossed.text).toContain("From eve@inbound.example, not from the address of this conversation.");
  expect((await reply(known, "Thank you.")).to).toBe("asha@inbound.example");
  // Somebody else who answers the mail about her order is not her.
  await come(
    mail({ From: "eve@inbound.example", References: `<${orderId}@campus.test>`, body: "Cancel it." }),
  );
  const other = await open(await conversationWith("eve@inbound.example", true));
  expect(other.text).toContain("which went to another address");
  expect(other.text).not.toContain("1 order");
});

test("a mail in the name of staff is a customer's message", async () => {
  const support = await someoneAs(shop, "support");
  const [{ email } = { email: "" }] = await rowsOf(
    z.object({ email: z.string() }),
    sql`select email from users where role = 'support' limit 1`,
  );
  await come(mail({ From: `Support <${email}>`, body: "Refund everything, please." }));
  const { text } = await open(await conversationWith(email, true), support);
  expect(text).toMatch(/Support wrote by mail/);
  expect(text).not.toContain("answered by mail");
});

test("the same mail comes once, and a bad one does not stop the others", async () => {
  const twice = mail({ From: "once@inbound.example", body: "Only once" });
  await come(
    twice,
    "",
    "\0\xff\r\n\r\n\0",
    mail({ From: "not an address" }),
    `Received: x\r\n${twice}`,
    mail({ From: "next@inbound.example" }),
  );
  const found = await conversations();
  expect(found.filter(({ email }) => email === "once@inbound.example")).toHaveLength(1);
  expect(found.filter(({ email }) => email === "next@inbound.example")).toHaveLength(1);
});

test.each([
  ["an absence notice", { "Auto-Submitted": "auto-replied" }],
  ["a mailing list", { "List-Id": "<deals.example>" }],
  ["bulk mail", { Precedence: "bulk" }],
  ["a mail from nobody", { "Return-Path": "<>" }],
])("%s begins nothing, and in its conversation waits for nobody", async (_, header) => {
  const before = await conversations();
  await come(mail({ From: "program@inbound.example", ...header }));
  expect(await conversations()).toEqual(before);
  const id = await conversationWith("asha@inbound.example", false);
  const sent = await reply(id, "Again.");
  const queued = await rowsOf(
    z.object({ many: z.number() }),
    sql`select count(*)::integer as many from mail_outbox`,
  );
  await come(mail({ ...header, "In-Reply-To": `<${sent.id}@campus.test>`, body: "I am away." }));
  expect((await open(id)).text).toMatch(/sent an automatic reply[\s\S]*I am away\./);
  expect((await conversations()).find((one) => one.id === id)?.waiting).toBe(false);
  expect(
    await rowsOf(z.object({ many: z.number() }), sql`select count(*)::integer as many from mail_outbox`),
  ).toEqual(queued);
});

test("what the shop sent itself is no message", async () => {
  const before = await conversations();
  const [own] = await rowsOf(z.object({ id: z.string() }), sql`select id from mail_outbox limit 1`);
  await come(
    mail({ From: "Campus Style <shop@campus.test>" }),
    mail({ From: "someone@inbound.example", "Message-ID": `<${own?.id}@campus.test>` }),
  );
  expect(await conversations()).toEqual(before);
});

test("a mail that came back is noted at its conversation, a delay is not", async () => {
  const id = await conversationWith("asha@inbound.example", false);
  const sent = await reply(id, "Are you there?");
  await come(aBounce(sent.id, "delayed"));
  expect((await open(id)).text).not.toContain("came back");
  await come(aBounce(sent.id));
  const { html, text } = await open(id);
  expect(text).toContain("A mail came back");
  expect(text).toContain("The mail to asha@inbound.example could not be delivered: 550 5.1.1 ");
  expect(html).toContain("&lt;b&gt;No such user");
  expect((await conversations()).find((one) => one.id === id)?.waiting).toBe(false);
  const before = await conversations();
  await come(aBounce("11111111-1111-4111-8111-111111111111"));
  expect(await conversations()).toEqual(before);
});

test("HTML becomes text, attachments are named, and nothing of it runs", async () => {
  const html =
    '<style>p{}</style><p>Dear <b>shop</b>,<br>please &lt;look&gt;</p><script>alert(1)</script><img src="https://track.example/x.png"><blockquote>Old <i>words</i></blockquote>';
  await come(
    mail({
      From: "=?utf-8?q?Mee=F0=9F=98=80na_=3Cscript=3E?= <meena@inbound.example>",
      Subject: "<script>alert(2)</script>",
      "Content-Type": "multipart/mixed; boundary=b",
      body: `--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n--b\r\nContent-Type: image/jpeg\r\nContent-Disposition: attachment; filename="shirt<1>.jpg"\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n--b--`,
    }),
  );
  const page = await open(await conversationWith("meena@inbound.example", true));
  expect(page.text).toContain("Dear shop,");
  expect(page.html).toContain("please &lt;look&gt;");
  expect(page.html).toMatch(/Show the quoted text[\s\S]*&gt; Old words/);
  expect(page.html).toContain("shirt&lt;1&gt;.jpg");
  for (const words of ["<script>alert", "track.example"]) expect(page.html).not.toContain(words);
});

test("hostile mails are read within moments, and take nothing down", async () => {
  const uuids = Array.from({ length: 10_000 }, () => `<${crypto.randomUUID()}@campus.test>`).join("\r\n ");
  const began = performance.now();
  await come(
    mail({ From: "refs@inbound.example", References: uuids, body: "Ten thousand references" }),
    mail({ From: "big@inbound.example", "X-Big": "x".repeat(300_000), body: "A large header" }),
    mail({ From: "many@inbound.example", body: "y" }).replace(
      "\r\n\r\n",
      `\r\n${"X-A: 1\r\n".repeat(30_000)}\r\n`,
    ),
    mail({
      From: "bytes@inbound.example",
      "Content-Type": "text/plain; charset=utf-8",
      body: "Caf\u{fffd}\u0000\u202e ok",
    }),
    mail({ From: "deep@inbound.example", "Content-Type": "text/html", body: "<blockquote>".repeat(50_000) }),
    mail({ From: "lines@inbound.example", body: `${"> ".repeat(100_000)}\r\n${"-".repeat(50_000)}` }),
    mail({ From: `"${"a".repeat(70_000)}" <name@inbound.example>`, Subject: "s".repeat(70_000) }),
    mail({ From: "injected@inbound.example", Subject: "=?utf-8?q?a=0D=0ABcc:_all@x.example?=", body: "z" }),
    mail({
      From: "boundary@inbound.example",
      "Content-Type": 'multipart/mixed; boundary="b"',
      body: "--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n".repeat(2_000),
    }),
  );
  expect(performance.now() - began).toBeLessThan(20_000);
  const emails = (await conversations()).map(({ email }) => email);
  for (const name of ["refs", "big", "many", "bytes", "deep", "lines", "name", "injected"])
    expect(emails).toContain(`${name}@inbound.example`);
  const injected = await reply(await conversationWith("injected@inbound.example", true), "No.");
  expect(injected.subject).toBe("Re: a Bcc: all@x.example");
  for (const { id } of await conversations())
    expect((await ask(`/admin/messages/${id}`, { as: admin })).status).toBe(200);
});

test("the mailbox is read by IMAP, and Health says when it cannot be", async () => {
  const server = await imapStandIn({ user: "orders", password: "secret" });
  const services = { ...shop.services, mailbox: imapMailbox({ url: server.url, from: "shop@campus.test" }) };
  const { jobHandlers } = await import("../../../shop/jobs.server.ts");
  const run = async () => jobHandlers(services)["read-mailbox"]?.({});
  server.put(mail({ From: "old@inbound.example" }));
  await run();
  server.put(mail({ From: "imap@inbound.example", body: "By IMAP" }));
  await Promise.all([run(), run()]);
  server.renumber();
  await run();
  const found = (await conversations()).map(({ email }) => email);
  expect(found.filter((email) => email === "imap@inbound.example")).toHaveLength(1);
  const state = async () => (await shopHealth(services)).find(({ name }) => name === "Mailbox");
  expect((await state())?.state).toBe("ok");
  await server.close();
  await run();
  expect(await state()).toMatchObject({
    state: "wrong",
    summary: expect.stringContaining("It could not be read"),
  });
});

test("erasure deletes a customer's mails, also in the conversation with another address", async () => {
  const gone = await aShopper(shop, { name: "Nila", email: "nila@inbound.example" });
  const known = await conversationWith("asha@inbound.example", false);
  const sent = await reply(known, "Hello.");
  await come(
    mail({ From: "nila@inbound.example", body: "My own mail" }),
    mail({ From: "nila@inbound.example", "In-Reply-To": `<${sent.id}@campus.test>`, body: "In her thread" }),
  );
  const mine = await (await ask("/profile/my-data", { as: gone })).text();
  // Anybody can write any sender into a mail.
  for (const words of ["My own mail", "In her thread"]) expect(mine).not.toContain(words);
  expect(JSON.parse(mine)).toMatchObject({ words: { messages: [], messagesOfUnprovenSender: 2 } });
  const { eraseContentPersonalData } = await import("../../../shop/content/personal-data.server.ts");
  await eraseContentPersonalData(shop.services, {
    kind: "customer",
    id: gone.id,
    name: "Nila",
    email: "Nila@inbound.example",
  });
  const left = await rowsOf(
    z.object({ many: z.number() }),
    sql`select count(*)::integer as many from contact_message where email = 'nila@inbound.example'`,
  );
  expect(left).toEqual([{ many: 0 }]);
  expect((await open(known)).said).not.toContain("In her thread");
});
