import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { prepareOrder } from "../../../shop/checkout/buy-now.server.ts";
import { releaseExpiredReservations } from "../../../shop/checkout/release-reservations.server.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { someJob } from "../../support/access/actors.ts";
import { type Ask, asking, posted } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aShirt, putInCart } from "../../support/orders.server.ts";
import { type Page, readPage } from "../../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let asha: Person;
let ravi: Person;
let order: Order;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
  await anAdmin(shop);
  asha = await aShopper(shop);
  ravi = await aShopper(shop);
  order = await anOrder(shop, asha, { pieces: [await aShirt(shop, { name: "Sea Shirt" })] });
});
beforeEach(async () => {
  await shop.services.db.execute(sql`delete from rate_limit`);
});
afterAll(() => shop.dispose());

const look = (path: string, as?: Person): Promise<Page> => readPage(ask, path, { as });
/** Types the digits, as a browser: it keeps the cookie and follows the redirect. */
const say = async (id: string, digits: string, client = "192.0.2.7"): Promise<Page> => {
  const form = posted({ digits });
  const init = { ...form, headers: { ...form.headers, "x-client-address": client } };
  const page = await readPage(ask, `/track/${id}`, init);
  const to = page.headers.get("Location");
  return to ? readPage(ask, to, { as: cookieOf(page) }) : page;
};
const cookieOf = ({ headers }: Page) => ({ cookie: headers.getSetCookie()[0]?.split(";", 1)[0] ?? "" });
const secret = ["12, MG Road", "98765", "560001", "₹499", "Asha Rao"];
const notFound = ["Order not found", "Please check your order ID and try again"];

test("who is logged in and does not find an order reads that only the own ones are found, and where to go", async () => {
  const { status, text, html } = await look(`/track/${order.id}`, ravi);
  expect(status).toBe(404);
  for (const words of [...notFound, "only the orders of your account", "log out"])
    expect(text).toContain(words);
  for (const link of ['href="/orders"', 'href="/contact"']) expect(html).toContain(link);
  expect(html.split("<main")[1]?.split("</main")[0]).toContain('href="/orders"');
});

