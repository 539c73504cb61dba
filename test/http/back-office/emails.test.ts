import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invalidateSettingsOnChange } from "../../../app/http/settings-cache.server.ts";
import { accountEmails } from "../../../shop/accounts/account-emails.server.ts";
import { phoneChangedMail } from "../../../shop/accounts/phone/phone-mail.server.ts";
import { letterhead } from "../../../shop/brand/brand.server.ts";
import { acknowledgement, mailToShop, replyMail } from "../../../shop/content/contact/contact-mail.ts";
import { confirmationMail, welcomeMail } from "../../../shop/content/newsletter/newsletter.ts";
import { emailKinds } from "../../../shop/emails/email-kinds.ts";
import { buttonTo, writeEmail } from "../../../shop/emails/write-email.ts";
import type { MailText } from "../../../shop/mail.ts";
import {
  type NotificationParameters,
  type OrderNotification,
  orderEmail,
  orderEmailFacts,
  orderMessageOf,
} from "../../../shop/orders/order-emails.ts";
import { type Order, shortId } from "../../../shop/orders/orders.ts";
import { someoneAs } from "../../support/access/signed-session.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { eventually } from "../../support/eventually.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let order: Order;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  invalidateSettingsOnChange(shop.services);
  admin = await anAdmin(shop);
  order = await anOrder(shop, await aShopper(shop));
  await eventually(() => expect(shop.services.live.listening()).toBe(true));
});
afterAll(() => shop.dispose());

const screenOf = (key: string) => `/admin/content/emails/${key}`;
async function open(path: string, as: { cookie: string } = admin) {
  const answer = await ask(path, { as });
  const html = await answer.text();
  return { status: answer.status, html, text: textOf(html), mail: mailIn(html) };
}
/** The email in the frame of a screen. */
function mailIn(html: string): string {
  const [, source = ""] = /srcDoc="([^"]*)"/i.exec(html) ?? [];
  return source
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
/** Sends the form of an email on the version that its screen shows now, with its default text unless told otherwise. */
async function send(key: keyof typeof emailKinds, change: Partial<MailText> & Record<string, string>) {
  const { html } = await open(screenOf(key));
  const version = /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "";
  const answer = await ask(screenOf(key), {
    ...posted({ version, ...emailKinds[key].text, ...change }),
    as: admin,
  });
  const answered = await answer.text();
  return {
    status: answer.status,
    to: answer.headers.get("Location"),
    html: answered,
    text: textOf(answered),
  };
}
/** The newest email to an address. */
async function mailTo(address: string) {
  const mails = await shop.services.mail.list(shop.services.db, 50);
  const mail = mails.find(({ to }) => to === address);
  return { subject: mail?.subject ?? "", text: mail?.text ?? "", html: mail?.html ?? "" };
}
/** The contact form takes 30 messages in an hour, and a poll asks twenty times a second. */
const seldom = { interval: 1_000 };
async function writeToShop(email: string) {
  await ask("/contact", posted({ name: "Asha Rao", email, topic: "orders", message: "Where is my order?" }));
  return mailTo(email);
}

/** Published texts that only remember which of them were asked for. */
class AskedTexts extends Map<string, MailText> {
  readonly asked = new Set<string>();
  override get(key: string): MailText | undefined {
    this.asked.add(key);
    return super.get(key);
  }
}

