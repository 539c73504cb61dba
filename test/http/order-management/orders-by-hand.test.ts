import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "../../../platform/identity/tables.server.ts";
import { releaseExpiredReservations } from "../../../shop/checkout/release-reservations.server.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { paymentLinkOf } from "../../../shop/payments/payment-links.server.ts";
import { someJob } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { anAddress, aShirt, brokenRules, type Piece, stockOf } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
});
afterAll(async () => {
  expect(await brokenRules(shop)).toEqual([]);
  await shop.dispose();
});

const { country: _, ...home } = anAddress;

/** A draft with these items, as the screen's buttons make it; `over`: more fields. Out: its address and version. */
async function aDraft(pieces: [Piece, number][], over: Record<string, string> = {}, as = admin) {
  const lines = Object.fromEntries(
    pieces.map(([{ variantId }, quantity]) => [`quantity-${variantId}`, String(quantity)]),
  );
  const answer = await send("/admin/orders/new", { ...home, ...lines, ...over, intent: "save" }, as);
  const path = answer.location ?? "";
  const html = await (await ask(path, { as })).text();
  return { path, id: path.slice(-36), html, fields: { ...home, ...lines, ...over, version: "1" } };
}

async function send(path: string, fields: Record<string, string>, as: Person | undefined = admin) {
  const answer = await ask(path, { ...posted(fields), as });
  const html = await answer.text();
  const flash = answer.headers.getSetCookie().join();
  return {
    status: answer.status,
    location: answer.headers.get("Location"),
    flash,
    html,
    words: textOf(html),
  };
}

/** Places a draft. Out: the order. */
async function place({ path, id, fields }: Awaited<ReturnType<typeof aDraft>>, as = admin) {
  const answer = await send(path, { ...fields, intent: "place" }, as);
  expect([answer.location, answer.words]).toEqual([`/admin/orders/${id}`, ""]);
  const order = await orderOf(shop.services, id);
  if (!order) throw new Error("no order");
  return order;
}

async function mailsTo(email: string) {
  await shop.runDue();
  return shop.sentMail().filter(({ to }) => to === email);
}
const page = async (path: string, as?: Person) => {
  const answer = await ask(path, { as });
  return { status: answer.status, words: textOf(await answer.text()) };
};

async function aRole(role: string): Promise<Person> {
  const person = await aShopper(shop);
  await shop.services.db.update(users).set({ role }).where(eq(users.id, person.id));
  return person;
}

test("a customer is found by a phone number in any form, an item by its name, and both fill the draft", async () => {
  const shopper = await aShopper(shop, { name: "Meera Nair" });
  await shop.services.db.execute(
    sql`update profile set phone = '+919812345670' where user_id = ${shopper.id}`,
  );
  const shirt = await aShirt(shop, { name: `Poplin ${randomUUID().slice(0, 8)}`, price: 79_900, stock: 4 });
  const asked = await send("/admin/orders/new", {
    intent: "find",
    customer: "098123 45670",
    product: shirt.name,
  });
  const found = await ask(asked.location ?? "", { as: admin });
  const html = await found.text();
  expect(textOf(html)).toContain(`Meera Nair ${shopper.email} · 98123 45670`);
  expect(textOf(html)).toContain("₹799 4 in stock");
  expect(html).toContain(`value="add:${shirt.variantId}"`);
  const path = (asked.location ?? "").split("?")[0] ?? "";
  await send(path, { intent: `add:${shirt.variantId}`, version: "1" });
  await send(path, { intent: `use:${shopper.id}`, version: "2", [`quantity-${shirt.variantId}`]: "2" });
  const saved = await (await ask(path, { as: admin })).text();
  expect(saved).toMatch(/name="phone"[^>]*value="\+919812345670"|value="\+919812345670"[^>]*name="phone"/);
  expect(textOf(saved)).toContain("This order will belong to the chosen account.");
  expect(textOf(saved)).toContain("Total ₹1,598.00");
  expect((await page("/admin/orders/drafts?q=meera", admin)).words).toContain("Meera Nair");
  // Who calls from the number of an earlier order is known too.
  const rekha = await aShopper(shop, { name: "Rekha Pai" });
  await anOrder(shop, rekha, { address: { phone: "+919812300077", line1: "4, Car Street" } });
  await shop.services.db.execute(sql`delete from address where user_id = ${rekha.id}`);
  await shop.services.db.execute(sql`update profile set phone = null where user_id = ${rekha.id}`);
  const told = await page("/admin/orders/new?customer=98123+00077", admin);
  expect(told.words).toContain(`Rekha Pai ${rekha.email} · 98123 00077`);
  expect((await page(`/admin/customers/${rekha.id}`, admin)).words).toContain("Phone 98123 00077");
  const used = await send("/admin/orders/new", { intent: `use:${rekha.id}`, customer: "98123 00077" });
  expect(await (await ask(used.location ?? "", { as: admin })).text()).toContain('value="4, Car Street"');
});

