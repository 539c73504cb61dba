import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reportReturnSent } from "../../../shop/returns/customer-steps.server.ts";
import { approveReturn } from "../../../shop/returns/decide-return.server.ts";
import { requestReturn } from "../../../shop/returns/request-return.server.ts";
import { someStaff } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import {
  aDeliveredOrder,
  aReturnWish,
  aShirt,
  inSize,
  stockOf,
  takenBack,
} from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let asha: Person;
let other: Person;
let admin: Person;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
  [asha, other, admin] = await Promise.all([aShopper(shop), aShopper(shop), anAdmin(shop)]);
});
afterAll(() => shop.dispose());

async function delivered(quantity = 1) {
  const shirt = await aShirt(shop, { name: "Blue <b>Kurta</b>" });
  const order = await aDeliveredOrder(shop, asha, [[shirt, quantity]]);
  return { shirt, order, path: `/orders/${order.id}/return`, line: order.lines[0]?.id ?? "" };
}

/** A form with files, as a browser without scripts posts it. */
function uploaded(
  fields: Record<string, string>,
  photos: [string, Uint8Array<ArrayBuffer>][] = [],
): RequestInit {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, bytes] of photos) form.append("photos", new Blob([bytes]), name);
  return { method: "POST", body: form, headers: { Origin: "http://shop.test", Host: "shop.test" } };
}

const photo = async (background = "#2a3f7e") =>
  new Uint8Array(
    await sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  );

const asked = async (orderId: string) =>
  (await shop.services.db.execute(sql`select state from return_request where order_id = ${orderId}`)).rows
    .length;

test("a return with a photo is sent, shown with its state, and confirmed by email", async () => {
  const { order, path, line } = await delivered();
  expect(textOf(await (await ask(path, { as: asha })).text())).toContain("7 days left");
  const fields = {
    kind: "return",
    reason: "damaged",
    details: "A hole <script>x</script>\u0000",
    [`quantity-${line}`]: "1",
  };
  const sent = await ask(path, { ...uploaded(fields, [["../../etc.jpg", await photo()]]), as: asha });
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, path]);
  const html = await (await ask(path, { as: asha })).text();
  expect(textOf(html)).toContain("It arrived damaged: A hole <script>x</script>");
  expect(textOf(html)).toContain("Under review");
  expect(textOf(html)).toContain("There is nothing left to return: you have asked about all of it already");
  expect(html).not.toContain("<script>x");
  const address = /\/orders\/[^"]+\.webp/.exec(html)?.[0] ?? "";
  const shown = await ask(address, { as: asha });
  expect(shown.headers.get("Content-Type")).toBe("image/webp");
  expect(shown.headers.get("Cache-Control")).toContain("no-store");
  expect((await ask(address, { as: admin })).status).toBe(200);
  expect((await ask(address, { as: other })).status).toBe(404);
  expect((await ask(address)).status).toBe(302);
  const key = /([0-9a-f]{32})\.webp/.exec(address)?.[1] ?? "";
  expect((await ask(`/media/${key}/320.webp`, { as: asha })).status).toBe(404);
  for (const file of [
    `${key}.jpg`,
    key,
    `${key.toUpperCase()}.webp`,
    "..%2f..%2fetc",
    `${"0".repeat(32)}.webp`,
  ]) {
    expect((await ask(`/orders/${order.id}/return-photos/${file}`, { as: asha })).status, file).toBe(404);
  }
  expect((await ask(`/orders/${randomUUID()}/return-photos/${key}.webp`, { as: asha })).status).toBe(404);
  await shop.runDue();
  expect(
    shop.sentMail().some(({ to, subject }) => to === asha.email && subject.includes("your request")),
  ).toBe(true);
});