const parcel: Partial<Order> = {
  courier: "Blue Dart",
  trackingNumber: "BD123",
  trackingLink: "https://track.example/BD123",
};
const tee = { items: "1 × Plain Tee" };
const everyOrderEmail: [OrderNotification, Partial<Order>, NotificationParameters?][] = [
  ["placed", {}],
  ["placed", { method: "online" }],
  ["placed", { method: "online", advance: 20_000 }],
  ["placed", { total: 0, shipping: 0, paid: true, lines: [] }],
  ["to-confirm", { method: "whatsapp" }],
  ["edited", { status: "confirmed" }],
  ["cod-confirm", {}, { confirmPath: "/confirm/TOKEN" }],
  ["cod-code", {}, { confirmPath: "/order-confirmation/3f2a9c1e" }],
  ["payment-link", { method: "online" }, { payPath: "/pay/TOKEN", payUntil: "2026-11-05T14:03:00.000Z" }],
  ["pay-now", { status: "confirmed" }, { payPath: "/pay/TOKEN", due: 134_900 }],
  [
    "rest-due",
    { method: "online", hasPayment: true, received: 130_000 },
    { payPath: "/pay/TOKEN", due: 4_900 },
  ],
  ["paid", { method: "online", paid: true, paymentStatus: "completed" }],
  ["payment-failed", { method: "online", paymentStatus: "failed" }],
  ["confirmed", { status: "confirmed" }],
  ["shipped", { ...parcel, status: "shipped" }],
  ["shipped", { status: "shipped" }],
  ["delivered", { status: "delivered" }],
  ["cancelled", { status: "cancelled" }],
  ["cancelled", { status: "cancelled", paid: true, method: "online" }],
  ["part-lost", { status: "shipped" }, { items: "1 × Plain Tee (M)" }],
  ["part-returned", { status: "shipped" }, { items: "1 × Plain Tee (M)" }],
  ["cancelled", { status: "cancelled" }, { deliveryOutcome: "lost" }],
  ["cancelled", { status: "cancelled", paid: true, method: "online" }, { deliveryOutcome: "lost" }],
  ["cancelled", { status: "cancelled" }, { deliveryOutcome: "returned" }],
  ["cancelled", { status: "cancelled", paid: true, method: "online" }, { deliveryOutcome: "returned" }],
  ["refund-started", { status: "cancelled", paid: true }, { amount: 94_900 }],
  ["refund-started", { status: "delivered", paid: true }, { amount: 94_900, askPayout: true }],
  ["refunded", { status: "cancelled", paid: true, method: "online" }, { amount: 94_900 }],
  ["refunded", { status: "delivered", paid: true }, { amount: 94_900 }],
  ["return-requested", { status: "delivered" }, { kind: "return", ...tee }],
  ["return-requested", { status: "delivered" }, { kind: "exchange", items: "1 × Plain Tee (size M)" }],
  ["return-approved", { status: "delivered" }, { ...tee, answer: "Courier comes on Monday." }],
  ["return-approved", { status: "delivered" }, { ...tee, answer: "" }],
  ["return-rejected", { status: "delivered" }, { answer: "It was worn.\n\nSorry." }],
  ["exchange-shipped", { ...parcel, status: "delivered" }, { ...tee, by: "Blue Dart, BD123" }],
  ["exchange-shipped", { status: "delivered" }, tee],
];