test("cash on delivery: the order has stock, a told customer, channel, tags and notes, and belongs to a new account", async () => {
  const shirt = await aShirt(shop, { stock: 5, price: 50_000 });
  const email = `new-${randomUUID()}@campus.test`;
  const draft = await aDraft([[shirt, 2]], {
    email,
    channel: "instagram",
    [`unit-${shirt.variantId}`]: "450",
    discount: "10%",
    discountReason: "Second order",
    shipping: "49.50",
    note: "Wrapped as a gift",
    comment: "Calls after six",
    tags: "Gift, VIP, gift",
  });
  expect(textOf(draft.html)).toContain("Discount −₹90.00");
  const order = await place(draft);
  expect(order).toMatchObject({
    subtotal: 90_000,
    discount: 9_000,
    shipping: 4_950,
    total: 85_950,
    method: "cod",
    channel: "instagram",
    tags: ["gift", "vip"],
    note: "Wrapped as a gift",
    email,
  });
  expect(order.events[0]?.actor).toMatchObject({ kind: "staff", name: "Admin" });
  expect(order.userId).not.toBeNull();
  expect((await stockOf(shop, shirt)).stock).toBe(3);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining("has been placed"),
  ]);
  const staff = (await page(`/admin/orders/${order.id}`, admin)).words;
  for (const said of ["Instagram, entered by Admin", "Calls after six", "Discount of ₹90.00: Second order"])
    expect(staff).toContain(said);
  const customer = (await page(`/track/${order.id}`)).words;
  expect(customer).not.toContain("Calls after six");
  expect((await page("/admin/orders?q=vip", admin)).words).toContain(order.id.slice(0, 8));
  expect((await page("/admin/orders?channel=phone", admin)).words).not.toContain(order.id.slice(0, 8));
  const csv = await (await ask("/admin/orders/export.csv?channel=instagram", { as: admin })).text();
  expect(csv).toContain('Instagram,"gift, vip"');
  expect((await page("/admin/audit", admin)).words).toContain(order.id.slice(0, 8));
  // Sent again, as a double click does, it is the same order.
  const twice = await send(draft.path, { ...draft.fields, intent: "place" });
  expect(twice.location).toBe(`/admin/orders/${order.id}`);
  expect((await ask(draft.path, { as: admin })).headers.get("Location")).toBe(`/admin/orders/${order.id}`);
});

test("paid outside the shop: the order is paid with its reference, and without one it is not placed", async () => {
  const shirt = await aShirt(shop);
  const without = await aDraft([[shirt, 1]], { payment: "outside", outsideWay: "upi" });
  const refused = await send(without.path, { ...without.fields, intent: "place" });
  expect([refused.status, refused.words]).toEqual([400, expect.stringContaining("Enter the reference")]);
  const draft = await aDraft([[shirt, 1]], {
    payment: "outside",
    outsideWay: "upi",
    outsideReference: "UTR 412345678901",
  });
  const order = await place(draft);
  expect([order.paid, order.paymentStatus, order.userId, order.email]).toEqual([true, "completed", null, ""]);
  expect((await stockOf(shop, shirt)).stock).toBe(4);
  const { words } = await page(`/admin/orders/${order.id}`, admin);
  expect(words).toContain("paid outside the shop · UPI, UTR 412345678901");
  expect(words).toMatch(/Payment\s+Outside the shop/);
});

