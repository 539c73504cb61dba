import { afterAll, beforeAll, expect, test } from "vitest";
import { jobHandlers } from "../../shop/jobs.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { inTransaction } from "../database/database.server.ts";
import { type Deliver, outboxMail } from "./mail.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const maySend = async () => true;
const welcome = { to: "asha@example.com", subject: "Welcome", text: "Hello Asha" };

test("a queued mail is sent once its transaction is committed, and only once", async () => {
  const { services } = shop;
  const id = await inTransaction(services.db, (tx) => services.mail.queue(tx, welcome));
  expect(shop.sentMail()).toEqual([]);
  expect(await shop.runDue()).toEqual(["send-mail"]);
  await services.mail.send(services.db, id);
  expect(shop.sentMail()).toEqual([welcome]);
  const [row] = await services.mail.list(services.db, 10);
  expect(row).toMatchObject({ ...welcome, attempts: 1, lastError: null, sentAt: shop.clock.now() });
});

test("a rolled back transaction sends no mail", async () => {
  const { services } = shop;
  const attempt = inTransaction(services.db, async (tx) => {
    await services.mail.queue(tx, { ...welcome, subject: "Never" });
    throw new Error("changed my mind");
  });
  await expect(attempt).rejects.toThrow("changed my mind");
  expect(await shop.runDue()).toEqual([]);
  expect((await services.mail.list(services.db, 10)).map((row) => row.subject)).not.toContain("Never");
});

test("a mail that could not be sent stays, says why, and goes out at the next try", async () => {
  const { services, clock } = shop;
  let broken = true;
  const deliver: Deliver = async () => {
    if (broken) throw new Error("mail server is away");
  };
  const mail = outboxMail({ jobs: services.jobs, clock, deliver, maySend, retainBodies: true });
  const id = await mail.queue(services.db, { ...welcome, html: "<p>Hello</p>" });
  await expect(mail.send(services.db, id)).rejects.toThrow("mail server is away");
  const find = async () => (await mail.list(services.db, 10)).find((row) => row.id === id);
  expect(await find()).toMatchObject({ sentAt: null, lastError: "mail server is away", attempts: 1 });
  broken = false;
  await mail.send(services.db, id);
  expect(await find()).toMatchObject({ sentAt: clock.now(), lastError: null, attempts: 2 });
});

test("a mail whose job cannot be queued is not queued either, in a transaction or without one", async () => {
  const { services, clock } = shop;
  const jobs = { send: () => Promise.reject(new Error("no such queue")) };
  const mail = outboxMail({ jobs, clock, deliver: async () => undefined, maySend, retainBodies: true });
  await expect(mail.queue(services.db, { ...welcome, subject: "Alone" })).rejects.toThrow("no such queue");
  expect((await services.mail.list(services.db, 50)).map((row) => row.subject)).not.toContain("Alone");
});

test("of mails that are sent at once one that fails holds up no other", async () => {
  const { services, clock } = shop;
  const deliver: Deliver = async ({ subject }) => {
    if (subject === "2") throw new Error("no such box");
  };
  const mail = outboxMail({ jobs: services.jobs, clock, deliver, maySend, retainBodies: true });
  const subjects = ["1", "2", "3"];
  const ids = await Promise.all(subjects.map((subject) => mail.queue(services.db, { ...welcome, subject })));
  const ends = await Promise.allSettled(ids.map((id) => mail.send(services.db, id)));
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const rows = (await mail.list(services.db, 50)).filter(({ id }) => ids.includes(id));
  expect(
    Object.fromEntries(rows.map(({ subject, sentAt, lastError }) => [subject, { sentAt, lastError }])),
  ).toEqual({
    1: { sentAt: clock.now(), lastError: null },
    2: { sentAt: null, lastError: "no such box" },
    3: { sentAt: clock.now(), lastError: null },
  });
});

test("the text of a mail is deleted when it is sent, and its record after 30 days", async () => {
  const { services, clock } = shop;
  const sent: string[] = [];
  const deliver: Deliver = async ({ text }) => void sent.push(text);
  const mail = outboxMail({ jobs: services.jobs, clock, deliver, maySend, retainBodies: false });
  const code = {
    to: "asha@example.com",
    subject: "Your code",
    text: "123456",
    html: "<b>123456</b>",
    secret: true,
  };
  const id = await mail.queue(services.db, code);
  const find = async () => (await mail.list(services.db, 50)).find((row) => row.id === id);
  expect(await find()).toMatchObject({ text: "123456" });
  await mail.send(services.db, id);
  expect(sent).toEqual(["123456"]);
  expect(await find()).toMatchObject({ to: code.to, subject: code.subject, text: "", html: null });
  clock.forward(31 * 86_400_000);
  await jobHandlers(services)["sweep-expired"]?.({});
  expect(await mail.list(services.db, 50)).toEqual([]);
});

test("an erasure deletes all mails, whatever the case of the address", async () => {
  const { services } = shop;
  await services.mail.queue(services.db, { ...welcome, to: "Gone@Example.in" });
  await services.mail.queue(services.db, { ...welcome, to: "stays@example.in" });
  const copy = { ...welcome, to: "inbox@shop.example", replyTo: "Gone@example.in", subject: "New message" };
  const copyId = await services.mail.queue(services.db, copy);
  await services.mail.forget(services.db, "gone@example.IN");
  expect((await services.mail.list(services.db, 50)).map(({ id }) => id)).not.toContain(copyId);
  const readers = (await services.mail.list(services.db, 50)).map(({ to }) => to);
  expect(readers).toContain("stays@example.in");
  expect(readers).not.toContain("Gone@Example.in");
});