test("every email that the shop sends is in the list, with the words that it always had", async () => {
  const texts = new AskedTexts();
  const sender = { shopName: "Neel Loom", origin: "https://shop.test", texts };
  const at = new Date("2026-11-01T06:00:00Z");
  const [line] = order.lines;
  if (!line) throw new Error("an order without lines");
  const plainOrder: Order = {
    ...order,
    id: "3f2a9c1e-0000-4000-8000-000000000001",
    total: 134_900,
    shipping: 4_900,
    createdAt: at,
    placedAt: at,
    events: [],
    lines: [
      { ...line, name: "Maroon Festive Kurta", size: "M", colour: "Maroon", quantity: 1, total: 130_000 },
    ],
  };
  const written = everyOrderEmail.map(([code, over, more]) =>
    orderEmail(sender, code, { ...plainOrder, ...over }, more),
  );

  const { db, mail } = shop.services;
  const reader = { id: "1", name: "Asha", email: "reader@example.com" };
  const accounts = accountEmails({ db, mail }, async () => sender)(sender.origin);
  for (const sent of [
    () => accounts.verify(reader, "TOKEN"),
    () => accounts.signUpAgain(reader),
    () => accounts.recover(reader, "TOKEN"),
    () => accounts.link(reader.email, "TOKEN"),
    () => accounts.code(reader.email, "123456"),
    () => accounts.passwordChanged(reader),
  ]) {
    await sent();
    written.push(await mailTo(reader.email));
    await mail.forget(db, reader.email);
  }
  for (const change of ["phone-added", "phone-removed", "phone-moved"] as const) {
    const { subject, text, html = "" } = phoneChangedMail(sender, reader.email, change);
    written.push({ subject, text, html });
  }
  const news = {
    ...sender,
    linkWith: (what: string, token: string) => `https://shop.test/newsletter?${what}=${token}`,
  };
  const contact = { ...sender, inbox: "shop@shop.test" };
  const question = {
    name: "Asha",
    email: "asha@example.com",
    topic: "orders",
    message: "Where is\nmy parcel?",
  } as const;
  written.push(
    confirmationMail(news, "TOKEN"),
    welcomeMail(news, "TOKEN"),
    acknowledgement(contact, "T-1001", { topic: "orders" }),
    acknowledgement(contact, "T-1001", { topic: "grievance" }),
    mailToShop(contact, "T-1001", question),
    replyMail(contact, "T-1001", { reply: "It is on its way.\n\nRavi", message: question.message }),
    writeEmail(sender, "email-code", { code: "123456" }),
    writeEmail(sender, "back-in-stock", {
      product: "Plain Tee",
      item: "Plain Tee (Blue, size M)",
      button: buttonTo("https://shop.test/product/plain-tee"),
    }),
    writeEmail(sender, "team-invitation", {
      inviter: "Ravi",
      role: "Support",
      button: buttonTo("https://shop.test/auth/invitation?token=TOKEN"),
    }),
    writeEmail(sender, "staff-notice", {
      title: "1 new order",
      names: "7a519d1f (₹998)",
      button: buttonTo("https://shop.test/admin/orders"),
    }),
    writeEmail(sender, "order-document", {
      ...orderEmailFacts(sender, plainOrder, orderMessageOf("placed", plainOrder)),
      document: "Credit note CN/2627/000001",
    }),
    writeEmail(sender, "setup-test", {}),
  );
  const words = readFileSync(new URL("default-emails.txt", import.meta.url), "utf8").split("----\n");
  expect(written.map(({ subject, text }) => `Subject: ${subject}\n\n${text}`)).toEqual(words);
  expect([...texts.asked].sort()).toEqual(Object.keys(emailKinds).sort());
});

test("a changed text is a draft that no customer gets, then the text of the next email, then the default again", async () => {
  const own = {
    subject: "{{shop}}: your message {{ticket}}",
    heading: "Namaste!",
    body: "We answer <b>soon</b> about {{topic}}.\n\n{{ticketDetails}}\n\nWith thanks\nTeam {{shop}}",
  };
  const before = await writeToShop("first@example.com");
  expect(before.text).toContain("We reply within one working day");
  const preview = await send("contact-received", { ...own, intent: "preview" });
  expect(preview.to).toContain("/admin/content/emails/contact-received?preview=");
  const drafted = await open(preview.to ?? "");
  expect(drafted.mail).toContain("Namaste!");
  expect(drafted.text).toContain("Draft differs from what emails have.");
  expect((await writeToShop("second@example.com")).text).toContain("We reply within one working day");

  await send("contact-received", { ...own, intent: "publish" });
  await expect.poll(async () => (await writeToShop("third@example.com")).text, seldom).toContain("Namaste!");
  const { subject, text, html } = await mailTo("third@example.com");
  expect(subject).toMatch(/^Campus Style: your message T-\d+$/);
  expect(text).toMatch(
    /^Namaste!\n\nWe answer <b>soon<\/b> about Order or delivery\.\n\nTicket: T-\d+\nAbout: Order or delivery\n\nWith thanks\nTeam Campus Style\n/,
  );
  expect(html).toContain("We answer &lt;b&gt;soon&lt;/b&gt; about Order or delivery.");
  expect(html).toContain("With thanks<br>Team Campus Style");
  expect((await open("/admin/content/emails")).text).toMatch(/sent the contact form\. Published on /);

  await send("contact-received", { intent: "restore", id: "" });
  await expect
    .poll(async () => (await writeToShop("fourth@example.com")).text, seldom)
    .toContain("We reply within one working day");
});

