import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { aDeliveredOrder, aShirt } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

/** A live shop whose owner has not entered a mail server yet. */
let shop: TestShop;
let ask: Ask;
let admin: Person;
let asha: Person;
beforeAll(async () => {
  shop = await testShop();
  [admin, asha] = [await anAdmin(shop), await aShopper(shop, { name: "Asha Rao" })];
  await (await asking(shop.services))(
    "/contact",
    posted({ name: "Asha Rao", email: asha.email, topic: "orders", message: "Where is my parcel?" }),
  );
  await shop.services.db.execute(sql`update session set second_factor_at = now()`);
  const setUp = { database: "embedded", ledgers: "guarded", mail: "outbox" } as const;
  ask = await asking({ ...shop.services, site: { ...shop.services.site, mode: "live", setUp } });
});
afterAll(() => shop.dispose());

const open = async (path: string) => {
  const html = await (await ask(path, { as: admin })).text();
  return { html, words: textOf(html) };
};
async function send(path: string, fields: Record<string, string>) {
  const answer = await ask(path, { ...posted(fields), as: admin });
  const flash = /flash=(\w+)/.exec(answer.headers.getSetCookie().join())?.[1];
  return { flash, words: textOf(await answer.text()) };
}
const mails = async () => (await shop.services.mail.list(shop.services.db, 50)).length;
const missing = "This shop sends no emails yet. Enter a mail server in Settings, Keys of providers.";

test("staff read on every screen that no emails go out", async () => {
  expect((await open("/admin/orders")).words).toContain("No emails are sent yet.");
});

test("no act on an order claims that its customer was told by mail", async () => {
  const order = await aDeliveredOrder(shop, asha, [[await aShirt(shop, { stock: 5 }), 1]]);
  const path = `/admin/orders/${order.id}`;
  const asked = {
    key: "r-12345678",
    kind: "return",
    reason: "damaged",
    [`quantity-${order.lines[0]?.id}`]: "1",
  };
  expect((await send(`${path}/return`, asked)).flash).toBe("returnEnteredUntold");
  const request = /id="return-([0-9a-f-]{36})"/.exec((await open(path)).html)?.[1] ?? "";
  expect((await send(path, { intent: "approve", return: request })).flash).toBe("returnDecidedUntold");
});

test("an email that cannot leave is refused with what to do, and none is kept", async () => {
  const order = await aDeliveredOrder(shop, asha, [[await aShirt(shop, { stock: 5 }), 1]]);
  const path = `/admin/orders/${order.id}`;
  const before = await mails();
  const again = { intent: "mail", key: "m-12345678", notification: "placed" };
  expect((await send(path, again)).words).toContain(missing);
  const document = { intent: "document", key: "d-12345678", slug: "" };
  expect((await send(path, document)).words).toContain(missing);
  expect((await send("/admin/books", { ...document, order: order.id })).words).toContain(missing);

  const conversation =
    /href="(\/admin\/messages\/[0-9a-f-]{36})/.exec((await open("/admin/messages")).html)?.[1] ?? "";
  const version = /name="version" value="([^"]*)"/.exec((await open(conversation)).html)?.[1] ?? "";
  const reply = { form: "answer", intent: "reply", version, text: "It left today." };
  const answer = await send(conversation, reply);
  expect(answer.words).toContain(missing);
  expect(answer.words).toContain("It left today.");
  expect(await mails()).toBe(before);
});