test("a return is offered, to the customer and to staff, only while units are left that could come back", async () => {
  const { order, path, line } = await delivered();
  const offers = async () => {
    const pages = [
      ["/orders", asha],
      ["/profile?tab=orders", asha],
      [`/track/${order.id}`, asha],
    ] as const;
    const found = await Promise.all(
      pages.map(async ([page, as]) => (await (await ask(page, { as })).text()).includes(`href="${path}"`)),
    );
    const office = await (await ask(`/admin/orders/${order.id}`, { as: admin })).text();
    return [...found, office.includes("Enter a return")];
  };
  expect(await offers()).toEqual([true, true, true, true]);
  const sent = await requestReturn(
    shop.services,
    asha,
    order.id,
    aReturnWish([{ lineId: line, quantity: 1 }]),
  );
  if (!sent.ok) throw new Error(sent.refused);
  expect(await offers()).toEqual([false, false, false, false]);
  await ask("/orders", {
    ...posted({ intent: "withdraw-return", return: sent.value.id, next: "/orders" }),
    as: asha,
  });
  expect(await offers()).toEqual([true, true, true, true]);
});

test("another customer's, unknown and malformed orders answer 404", async () => {
  const { order, line } = await delivered();
  const fields = { kind: "return", reason: "other", details: "x", [`quantity-${line}`]: "1" };
  for (const [id, who] of [
    [order.id, other],
    [order.id, admin],
    [randomUUID(), asha],
    ["random", asha],
    ["1%27%20or%201=1", asha],
  ] as const) {
    for (const screen of ["return", "review"]) {
      const page = await ask(`/orders/${id}/${screen}`, { as: who });
      expect(page.status, `${id} ${screen}`).toBe(404);
      expect(textOf(await page.text())).toContain("Order not found");
    }
    expect((await ask(`/orders/${id}/return`, { ...uploaded(fields), as: who })).status).toBe(404);
    const review = { line, rating: "1", comment: "Bad" };
    expect((await ask(`/orders/${id}/review`, { ...posted(review), as: who })).status).toBe(404);
  }
  expect(await asked(order.id)).toBe(0);
});

test("an invalid form shows its error, keeps what was typed, and stores nothing", async () => {
  const { order, path, line, shirt } = await delivered(2);
  const large = await inSize(shop, shirt, "L", { stock: 1 });
  const good = { kind: "return", reason: "too-small", details: "Tight", [`quantity-${line}`]: "1" };
  const send = async (fields: Record<string, string>, photos: [string, Uint8Array<ArrayBuffer>][] = []) => {
    const answer = await ask(path, { ...uploaded({ ...good, ...fields }, photos), as: asha });
    return { status: answer.status, text: textOf(await answer.clone().text()), html: await answer.text() };
  };
  const svg = new TextEncoder().encode("<svg onload=alert(1)>");
  const many = await Promise.all(["#111111", "#222222", "#333333", "#444444", "#555555"].map(photo));
  for (const [fields, words, photos] of [
    [{ kind: "gift" }, "Please choose: a refund or an exchange."],
    [{ reason: "" }, "Please choose a reason."],
    [{ reason: "other", details: "" }, "Please say what is wrong."],
    [{ details: "x".repeat(1001) }, "Please use at most 1,000 characters."],
    [{ [`quantity-${line}`]: "0" }, "Please choose at least one item."],
    [{ [`quantity-${line}`]: "3" }, "That is more than is left to return."],
    [{ [`quantity-${line}`]: "-1" }, "That is more than is left to return."],
    [{ kind: "exchange" }, "Please choose what to exchange it for."],
    [{ kind: "exchange", [`size-${line}`]: "nonsense" }, "Please choose again."],
    [{ kind: "exchange", [`size-${line}`]: large.variantId, [`quantity-${line}`]: "2" }, "Out of Stock."],
    [{}, "A file is not a photo we can read.", [["photo.jpg", svg]]],
    [{}, "Too many photos.", many.map((bytes, place) => [`${place}.jpg`, bytes])],
    [{}, "A photo is too large.", [["big.jpg", new Uint8Array(8 * 1024 * 1024 + 1)]]],
  ] as [Record<string, string>, string, [string, Uint8Array<ArrayBuffer>][]?][]) {
    const { status, text, html } = await send(fields, photos);
    expect(status, words).toBe(400);
    expect(text).toContain(words);
    if (!("details" in fields)) expect(html, words).toContain(">Tight</textarea>");
  }
  const film = new Uint8Array(34 * 1024 * 1024);
  expect((await send({}, [["film.mp4", film]])).status).toBe(400);
  expect((await ask(path, { ...posted(good), body: "\u0000", as: asha })).status).toBeLessThan(500);
  expect(await asked(order.id)).toBe(0);
  expect(await stockOf(shop, large)).toEqual({ stock: 1, reserved: 0 });
  const done = await send({ kind: "exchange", [`size-${line}`]: large.variantId });
  expect(done.status).toBe(303);
  expect(await stockOf(shop, large)).toEqual({ stock: 0, reserved: 0 });
});