test("an email about an order is previewed with the newest one, for staff who may see orders, and sent to oneself", async () => {
  const own = {
    heading: "It is on its way, {{name}}",
    body: "Order {{order}} has left.\n\n{{parcel}}\n\n{{orderDetails}}\n\n{{button}}",
  };
  await send("order-shipped", { ...own, intent: "" });
  const { text, mail } = await open(screenOf("order-shipped"));
  expect(text).toContain(`with order ${shortId(order.id)}, the newest one`);
  expect(mail).toContain("It is on its way, Asha Rao");
  expect(mail).toContain(order.lines[0]?.name);
  expect(mail).toContain(`/track/${order.id}`);

  const tested = await ask(screenOf("order-shipped"), { ...posted({ intent: "test" }), as: admin });
  expect([tested.status, tested.headers.get("Location")]).toEqual([303, screenOf("order-shipped")]);
  const sent = await mailTo(admin.email);
  expect(sent.subject).toBe(`Test: Order ${shortId(order.id)} is on its way`);
  expect(sent.text).toContain(`Order ${shortId(order.id)} has left.`);

  await shop.services.db.execute(
    sql`insert into role (key, name, permissions) values ('writer', 'Writer', '{content.edit}')`,
  );
  const writer = await someoneAs(shop, "writer");
  const theirs = await open(screenOf("order-shipped"), writer);
  expect(theirs.text).toContain("with an example");
  expect(theirs.mail).not.toContain(order.id);
  expect(theirs.mail).toContain("It is on its way, Asha Rao");

  await send("order-shipped", { ...own, intent: "publish" });
  await expect
    .poll(async () => (await letterhead(shop.services)).texts?.get("order-shipped")?.body)
    .toBe(own.body);
  await nowIs(shop, order, "shipped", { courier: "Blue Dart" });
  const mails = await shop.services.mail.list(shop.services.db, 50);
  expect(mails.find(({ to, subject }) => to === order.email && subject.endsWith("on its way"))?.text).toMatch(
    /^It is on its way, Asha Rao\n\nOrder [0-9a-f]{8} has left\.\n\nCourier: Blue Dart\n\nOrder: /,
  );
});

test("a text that would break the email is refused at its field, and what was typed stays", async () => {
  const wrong: [keyof typeof emailKinds, Partial<MailText>, string][] = [
    ["login-code", { heading: "Hello", body: "No code here." }, "The text needs {{code}}: The code."],
    ["login-code", { subject: "{{code}} is your code" }, "{{code}} cannot stand in the subject"],
    [
      "order-paid",
      { body: "Thank you.\n\n{{button}}" },
      "The text needs {{orderDetails}} in a paragraph of its own",
    ],
    ["order-paid", { body: "See {{button}}\n\n{{orderDetails}}" }, "{{button}} is a part of the email"],
    ["order-paid", { subject: "{{orderDetails}}" }, "{{orderDetails}} is a part of the email"],
    ["order-paid", { closing: "Dear {{customer}}" }, "There is no placeholder {{customer}} in this email."],
    ["order-paid", { heading: "Order {{order}" }, "A placeholder has two braces on each side"],
    ["verify-email", { button: "" }, "Please write something here."],
    ["verify-email", { subject: "x".repeat(151) }, "At most 150 characters."],
  ];
  for (const [key, change, words] of wrong) {
    const { status, text, html } = await send(key, { ...change, intent: "publish" });
    expect([change, status, text.includes(words)]).toEqual([change, 400, true]);
    const [typed = ""] = Object.values(change);
    expect(html).toContain(typed.split("\n")[0]);
    expect(html).toContain('aria-invalid="true"');
  }
  const late = await send("order-paid", { heading: "Late", version: "7", intent: "publish" });
  expect([late.status, late.html.includes('value="Late"')]).toEqual([409, true]);
  expect((await open("/admin/content/emails/nonsense")).status).toBe(404);
  expect((await open("/admin/content/emails")).text).toContain("registered template letter by letter");
});