test("the customer is said to have been told only where the order has an email", async () => {
  const shirt = await aShirt(shop, { stock: 5 });
  const link = { payment: "link", linkHours: "2" };
  const silent = await aDraft([[shirt, 1]], link);
  expect((await send(silent.path, { ...silent.fields, intent: "place" })).flash).toContain(
    "flash=orderEnteredUntold",
  );
  const again = await send(`/admin/orders/${silent.id}`, { intent: "payment-link", hours: "24" });
  expect(again.flash).toContain("flash=paymentLinkMade");
  const reached = await aDraft([[shirt, 1]], { ...link, email: `told-${randomUUID()}@campus.test` });
  expect((await send(reached.path, { ...reached.fields, intent: "place" })).flash).toContain(
    "flash=orderEntered;",
  );
});

/** An order that is to be paid by a link, as its customer gets it. */
async function linked(stock = 3) {
  const shirt = await aShirt(shop, { stock });
  const email = `link-${randomUUID()}@campus.test`;
  const order = await place(await aDraft([[shirt, 2]], { email, payment: "link", linkHours: "2" }));
  const link = await paymentLinkOf(shop.services, order.id);
  if (!link) throw new Error("no link");
  return { shirt, order, email, path: `/pay/${link.token}` };
}
const gatewayOrderOf = async (id: string) => {
  const { rows } = await shop.services.db.execute(
    sql`select gateway_order_id from gateway_order where order_id = ${id} order by created_at desc limit 1`,
  );
  return String(rows[0]?.gateway_order_id);
};

test("a payment link shows the sum to whoever has it, reserves the units, and is paid once", async () => {
  const { shirt, order, email, path } = await linked();
  expect(await stockOf(shop, shirt)).toMatchObject({ stock: 3, reserved: 2 });
  const [mail] = await mailsTo(email);
  expect(mail).toMatchObject({ subject: expect.stringContaining("Please pay for order") });
  expect(mail?.text).toMatch(/keep its items for you until \d{1,2}:\d\d [ap]m on \d{1,2} \w{3} \d{4}\./);
  expect(mail?.text).toContain(path);
  expect((await page(`/admin/orders/${order.id}`, admin)).words).toContain("Send it on WhatsApp");
  const shown = await ask(path);
  expect(shown.headers.get("Cache-Control")).toContain("no-store");
  const words = textOf(await shown.text());
  expect(words).toContain("Pay ₹998.00");
  for (const secret of [anAddress.name, anAddress.line1, email]) expect(words).not.toContain(secret);
  // More than the usual half an hour later the units are still kept.
  await releaseExpiredReservations(shop.services, someJob);
  expect((await stockOf(shop, shirt)).reserved).toBe(2);
  const started = await send(path, {}, undefined);
  expect(started.location).toContain("/dev/gateway/pay/");
  const again = await send(path, {}, undefined);
  expect(again.location).toBe(started.location);
  await shop.gateway.pay(await gatewayOrderOf(order.id));
  expect((await page(`${path}?returned=1`)).words).toContain("Paid. Thank you!");
  expect((await orderOf(shop.services, order.id))?.paymentStatus).toBe("completed");
  expect(await stockOf(shop, shirt)).toMatchObject({ stock: 1, reserved: 0 });
  expect((await send(path, {}, undefined)).words).toContain("Paid. Thank you!");
});

test("an expired link says so and leads to the shop; a new one works and the old one does not", async () => {
  const { shirt, order, path } = await linked();
  await shop.services.db.execute(
    sql`update payment_link set expires_at = now() where order_id = ${order.id}`,
  );
  await shop.services.db.execute(
    sql`update reservation set expires_at = now() - interval '1 minute' where order_id = ${order.id}`,
  );
  await releaseExpiredReservations(shop.services, someJob);
  expect((await stockOf(shop, shirt)).reserved).toBe(0);
  const expired = await ask(path);
  const html = await expired.text();
  expect(textOf(html)).toContain("This link has expired");
  expect(html).toContain('href="/shop"');
  expect((await send(path, {}, undefined)).words).toContain("This link has expired");
  await send(`/admin/orders/${order.id}`, { intent: "payment-link", form: "payment-link", hours: "24" });
  const link = await paymentLinkOf(shop.services, order.id);
  expect(link?.isOpen && `/pay/${link.token}` !== path).toBe(true);
  expect((await stockOf(shop, shirt)).reserved).toBe(2);
  expect((await page(`/pay/${link?.token}`)).words).toContain("Pay ₹998.00");
  expect((await page("/pay/none")).status).toBe(404);
});