test("a return too late or too early is refused with the policy's text", async () => {
  const { order, path, line } = await delivered();
  const fields = { kind: "return", reason: "too-small", [`quantity-${line}`]: "1" };
  const set = (how: ReturnType<typeof sql>) =>
    shop.services.db.execute(sql`update orders set ${how} where id = ${order.id}`);
  await set(sql`delivered_at = (indian_day(now()) - 7)::timestamp at time zone 'Asia/Kolkata'`);
  expect(textOf(await (await ask(path, { as: asha })).text())).toContain("(today is the last day)");
  await set(sql`delivered_at = now() - interval '8 days'`);
  expect(textOf(await (await ask(path, { as: asha })).text())).toContain("within 7 days of delivery");
  expect((await ask(path, { ...uploaded(fields), as: asha })).status).toBe(400);
  await set(sql`status = 'shipped', delivered_at = null`);
  expect(textOf(await (await ask(path, { as: asha })).text())).toContain("This order has not arrived yet");
  expect((await ask(path, { ...uploaded(fields), as: asha })).status).toBe(400);
  expect(textOf(await (await ask(`/orders/${order.id}/review`, { as: asha })).text())).toContain(
    "You can review items once you have received them.",
  );
  await set(sql`status = 'cancelled'`);
  for (const page of [path, `/orders/${order.id}/review`]) {
    const text = textOf(await (await ask(page, { as: asha })).text());
    expect(text).toContain("This order was cancelled");
    expect(text).not.toContain("not arrived yet");
  }
});

test("a review is escaped, shown as verified and anonymous, and can be changed", async () => {
  const { order, shirt, line } = await delivered();
  const path = `/orders/${order.id}/review`;
  const bad = await ask(path, { ...posted({ line, rating: "9", comment: "Keep <i>me</i>" }), as: asha });
  expect(bad.status).toBe(400);
  const page = await bad.text();
  expect(textOf(page)).toContain("Please choose one to five stars.");
  expect(page).toContain("Keep &lt;i&gt;me&lt;/i&gt;");
  for (const [rating, comment] of [
    ["5", "Lovely <img src=x onerror=alert(1)>"],
    ["3", "Less lovely after a wash \u202e<svg>"],
  ] as const) {
    const sent = await ask(path, { ...posted({ line, rating, comment, displayName: "Asha Rao" }), as: asha });
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, path]);
    const html = await (await ask(`/product/${shirt.slug}`)).text();
    expect(html).not.toMatch(/<img src=x|<svg>/);
    expect(textOf(html)).toContain("Anonymous User");
    expect(textOf(html)).toContain("Verified buyer");
    expect(textOf(html)).toContain("1 review ");
    expect(html).not.toContain("Asha Rao");
  }
  expect(
    (await ask(path, { ...posted({ line: "nonsense", rating: "5", comment: "x" }), as: asha })).status,
  ).toBe(404);
  expect(textOf(await (await ask(path, { as: asha })).text())).toContain("You have reviewed this.");
});

test("an exchange's packing slip has the new size and SKU, and nothing to collect", async () => {
  const { order, shirt, line } = await delivered();
  const large = await inSize(shop, shirt, "XL", { stock: 1 });
  const asked = await requestReturn(
    shop.services,
    asha,
    order.id,
    aReturnWish([{ lineId: line, quantity: 1, exchangeVariantId: large.variantId }], { kind: "exchange" }),
  );
  if (!asked.ok) throw new Error(asked.refused);
  const slip = async () =>
    textOf(await (await ask(`/admin/orders/print?exchange=${asked.value.id}`, { as: admin })).text());
  expect(await slip()).toContain("The old item is not here yet");
  await takenBack(shop, asked.value.id);
  const words = await slip();
  expect(words).toContain("Size XL");
  expect(words).toContain(`${shirt.slug}-XL`);
  expect(words).toContain("Collect nothing");
  expect(words).not.toContain("not here yet");
});

