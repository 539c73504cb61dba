import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { pushService } from "../../support/push-stand-in.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let service: Awaited<ReturnType<typeof pushService>>;
beforeAll(async () => {
  [shop, service] = await Promise.all([testShop({ seed: true }), pushService()]);
  ask = await asking(shop.services);
});
afterAll(async () => {
  await service.close();
  await shop.dispose();
});

const tab = "/profile?tab=notifications";
/** Everything that can be chosen. */
const all = [
  "delivery email",
  "back-in-stock email",
  "orders phone",
  "delivery phone",
  "payments phone",
  "orders push",
  "delivery push",
  "payments push",
  "back-in-stock push",
];
const choose = (as: Person, on: string[]) =>
  ask(tab, {
    ...posted({ intent: "notification-settings", ...Object.fromEntries(on.map((name) => [name, "yes"])) }),
    as,
  });
const boxes = async (as: Person) =>
  [...(await (await ask(tab, { as })).text()).matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => ({
    name: /name="([^"]+)"/.exec(box)?.[1],
    on: box.includes("checked"),
  }));
/** One-click unsubscribe as a mail provider sends it (RFC 8058), without a browser. */
const oneClick = { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };
const mailTo = ({ email }: Person) => shop.sentMail().filter(({ to }) => to === email);
/** Queues a back-in-stock notice for a customer. */
async function backInStock({ id, email }: Person) {
  await shop.services.db.execute(sql`
    insert into stock_notice (variant_id, email, user_id)
    select v.id, ${email}, ${id} from variant v join product p on p.id = v.product_id
    where p.slug = 'tan-moccasins' and v.stock > v.reserved limit 1`);
  await shop.services.jobs.send(shop.services.db, "send-stock-notices", {});
}

test("everything but the newsletter is on by default, and emails that are always sent have no checkbox", async () => {
  const asha = await aShopper(shop);
  expect(
    (await boxes(asha))
      .filter(({ on }) => on)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(all.toSorted());
  expect(await boxes(asha)).toContainEqual({ name: "newsletter", on: false });
  const page = textOf(await (await ask(tab, { as: asha })).text());
  expect(page).toContain("Email: always on. The confirmation is your record of what you ordered.");
});

test("a notification that is off is not sent, even if queued before; mandatory ones still are", async () => {
  const asha = await aShopper(shop);
  const device = service.device();
  await ask("/functions/push-subscription", {
    ...posted({ intent: "push-on", ...device.subscription }),
    as: asha,
  });
  const order = await anOrder(shop, asha, { method: "cod" });
  await nowIs(shop, order, "confirmed");
  await backInStock(asha);
  expect((await choose(asha, ["orders push"])).status).toBe(303);
  await shop.runDue();
  await nowIs(shop, order, "shipped");
  await shop.runDue();
  expect(mailTo(asha).map(({ subject }) => subject)).toEqual([expect.stringContaining("has been placed")]);
  expect(device.deliveries.map(({ message }) => message)).toEqual([
    expect.objectContaining({ title: expect.stringContaining("has been placed") }),
  ]);
  const list = textOf(await (await ask(tab, { as: asha })).text());
  for (const words of ["is on its way", "is confirmed"]) expect(list).toContain(words);
  // Turned on again.
  await choose(asha, all);
  await nowIs(shop, order, "delivered");
  await shop.runDue();
  expect(mailTo(asha).at(-1)?.subject).toContain("was delivered");
  expect(device.deliveries).toHaveLength(2);
});

test("an email's unsubscribe link turns its kind off without signing in, by its button and by one click", async () => {
  const asha = await aShopper(shop);
  const order = await anOrder(shop, asha, { method: "cod" });
  await nowIs(shop, order, "shipped");
  await backInStock(asha);
  await shop.runDue();
  const [placed, shipped, stock] = mailTo(asha);
  expect(placed?.unsubscribe).toBeUndefined();
  expect(placed?.text).not.toContain("Stop these emails");
  const pathOf = (address = "") => new URL(address).pathname;
  expect(shipped?.text).toContain(`Stop these emails: ${shipped?.unsubscribe}`);
  const path = pathOf(shipped?.unsubscribe);
  const opened = await ask(path);
  expect(opened.headers.get("X-Robots-Tag")).toContain("noindex");
  expect(textOf(await opened.text())).toContain("Stop these emails?");
  expect((await boxes(asha)).filter(({ on }) => on)).toHaveLength(all.length);
  expect(textOf(await (await ask(path, posted({}))).text())).toContain("turned off");
  expect(await boxes(asha)).toContainEqual({ name: "delivery email", on: false });
  expect((await ask(pathOf(stock?.unsubscribe), oneClick)).status).toBe(200);
  expect(await boxes(asha)).toContainEqual({ name: "back-in-stock email", on: false });
  for (const bad of ["nonsense", crypto.randomUUID()]) {
    const answer = await ask(`/unsubscribe/${bad}`);
    expect(answer.status).toBe(404);
    expect(textOf(await answer.text())).toContain("This link does not work");
    expect((await ask(`/unsubscribe/${bad}`, posted({}))).status).toBe(404);
  }
});

test("the newsletter is chosen there too, and one-click unsubscribe in its email turns it off", async () => {
  const asha = await aShopper(shop);
  await choose(asha, [...all, "newsletter"]);
  await choose(asha, [...all, "newsletter"]);
  await shop.runDue();
  const [welcome, ...more] = mailTo(asha);
  expect(welcome?.subject).toContain("Welcome to the");
  expect(more).toEqual([]);
  expect(await boxes(asha)).toContainEqual({ name: "newsletter", on: true });
  const { pathname, search } = new URL(welcome?.unsubscribe ?? "");
  await ask(pathname + search, oneClick);
  expect(await boxes(asha)).toContainEqual({ name: "newsletter", on: false });
  await choose(asha, [...all, "newsletter"]);
  await choose(asha, all);
  expect(await boxes(asha)).toContainEqual({ name: "newsletter", on: false });
});
