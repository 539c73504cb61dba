import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { inTransaction } from "../database/database.server.ts";
import { type Deliver, outboxMail } from "./mail.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

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

test("nobody hears of what was rolled back", async () => {
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
  const mail = outboxMail({ jobs: services.jobs, clock, deliver });
  const id = await mail.queue(services.db, { ...welcome, html: "<p>Hello</p>" });
  await expect(mail.send(services.db, id)).rejects.toThrow("mail server is away");
  const find = async () => (await mail.list(services.db, 10)).find((row) => row.id === id);
  expect(await find()).toMatchObject({ sentAt: null, lastError: "mail server is away", attempts: 1 });
  broken = false;
  await mail.send(services.db, id);
  expect(await find()).toMatchObject({ sentAt: clock.now(), lastError: null, attempts: 2 });
});

test("whoever wants to be forgotten has no mail left, however the address was written", async () => {
  const { services } = shop;
  await services.mail.queue(services.db, { ...welcome, to: "Gone@Example.in" });
  await services.mail.queue(services.db, { ...welcome, to: "stays@example.in" });
  await services.mail.forget(services.db, "gone@example.IN");
  const readers = (await services.mail.list(services.db, 50)).map(({ to }) => to);
  expect(readers).toContain("stays@example.in");
  expect(readers).not.toContain("Gone@Example.in");
});