describe("a guest with the id", () => {
  test("reads status, dates, names and the city, and nothing else", async () => {
    const { status, text, html } = await look(`/track/${order.id}`);
    expect(status).toBe(200);
    for (const words of [
      `Order ${order.id.slice(0, 8)}`,
      "Pending",
      "Sea Shirt",
      "Bengaluru",
      "Order Placed",
    ])
      expect(text).toContain(words);
    for (const words of ["Order date", "Estimated delivery", "Contact Support"])
      expect(text).toContain(words);
    expect(html).toContain('aria-current="step"');
    for (const words of [...secret, asha.email, "Cash on delivery, due"]) expect(html).not.toContain(words);
  });

  test.each([
    ["capitals", (id: string) => id.toUpperCase()],
    ["spaces", (id: string) => ` ${id.slice(0, 8)} ${id.slice(8)}\n`],
    ["a mark before it", (id: string) => `#${id}`],
  ])("finds it with %s", async (_name, typed) => {
    const { status } = await look(`/track?${new URLSearchParams({ order: typed(order.id) })}`);
    expect(status).toBe(200);
  });

  test("gets an error below the field for an empty form, without scripts", async () => {
    const { status, text, html } = await look("/track?order=++");
    expect(status).toBe(200);
    expect(text).toContain("Please enter your order ID.");
    const [form] = /<form[^>]*action="\/track"[^>]*>/.exec(html) ?? [];
    expect(form).toMatch(/novalidate/i);
    // Only scripts know that the field is empty, so only they disable the button.
    expect(html).not.toMatch(/<button[^>]*disabled/);
  });

  test("reads all details after entering the last four digits of the phone", async () => {
    const { status, text } = await say(order.id, "32 10");
    expect(status).toBe(200);
    for (const words of [
      "12, MG Road",
      "Bengaluru, Karnataka 560001",
      "+91 98765 43210",
      "₹499.00",
      "Cash on delivery, due",
    ])
      expect(text).toContain(words);
  });

  test.each(["1111", "", "0", "+919876543210", "3210; --", "a".repeat(9_000)])(
    "gets an error and no details for wrong digits (%s)",
    async (digits) => {
      const { status, text, html } = await say(order.id, digits);
      expect(status).toBe(422);
      expect(text).toContain("Please type the last four digits");
      for (const words of secret) expect(html).not.toContain(words);
    },
  );

  test("still reads them after a reload and a change, for half an hour, and only those of that order", async () => {
    const mine = await anOrder(shop, asha);
    const sent = await readPage(ask, `/track/${mine.id}`, posted({ digits: "3210" }));
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, `/track/${mine.id}`]);
    expect(sent.headers.get("Cache-Control")).toContain("no-store");
    const [line = ""] = sent.headers.getSetCookie();
    for (const word of ["HttpOnly", "SameSite=Lax", "Path=/track"]) expect(line).toContain(word);
    expect(line).not.toMatch(/Max-Age|Expires/);
    const as = cookieOf(sent);
    await nowIs(shop, mine, "shipped", { courier: "India Post", trackingLink: "https://track.example/1" });
    for (const path of [`/track/${mine.id}`, `/track/${mine.id}.data`]) {
      const again = await readPage(ask, path, { as });
      for (const words of ["12, MG Road", "India Post"]) expect(again.html).toContain(words);
      expect(again.headers.get("Cache-Control")).toBe("private, no-store");
    }
    for (const [path, cookie] of [
      [`/track/${order.id}`, as.cookie],
      [`/track/${mine.id}`, as.cookie.replace(mine.id, order.id)],
      [`/track/${order.id}`, as.cookie.replace(mine.id, order.id)],
      [`/track/${mine.id}`, `${as.cookie.slice(0, -1)}${as.cookie.endsWith("A") ? "B" : "A"}`],
    ] as const) {
      const other = await readPage(ask, path, { as: { cookie } });
      expect(other.status).toBe(200);
      for (const words of secret) expect(other.html).not.toContain(words);
    }
    shop.clock.forward(30 * 60_000);
    const later = await readPage(ask, `/track/${mine.id}`, { as });
    expect(later.text).toContain("Last four digits of your phone number");
    for (const words of secret) expect(later.html).not.toContain(words);
  });

  test("has five attempts, from whatever client address", async () => {
    for (let tried = 0; tried < 5; tried++) await say(order.id, "0000", `192.0.2.${tried}`);
    const { status, html } = await say(order.id, "3210", "192.0.2.99");
    expect(status).toBe(429);
    for (const words of secret) expect(html).not.toContain(words);
  });

  test("may look up thirty ids in a quarter of an hour", async () => {
    const statuses: number[] = [];
    for (let tried = 0; tried < 31; tried++) statuses.push((await look(`/track/${randomUUID()}`)).status);
    expect(statuses).toEqual([...Array(30).fill(404), 429]);
  });
});