test("the order's card shows how far its return is, and what the customer can do next", async () => {
  const buyer = await aShopper(shop);
  const order = await aDeliveredOrder(shop, buyer, [[await aShirt(shop, { name: "Card Kurta" }), 2]]);
  const lineId = order.lines[0]?.id ?? "";
  const request = async () => {
    const wish = aReturnWish([{ lineId, quantity: 1 }]);
    const made = await requestReturn(shop.services, buyer, order.id, wish);
    if (!made.ok) throw new Error(made.refused);
    return made.value.id;
  };
  const card = async () => textOf(await (await ask("/orders", { as: buyer })).text());
  const post = async (intent: string, id: string, as = buyer) =>
    (await ask("/orders", { ...posted({ intent, return: id }), as })).status;
  const first = await request();
  expect(await card()).toMatch(/Return of 1 × Card Kurta.*Requested Approved , not yet/);
  await post("withdraw-return", first, other);
  expect(await card()).toContain("Withdraw this request");
  await post("withdraw-return", first);
  expect(await card()).toContain("You have withdrawn this request");
  const second = await request();
  await approveReturn(shop.services, second, { actor: someStaff, answer: "Pack it well." });
  const approved = await card();
  expect(approved).toContain("Approved: please send it back");
  expect(approved).toMatch(/Pack it well\. (Send it to: |Please ask us)/);
  expect(approved).toMatch(/Requested Approved On its way , not yet/);
  await post("return-sent", second);
  expect(await card()).toMatch(/On its way Received , not yet On its way to us since/);
  await takenBack(shop, second);
  // Paid in cash: nothing is on its way before its customer says where.
  const path = `/orders/${order.id}/payout`;
  for (const page of [
    await card(),
    textOf(await (await ask(`/orders/${order.id}/return`, { as: buyer })).text()),
  ])
    expect(page).toMatch(
      /Received Where should we send your ₹[\d.]+\? .*Get your refund|Get your refund .*Received Where should we send your ₹/,
    );
  await ask(path, { ...posted({ kind: "upi", upi: "asha@okaxis" }), as: buyer });
  expect(await card()).toMatch(/Received Refund of ₹[\d.]+ on its way/);
  // A refund that somebody without the right to refund has caused is not on its way yet.
  await shop.services.db.execute(
    sql`update refund set pending_reason = 'approval' where order_id = ${order.id}`,
  );
  expect(await card()).toMatch(/It has arrived We will refund ₹[\d.]+ and let you know/);
});

test("another size that is chosen without a quantity means one piece, in an order of several lines", async () => {
  const [one, two] = [await aShirt(shop), await aShirt(shop)];
  const large = await inSize(shop, one, "XL", { stock: 2 });
  const order = await aDeliveredOrder(shop, asha, [
    [one, 2],
    [two, 1],
  ]);
  const [line, another] = order.lines;
  const fields = {
    kind: "exchange",
    reason: "too-small",
    [`quantity-${line?.id}`]: "0",
    [`size-${line?.id}`]: large.variantId,
    [`quantity-${another?.id}`]: "0",
    [`size-${another?.id}`]: "",
  };
  const sent = await ask(`/orders/${order.id}/return`, { ...uploaded(fields), as: asha });
  expect(sent.status).toBe(303);
  expect(await stockOf(shop, large)).toMatchObject({ stock: 1 });
});

test("a return that its customer has sent is one state in the office's timeline, not a step to the same", async () => {
  const { order, line } = await delivered();
  const sent = await requestReturn(
    shop.services,
    asha,
    order.id,
    aReturnWish([{ lineId: line, quantity: 1 }]),
  );
  if (!sent.ok) throw new Error(sent.refused);
  await approveReturn(shop.services, sent.value.id, { actor: someStaff });
  await reportReturnSent(shop.services, asha, sent.value.id);
  const words = textOf(await (await ask(`/admin/orders/${order.id}`, { as: admin })).text());
  expect(words).toContain("on its way to the shop");
  expect(words).not.toContain("Approved → Approved");
});
