import { afterAll, beforeAll, expect, test } from "vitest";
import { jobHandlers } from "../../shop/jobs.server.ts";
import { eventually } from "../../test/support/eventually.ts";
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

/** The outbox of the test shop with its own mail server. */
const outboxWith = (deliver: Deliver, retainBodies = true) =>
  outboxMail({ clock: shop.clock, log: shop.services.log, deliver, maySend, retainBodies });
const rowOf = async (id: string) =>
  (await shop.services.mail.list(shop.services.db, 100)).find((row) => row.id === id);

test("a queued email is sent after its transaction commits, and only once", async () => {
  const { services } = shop;
  const id = await inTransaction(services.db, (tx) => services.mail.queue(tx, welcome));
  expect(shop.sentMail()).toEqual([]);
  await shop.runDue();
  await services.mail.sendDue(services.db);
  expect(shop.sentMail()).toEqual([welcome]);
  expect(await rowOf(id)).toMatchObject({
    ...welcome,
    attempts: 1,
    lastError: null,
    sentAt: shop.clock.now(),
  });
});

test("a transaction that is rolled back sends no email", async () => {
  const { services } = shop;
  const attempt = inTransaction(services.db, async (tx) => {
    await services.mail.queue(tx, { ...welcome, subject: "Never" });
    throw new Error("changed my mind");
  });
  await expect(attempt).rejects.toThrow("changed my mind");
  await shop.runDue();
  expect(shop.sentMail().map(({ subject }) => subject)).not.toContain("Never");
});

test("an email that could not be sent stays queued with its error, and is sent at the next attempt", async () => {
  const { services, clock } = shop;
  let broken = true;
  const mail = outboxWith(async () => {
    if (broken) throw new Error("mail server is away");
  });
  const id = await mail.queue(services.db, { ...welcome, html: "<p>Hello</p>" });
  await mail.sendDue(services.db);
  await mail.sendDue(services.db);
  expect(await rowOf(id)).toMatchObject({ sentAt: null, lastError: "mail server is away", attempts: 1 });
  broken = false;
  clock.forward(5_000);
  await mail.sendDue(services.db);
  expect(await rowOf(id)).toMatchObject({ sentAt: clock.now(), lastError: null, attempts: 2 });
});

test("an email that is never accepted is tried eleven times over about an hour, then kept with its error", async () => {
  const { services, clock } = shop;
  const tries: number[] = [];
  const mail = outboxWith(async () => {
    tries.push(clock.now().getTime());
    throw new Error("no such box");
  });
  const id = await mail.queue(services.db, { ...welcome, subject: "Nobody" });
  for (let minutes = 0; minutes < 180; minutes++) {
    await mail.sendDue(services.db);
    clock.forward(60_000);
  }
  expect(tries).toHaveLength(11);
  const hours = ((tries.at(-1) ?? 0) - (tries[0] ?? 0)) / 3_600_000;
  expect(hours).toBeGreaterThan(0.9);
  expect(hours).toBeLessThan(1.5);
  expect(await rowOf(id)).toMatchObject({
    sentAt: null,
    dueAt: null,
    lastError: "no such box",
    attempts: 11,
  });
});

test("two processes that send at the same time send each email once", async () => {
  const { services } = shop;
  const sent: string[] = [];
  const mail = outboxWith(async ({ subject }) => void sent.push(subject));
  const subjects = Array.from({ length: 25 }, (_, n) => `To one of many, ${n}`);
  for (const subject of subjects) await mail.queue(services.db, { ...welcome, subject });
  for (let round = 0; round < 3; round++)
    await Promise.all([mail.sendDue(services.db), mail.sendDue(services.db)]);
  expect(sent.toSorted()).toEqual(subjects.toSorted());
});

test("an email whose sending process died is sent again after two minutes", async () => {
  const { services, clock } = shop;
  const never = outboxWith(() => new Promise(() => undefined));
  const id = await never.queue(services.db, { ...welcome, subject: "Under way" });
  void never.sendDue(services.db);
  await eventually(async () => expect(await rowOf(id)).toMatchObject({ attempts: 1 }));
  const sent: string[] = [];
  const mail = outboxWith(async ({ subject }) => void sent.push(subject));
  await mail.sendDue(services.db);
  expect(sent).toEqual([]);
  clock.forward(121_000);
  await mail.sendDue(services.db);
  expect(sent).toEqual(["Under way"]);
});

test("of emails that are sent together, one that fails does not stop the others", async () => {
  const { services, clock } = shop;
  const mail = outboxWith(async ({ subject }) => {
    if (subject === "2") throw new Error("no such box");
  });
  const ids: string[] = [];
  for (const subject of ["1", "2", "3"]) ids.push(await mail.queue(services.db, { ...welcome, subject }));
  await mail.sendDue(services.db);
  const rows = (await mail.list(services.db, 100)).filter(({ id }) => ids.includes(id));
  expect(
    Object.fromEntries(rows.map(({ subject, sentAt, lastError }) => [subject, { sentAt, lastError }])),
  ).toEqual({
    1: { sentAt: clock.now(), lastError: null },
    2: { sentAt: null, lastError: "no such box" },
    3: { sentAt: clock.now(), lastError: null },
  });
});

test("the text of an email is deleted when it is sent, and its record after 30 days", async () => {
  const { services, clock } = shop;
  const sent: string[] = [];
  const mail = outboxWith(async ({ text }) => void sent.push(text), false);
  const code = {
    to: "asha@example.com",
    subject: "Your code",
    text: "123456",
    html: "<b>123456</b>",
    secret: true,
  };
  const id = await mail.queue(services.db, code);
  expect(await rowOf(id)).toMatchObject({ text: "123456" });
  await mail.sendDue(services.db);
  expect(sent).toEqual(["123456"]);
  expect(await rowOf(id)).toMatchObject({ to: code.to, subject: code.subject, text: "", html: null });
  clock.forward(31 * 86_400_000);
  await jobHandlers(services)["sweep-expired"]?.({});
  expect(await mail.list(services.db, 50)).toEqual([]);
});

test("an erasure deletes all emails to or about an address, whatever the case of the address", async () => {
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