describe("a guest pays what is due", () => {
  const unpaid = async () =>
    anOrder(shop, await aShopper(shop), { method: "online", pieces: [await aShirt(shop, { stock: 3 })] });
  const proof = async (id: string) =>
    cookieOf(await readPage(ask, `/track/${id}`, posted({ digits: "3210" })));
  const pay = (id: string, as?: { cookie: string }, part?: string) =>
    readPage(ask, `/track/${id}`, { ...posted({ intent: "pay", ...(part && { part }) }), as });
  const attempts = async ({ id }: Order) => {
    const { rows } = await shop.services.db.execute(
      sql`select gateway_order_id as id, amount from gateway_order where order_id = ${id} order by created_at`,
    );
    return rows.map((row) => ({ id: String(row.id), amount: Number(row.amount) }));
  };

  test("after typing the digits, once, and is led back to the order, which says so", async () => {
    const mine = await unpaid();
    const as = await proof(mine.id);
    const shown = await readPage(ask, `/track/${mine.id}`, { as });
    expect(shown.text).toContain("Pay now");
    const started = await pay(mine.id, as);
    expect([started.status, started.headers.get("Location")]).toEqual([
      303,
      expect.stringContaining("/dev/gateway/pay/"),
    ]);
    expect(started.headers.getSetCookie()[0]).toContain("HttpOnly");
    expect((await pay(mine.id, as)).headers.get("Location")).toBe(started.headers.get("Location"));
    const [attempt, ...others] = await attempts(mine);
    expect([attempt?.amount, others]).toEqual([mine.total, []]);
    const gateway = await readPage(ask, started.headers.get("Location") ?? "");
    expect(gateway.status).toBe(200);
    const open = await readPage(ask, `/track/${mine.id}?returned=1`, { as });
    expect(open.text).toContain("No payment has reached us yet");
    await shop.gateway.pay(attempt?.id ?? "");
    const back = await readPage(ask, `/track/${mine.id}?returned=1`, { as });
    expect(back.text).toContain("Paid. Thank you!");
    expect(back.text).not.toContain("Pay now");
    const again = await pay(mine.id, as);
    expect(again.status).toBe(409);
    expect(await attempts(mine)).toHaveLength(1);
  });

  test("the advance of an order, or all of it", async () => {
    const mine = await unpaid();
    await shop.services.db.execute(sql`update orders set advance = 20000 where id = ${mine.id}`);
    const as = await proof(mine.id);
    const { text } = await readPage(ask, `/track/${mine.id}`, { as });
    for (const words of ["Pay the advance ₹200", "Pay everything now"]) expect(text).toContain(words);
    expect((await pay(mine.id, as)).status).toBe(303);
    expect((await pay(mine.id, as, "all")).status).toBe(303);
    expect((await attempts(mine)).map(({ amount }) => amount)).toEqual([20_000, mine.total]);
  });

  test("not without the proof of that very order, and whether there is such an order is not told", async () => {
    const mine = await unpaid();
    const as = await proof(order.id);
    for (const id of [mine.id, mine.id.slice(0, 8)]) {
      for (const cookie of [undefined, as, { cookie: as.cookie.replace(order.id, mine.id) }]) {
        const { status, text, html } = await pay(id, cookie);
        expect(status).toBe(403);
        expect(text).toContain("Type the last four digits of the phone number again to pay.");
        for (const words of [...secret, "Pay now", "/dev/gateway"]) expect(html).not.toContain(words);
      }
    }
    const [known, unknown] = [await pay(mine.id.slice(0, 8)), await pay("5f0c9d1e")];
    expect(unknown.status).toBe(known.status);
    expect(unknown.text.replaceAll("5f0c9d1e", mine.id.slice(0, 8))).toBe(known.text);
    const theirs = await readPage(ask, `/track/${mine.id}`, { ...posted({ intent: "pay" }), as: ravi });
    expect(theirs.status).toBe(403);
    const later = await proof(mine.id);
    shop.clock.forward(30 * 60_000);
    expect((await pay(mine.id, later)).status).toBe(403);
    expect(await attempts(mine)).toEqual([]);
  });

  test("not an order that is paid on delivery, was cancelled, or whose goods were sold in the meantime", async () => {
    expect((await pay(order.id, await proof(order.id))).status).toBe(409);
    expect((await readPage(ask, `/track/${order.id}`, { as: await proof(order.id) })).text).not.toContain(
      "Pay",
    );
    const dropped = await unpaid();
    await nowIs(shop, dropped, "cancelled");
    expect((await pay(dropped.id, await proof(dropped.id))).status).toBe(409);
    const last = await aShirt(shop, { stock: 1 });
    const late = await anOrder(shop, await aShopper(shop), { method: "online", pieces: [last] });
    await shop.services.db.execute(
      sql`update reservation set expires_at = now() - interval '1 minute' where order_id = ${late.id}`,
    );
    await releaseExpiredReservations(shop.services, someJob);
    await anOrder(shop, await aShopper(shop), { pieces: [last] });
    const soldOut = await pay(late.id, await proof(late.id));
    expect(soldOut.status).toBe(409);
    expect(soldOut.text).toContain("sold out in the meantime");
    expect(soldOut.text).toContain("12, MG Road");
  });
});

describe("a guest with the short number", () => {
  const short = () => order.id.slice(0, 8);
  const unknown = "5f0c9d1e";

  test("is asked for the last four digits, whether or not there is such an order", async () => {
    for (const number of [short(), unknown, `#${short().toUpperCase()}`]) {
      const { status, text, html } = await look(`/track?${new URLSearchParams({ order: number })}`);
      expect(status).toBe(200);
      expect(text).toContain("Last four digits of your phone number");
      for (const words of [...secret, "Sea Shirt", "Pending", order.id]) expect(html).not.toContain(words);
    }
  });

  test("reads the whole order with them", async () => {
    const { status, text } = await say(short(), "3210");
    expect(status).toBe(200);
    for (const words of ["Sea Shirt", "12, MG Road", "₹499.00", "+91 98765 43210"])
      expect(text).toContain(words);
  });

  test("gets one refusal for a wrong number, wrong digits and too few, which says what to do", async () => {
    const main = ({ html }: Page) => html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    const [wrongDigits, wrongNumber] = [await say(short(), "0000"), await say(unknown, "0000")];
    for (const page of [wrongDigits, wrongNumber, await say(short(), "32")]) {
      expect(page.status).toBe(422);
      expect(page.text).toContain("Check the order number and the last four digits of the phone");
      for (const words of [...secret, "Sea Shirt", order.id]) expect(page.html).not.toContain(words);
    }
    expect(main(wrongNumber).replaceAll(unknown, short())).toBe(main(wrongDigits));
  });

  test("has five attempts together with those by the full id, from whatever client address", async () => {
    for (let tried = 0; tried < 3; tried++) await say(short(), "0000", `192.0.2.${tried}`);
    for (let tried = 3; tried < 5; tried++) await say(order.id, "0000", `192.0.2.${tried}`);
    expect((await say(short(), "3210", "192.0.2.99")).status).toBe(429);
    expect((await say(order.id, "3210", "192.0.2.98")).status).toBe(429);
  });
});