test("where nobody can pay online, an order offers no link to pay", async () => {
  const { payments } = shop.services;
  const offline = await asking({ ...shop.services, payments: { ...payments, online: undefined } });
  const read = async (path: string) => textOf(await (await offline(path, { as: admin })).text());
  const order = await anOrder(shop, await aShopper(shop), { pieces: [await aShirt(shop)] });
  expect(await read(`/admin/orders/${order.id}`)).toContain("Record this payment");
  expect(await read(`/admin/orders/${order.id}`)).not.toContain("link to pay");
});

test("a cash order is paid by a link before it is sent: nothing is collected then, and cash that came first makes it the second payment", async () => {
  const shirt = await aShirt(shop, { stock: 9 });
  const cashOrder = async () => {
    const email = `now-${randomUUID()}@campus.test`;
    const order = await place(await aDraft([[shirt, 1]], { email }));
    await send(`/admin/orders/${order.id}`, { intent: "payment-link", form: "payment-link", hours: "24" });
    const link = await paymentLinkOf(shop.services, order.id);
    return { order, email, path: `/pay/${link?.token}` };
  };
  const one = await cashOrder();
  const mail = (await mailsTo(one.email)).at(-1);
  expect(mail?.subject).toContain("You can pay for order");
  expect(mail?.text).toContain(one.path);
  const { words } = await page(one.path);
  expect(words).toContain("Pay ₹499.00");
  expect(words).toContain("This link works until");
  await send(one.path, {}, undefined);
  // A try that fails changes nothing: it is still a cash order.
  await shop.gateway.decline(await gatewayOrderOf(one.order.id));
  expect((await page(`${one.path}?returned=1`)).words).toContain("Pay ₹499.00");
  expect((await orderOf(shop.services, one.order.id))?.paymentStatus).toBe("pending");
  await shop.gateway.pay(await gatewayOrderOf(one.order.id));
  expect((await page(`${one.path}?returned=1`)).words).toContain("Paid. Thank you!");
  expect(await orderOf(shop.services, one.order.id)).toMatchObject({ method: "online", paid: true });
  expect((await page(`/admin/orders/print?id=${one.order.id}`, admin)).words).toContain("Collect nothing");

  const other = await cashOrder();
  await send(other.path, {}, undefined);
  const status = (to: string, seen: string) =>
    send(`/admin/orders/${other.order.id}`, { intent: "status", status: to, seen });
  await status("shipped", "pending");
  expect((await page(other.path)).words).toContain("Nothing to pay online");
  expect((await send(other.path, {}, undefined)).status).toBe(409);
  await status("delivered", "shipped");
  await shop.gateway.pay(await gatewayOrderOf(other.order.id));
  await page(`${other.path}?returned=1`);
  await shop.runDue();
  const { rows } = await shop.services.db.execute(sql`
    select p.provider, p.effect, p.amount::integer, coalesce(r.amount, 0)::integer as back from received_payment p
      left join refund r on r.provider_payment_id = p.provider_payment_id where p.order_id = ${other.order.id}
      order by p.effect`);
  expect(rows).toMatchObject([
    { provider: "cod", effect: "applied", amount: 49_900, back: 0 },
    { effect: "duplicate", amount: 49_900, back: 49_900 },
  ]);
});

test("paid after it was cancelled, the money is late and goes back", async () => {
  const { order, path } = await linked();
  await send(path, {}, undefined);
  await send(`/admin/orders/${order.id}`, { intent: "status", status: "cancelled", seen: "pending" });
  expect((await page(path)).words).toContain("This order was cancelled");
  await shop.gateway.pay(await gatewayOrderOf(order.id));
  await page(`${path}?returned=1`);
  await shop.runDue();
  const late = await orderOf(shop.services, order.id);
  expect([late?.status, late?.paid, late?.refunded]).toEqual(["cancelled", false, order.total]);
});