describe("a signed-in customer", () => {
  test("reads their own order in full, also by its short id", async () => {
    for (const typed of [order.id, order.id.slice(0, 8)]) {
      const { status, text } = await look(`/track?order=${typed}`, asha);
      expect(status).toBe(200);
      for (const words of ["12, MG Road", "Sea Shirt", "₹499.00", "Cash on delivery, due"])
        expect(text).toContain(words);
    }
  });

  test("cannot read another customer's order, not even with the digits", async () => {
    for (const id of [order.id, order.id.slice(0, 8)]) {
      const { status, text } = await look(`/track/${id}`, ravi);
      expect(status).toBe(404);
      for (const words of notFound) expect(text).toContain(words);
    }
    const answer = await ask(`/track/${order.id}`, { ...posted({ digits: "3210" }), as: ravi });
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain("12, MG Road");
  });
});

test.each([
  "5f0c9d1e-0000-4000-8000-000000000000",
  "random",
  "' or 1=1 --",
  "%00",
  "%F0%9F%99%82",
  "x".repeat(400),
])("%s answers 404 with the same message for everybody", async (id) => {
  for (const person of [undefined, asha]) {
    for (const path of [`/track/${id}`, `/track?order=${id}`]) {
      const { status, text } = await look(path, person);
      expect(status).toBe(404);
      for (const words of notFound) expect(text).toContain(words);
    }
  }
});

test("a prepared order cannot be tracked", async () => {
  await putInCart(shop, ravi, await aShirt(shop));
  const prepared = await prepareOrder(shop.services, ravi);
  const id = prepared.ok ? prepared.value.id : "";
  expect((await look(`/track/${id}`)).status).toBe(404);
  expect((await look(`/track/${id}`, ravi)).status).toBe(404);
});

test("each status shows its steps, the courier, a review link when delivered, a banner when cancelled", async () => {
  const followed = await anOrder(shop, asha);
  const steps = async () => (await look(`/track/${followed.id}`, asha)).html.match(/\(done\)/g)?.length ?? 0;
  expect(await steps()).toBe(1);
  await nowIs(shop, followed, "confirmed");
  expect(await steps()).toBe(1);
  await nowIs(shop, followed, "processing");
  expect(await steps()).toBe(2);
  await nowIs(shop, followed, "shipped", { courier: "India Post", trackingLink: "https://track.example/1" });
  const shipped = await look(`/track/${followed.id}`, asha);
  for (const words of ["Out with the courier since", "India Post", "Track the parcel"])
    expect(shipped.text).toContain(words);
  expect(shipped.text).not.toContain("Leave Review");
  await nowIs(shop, followed, "delivered");
  const delivered = await look(`/track/${followed.id}`, asha);
  expect(delivered.text).toContain("Delivered on");
  for (const next of ["review", "return"])
    expect(delivered.html).toContain(`href="/orders/${followed.id}/${next}"`);
  expect(delivered.text).not.toContain("Estimated delivery");
  expect((await look(`/track/${followed.id}`)).text).not.toMatch(/Leave Review|return or exchange/);
  expect((await say(followed.id, "3210")).text).toContain("To return or exchange something");

  const dropped = await anOrder(shop, asha);
  await nowIs(shop, dropped, "cancelled");
  const cancelled = await look(`/track/${dropped.id}`, asha);
  expect(cancelled.text).toContain("This order was cancelled on");
  for (const words of ['aria-current="step"', "Estimated delivery"])
    expect(cancelled.html).not.toContain(words);
});