test("what is missing or sold is said at its field, and what was typed stays", async () => {
  const shirt = await aShirt(shop, { stock: 1 });
  const empty = await send("/admin/orders/new", { intent: "place", name: "Only a name" });
  expect([empty.status, empty.words]).toEqual([400, expect.stringContaining("Add an item first.")]);
  expect(empty.html).toMatch(/name="name"[^>]*value="Only a name"|value="Only a name"[^>]*name="name"/);
  expect(empty.words).toContain("Enter the PIN code.");
  // Nothing is delivered yet.
  expect(empty.words).toMatch(/Total ₹0\b/);
  const draft = await aDraft([[shirt, 2]], { linkHours: "1e999", channel: "fax", payment: "barter" });
  expect(textOf(draft.html)).toContain("Only 1 left");
  const short = await send(draft.path, { ...draft.fields, intent: "place" });
  expect([short.status, short.words]).toEqual([400, expect.stringContaining("Only 1 left.")]);
  for (const [field, typed, said] of [
    ["discount", "lots", "Enter an amount, such as 100"],
    ["shipping", "-1", "Enter an amount in rupees"],
    [`quantity-${shirt.variantId}`, "1e9", "Enter a number up to 10."],
    [`unit-${shirt.variantId}`, "cheap", "Enter an amount in rupees"],
  ] as const) {
    const wrong = await send(draft.path, { ...draft.fields, [field]: typed, version: "2", intent: "save" });
    expect([wrong.status, wrong.words]).toEqual([400, expect.stringContaining(said)]);
    expect(wrong.html).toContain(`value="${typed}"`);
  }
});

test("the list of drafts writes a phone number as the rest of the shop does", async () => {
  await aDraft([[await aShirt(shop), 1]], { phone: "+91-8012345678" });
  expect((await page("/admin/orders/drafts", admin)).words).toContain("80123 45678");
});

test("two people at once: one saves, the other is told; a copy has today's prices", async () => {
  const shirt = await aShirt(shop);
  const draft = await aDraft([[shirt, 1]], { [`unit-${shirt.variantId}`]: "1" });
  await send(draft.path, { ...draft.fields, note: "First", intent: "save" });
  const second = await send(draft.path, { ...draft.fields, note: "Second", intent: "save" });
  expect([second.status, second.words]).toEqual([409, expect.stringContaining("changed this draft")]);
  const copied = await send(draft.path, { intent: "duplicate" });
  expect((await page(copied.location ?? "", admin)).words).toContain("Total ₹499.00");
  const order = await anOrder(shop, await aShopper(shop), { pieces: [shirt] });
  const ofOrder = await send(`/admin/orders/${order.id}`, { intent: "duplicate" });
  expect((await page(ofOrder.location ?? "", admin)).words).toContain("Total ₹499.00");
  await send(draft.path, { intent: "delete" });
  expect((await page(draft.path, admin)).status).toBe(404);
});

test("staff without the right to change prices enter orders at the shop's, and find only whom they know", async () => {
  const support = await aRole("support");
  const shirt = await aShirt(shop);
  const cheap = { intent: "save", [`quantity-${shirt.variantId}`]: "1" };
  for (const price of [{ [`unit-${shirt.variantId}`]: "1" }, { discount: "50%" }, { shipping: "1" }]) {
    const refused = await send("/admin/orders/new", { ...cheap, ...price }, support);
    expect([refused.status, refused.words]).toEqual([403, expect.stringContaining("Change prices")]);
  }
  const order = await place(await aDraft([[shirt, 1]], {}, support), support);
  expect(order.total).toBe(49_900);
  const packer = await aRole("fulfilment");
  const known = await aShopper(shop, { name: "Private Person" });
  const search = async (customer: string) => {
    const { location } = await send("/admin/orders/new", { intent: "find", customer }, packer);
    return (await page(location ?? "", packer)).words;
  };
  expect(await search("Private")).not.toContain(known.email);
  expect(await search(known.email)).toContain("Private Person");
  const typed = async (q: string) => {
    const query = new URLSearchParams({ for: "customer", q });
    return (await page(`/admin/orders/find?${query}`, packer)).words;
  };
  expect(await typed("Private")).not.toContain(known.email);
  expect(await typed(known.email)).toContain("Private Person");
});
