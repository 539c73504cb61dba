import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog } from "../../../shop/audit/read-audit.server.ts";
import { codConfirmation } from "../../../shop/cod/tables.server.ts";
import { orderDetail } from "../../../shop/order-management/order-detail.server.ts";
import { reportReturnSent } from "../../../shop/returns/customer-steps.server.ts";
import { requestReturn } from "../../../shop/returns/request-return.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aReturnable, aReturnWish, inSize } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let shopper: Person;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  shopper = await aShopper(shop);
});
afterAll(() => shop.dispose());

const open = (path: string, as: Person = admin) => ask(path, { as });
const read = async (path: string) => textOf(await (await open(path)).text());
const send = (path: string, fields: Record<string, string>, as: Person = admin) =>
  ask(path, { ...posted(fields), as });
/** Sends the form of the order list and, when it asks for a confirmation, confirms with a reason. Out: question, answer. */
async function sendMany(
  path: string,
  fields: Record<string, string | string[]>,
  reason = "",
  as: Person = admin,
) {
  const sent = (extra: Record<string, string>) => {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...fields, ...extra }))
      for (const one of [value].flat()) body.append(name, one);
    return ask(path, { ...posted({}), body, as });
  };
  const asked = await (await sent({})).text();
  const confirmed = /name="confirmed" value="([^"]*)"/.exec(asked)?.[1]?.replaceAll("&quot;", '"');
  const answer = confirmed === undefined ? asked : await (await sent({ confirmed, reason })).text();
  return { asked: textOf(asked), answer: textOf(answer), html: answer };
}
const statusOf = async (id: string) => (await orderDetail(shop.services, id))?.order.status;

test("an empty list shows a message; an order is listed with customer, phone, items and total", async () => {
  expect(await read("/admin/orders")).toContain("No orders found.");
  const order = await anOrder(shop, shopper);
  const words = await read("/admin/orders");
  for (const said of [order.id.slice(0, 8), "Asha Rao", "98765 43210", "1 item", "₹499.00", "All 1"])
    expect(words).toContain(said);
  expect(await read("/admin/orders?status=shipped")).toContain("No orders found.");
  expect(await read(`/admin/orders?q=${order.id.slice(0, 8)}`)).toContain("Asha Rao");
});

test("without scripts, a status is set from the list; an unusual step opens the order and asks for a reason", async () => {
  const order = await anOrder(shop, shopper);
  const step = { intent: "status", id: order.id, seen: "pending", status: "shipped" };
  const done = await send("/admin/orders", step);
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/admin/orders"]);
  expect(done.headers.get("Set-Cookie")).toContain("orderStatusUpdated");
  const back = await send("/admin/orders", { ...step, seen: "shipped", status: "pending" });
  expect(back.headers.get("Location")).toBe(`/admin/orders/${order.id}?to=pending`);
  expect(await read(back.headers.get("Location") ?? "")).toContain("This is not the usual next step.");
  expect(await statusOf(order.id)).toBe("shipped");
});

test("a second admin's stale status form is refused with the current state and keeps what was typed", async () => {
  const order = await anOrder(shop, shopper);
  await nowIs(shop, order, "processing", { courier: "India Post" });
  const answer = await send(`/admin/orders/${order.id}`, {
    intent: "status",
    form: "status",
    seen: "pending",
    version: "1",
    status: "confirmed",
    courier: "Delhivery",
  });
  const html = await answer.text();
  expect(textOf(html)).toContain("Failed to update order status");
  expect(textOf(html)).toContain("It is now: Processing, India Post.");
  expect(html).toContain('value="Delhivery"');
  expect(await statusOf(order.id)).toBe("processing");
});

test("an order's page shows its refund, once even if sent twice, and its timeline; unknown orders answer 404", async () => {
  const { order, lineId } = await aReturnable(shop, { quantity: 2 });
  const path = `/admin/orders/${order.id}`;
  const refund = {
    intent: "refund",
    key: "a-key-of-this-form",
    [`disposition-${lineId}`]: "kept",
    reason: "torn",
  };
  const done = await send(path, { ...refund, [`units-${lineId}`]: "1" });
  expect(done.status).toBe(303);
  await send(path, { ...refund, [`units-${lineId}`]: "1" });
  const words = await read(path);
  for (const said of ["Refund of ₹499.00", "Manual payout due", "torn", "1 refunded", "Pending → Delivered"])
    expect(words).toContain(said);
  expect(words.match(/Manual payout due/g)).toHaveLength(1);
  const refused = await send(path, { ...refund, key: "another-key-of-it", extra: "-5" });
  expect(textOf(await refused.text())).toContain("Nothing was changed");
  expect((await open("/admin/orders/5f0c9d1e-0000-4000-8000-000000000000")).status).toBe(404);
  expect((await open("/admin/orders/random")).status).toBe(404);
});

test("many orders are set at once from the list, and their packing slips show only amounts to collect", async () => {
  const [one, two] = [await anOrder(shop, shopper), await anOrder(shop, shopper)];
  await nowIs(shop, two, "delivered");
  const fields = {
    intent: "many",
    status: "confirmed",
    id: [one.id, two.id],
    [`seen-${one.id}`]: "pending",
    [`seen-${two.id}`]: "delivered",
  };
  const unsaid = await sendMany("/admin/orders", fields);
  expect(unsaid.asked).toContain("1 order for which this step goes backwards.");
  expect(unsaid.answer).toContain("Please enter a reason.");
  expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(["pending", "delivered"]);
  expect((await sendMany("/admin/orders", fields, "Wrong parcel")).answer).toContain("2 set, 0 left");
  expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(["confirmed", "confirmed"]);
  await nowIs(shop, two, "delivered");
  const body = new URLSearchParams([
    ["intent", "print"],
    ["id", one.id],
    ["id", two.id],
  ]);
  const slips = await ask("/admin/orders", { ...posted({}), body, as: admin });
  const printed = await read(slips.headers.get("Location") ?? "");
  for (const said of ["2 packing slips", one.id.slice(0, 8), two.id.slice(0, 8), "12, MG Road", "Test Shirt"])
    expect(printed).toContain(said);
  // One is still to be paid on delivery, the other is already paid.
  expect(printed.match(/₹[\d,.]+/g)).toEqual(["₹499.00"]);
  for (const said of ["Collect ₹499.00", "Collect nothing", "return to Campus Style", "Cash on delivery"])
    expect(printed).toContain(said);
  const html = await (await open(slips.headers.get("Location") ?? "")).text();
  expect(html).toContain(`aria-label="Bar code ${one.id.slice(0, 8)}"`);
  expect(html.match(/<rect /g)?.length).toBeGreaterThan(40);
});

test("the chosen of the pending orders are confirmed by one button, but for those whose customer is asked to", async () => {
  const order = () => anOrder(shop, shopper);
  const [one, two, asked] = [await order(), await order(), await order()];
  await shop.services.db.insert(codConfirmation).values({ orderId: asked.id, token: "t".repeat(43) });
  expect(await (await open("/admin/orders?status=pending")).text()).toContain('value="confirm"');
  const { answer } = await sendMany("/admin/orders?status=pending", {
    intent: "confirm",
    id: [one.id, two.id, asked.id],
  });
  expect(answer).toContain("2 set, 1 left");
  const states = await Promise.all([one, two, asked].map(({ id }) => statusOf(id)));
  expect(states).toEqual(["confirmed", "confirmed", "pending"]);
});

test("many orders are cancelled only after their number and the sum to be refunded were confirmed", async () => {
  const paid = await anOrder(shop, shopper, { method: "online" });
  await nowIs(shop, paid, "confirmed");
  const cash = await anOrder(shop, shopper);
  const sent = await anOrder(shop, shopper);
  await nowIs(shop, sent, "shipped");
  const fields = { intent: "many", status: "cancelled", id: [paid.id, cash.id, sent.id] };
  const body = new URLSearchParams({ intent: "many", status: "cancelled" });
  for (const id of fields.id) body.append("id", id);
  const first = await ask("/admin/orders", { ...posted({}), body, as: admin });
  const question = textOf(await first.text());
  for (const said of ["Cancel 2 orders?", "1 order already shipped: left as it is", "Reason (optional)"])
    expect(question).toContain(said);
  expect([await statusOf(paid.id), await statusOf(cash.id)]).toEqual(["confirmed", "pending"]);
  // The figures that were confirmed are not those of now: it is asked again.
  const stale = JSON.stringify(["cancelled", 1, 0, 0, []]);
  const again = await sendMany("/admin/orders", { ...fields, confirmed: stale });
  expect(again.asked).toContain("The orders have changed in the meantime. Please look again.");
  expect([await statusOf(paid.id), await statusOf(cash.id)]).toEqual(["cancelled", "cancelled"]);
  expect(await statusOf(sent.id)).toBe("shipped");
  const one = await anOrder(shop, shopper);
  const asked = await send("/admin/orders", {
    intent: "status",
    id: one.id,
    seen: "pending",
    status: "cancelled",
  });
  expect(asked.headers.get("Location")).toBe(`/admin/orders/${one.id}?to=cancelled`);
  expect(await statusOf(one.id)).toBe("pending");
});

describe("an online order that nobody has paid", () => {
  test("is not among the orders to send, and its packing slip says so", async () => {
    const unpaid = await anOrder(shop, shopper, { method: "online" });
    const cash = await anOrder(shop, shopper);
    const words = await read("/admin/orders?status=to-send");
    expect(words).toContain(cash.id.slice(0, 8));
    expect(words).not.toContain(unpaid.id.slice(0, 8));
    expect(await read(`/admin/orders/print?id=${unpaid.id}`)).toContain("Not paid: do not send");
    expect(await read(`/admin/orders/print?id=${cash.id}`)).not.toContain("do not send");
    const dashboard = await (await open("/admin")).text();
    // Those to confirm and those to send, which the dashboard counts apart.
    const waiting = [...textOf(dashboard).matchAll(/(\d+) [a-z-]*\s?orders? to (?:confirm|send)/g)];
    const sum = waiting.reduce((so, [, count]) => so + Number(count), 0);
    expect(sum).toBeGreaterThan(0);
    expect(await read("/admin/orders")).toContain(`To send ${sum}`);
  });

  test("has no next step while its customer has not paid, and no receipt once it is cancelled", async () => {
    const unpaid = await anOrder(shop, shopper, { method: "online" });
    const cash = await anOrder(shop, shopper);
    const step = ({ id }: { id: string }) => `Confirm, order ${id.slice(0, 8)}`;
    const list = await (await open("/admin/orders")).text();
    expect([list.includes(step(unpaid)), list.includes(step(cash))]).toEqual([false, true]);
    const path = `/admin/orders/${unpaid.id}`;
    expect(await (await open(path)).text()).not.toContain(step(unpaid));
    await send(path, { intent: "status", seen: "pending", status: "cancelled", reason: "Given up" });
    await shop.services.db.execute(sql`update orders set payment_status = 'failed' where id = ${unpaid.id}`);
    const document = `/orders/${unpaid.id}/document.pdf`;
    for (const [page, as] of [
      [path, undefined],
      ["/orders", shopper],
      [`/order-confirmation/${unpaid.id}`, shopper],
    ] as const)
      expect([page, (await (await open(page, as)).text()).includes(document)]).toEqual([page, false]);
    expect((await open(document)).status).toBe(404);
  });

  test("is left out of bulk status changes, and is changed alone only with a reason", async () => {
    const unpaid = await anOrder(shop, shopper, { method: "online" });
    const [too, cash] = [await anOrder(shop, shopper, { method: "online" }), await anOrder(shop, shopper)];
    for (const status of ["confirmed", "shipped"]) {
      const many = { intent: "many", id: [unpaid.id, too.id, cash.id], status };
      const { asked, answer } = await sendMany("/admin/orders", many);
      expect(asked).toMatch(/Set 1 order to \w+\?/);
      expect(asked).toContain("2 orders not paid for yet: left as they are.");
      const both = [too, unpaid].map(({ id }) => id.slice(0, 8)).join(", ");
      expect(answer).toContain(`${both}: They have not been paid for yet. Open each`);
      expect(await statusOf(cash.id)).toBe(status);
      expect(await statusOf(unpaid.id)).toBe("pending");
    }
    const alone = { intent: "status", id: unpaid.id, seen: "pending", status: "shipped", answer: "here" };
    expect(await (await send("/admin/orders", alone)).text()).toContain("This step needs a reason.");
    expect(await statusOf(unpaid.id)).toBe("pending");
    await send("/admin/orders", { ...alone, reason: "Paid at the counter" });
    expect(await statusOf(unpaid.id)).toBe("shipped");
  });
});

describe("a list of many orders", () => {
  const who = "Rukmini of the many";
  let ids: string[];
  beforeAll(async () => {
    const buyer = await aShopper(shop);
    ids = [];
    for (let at = 0; at < 27; at++) ids.push((await anOrder(shop, buyer, { address: { name: who } })).id);
    await nowIs(shop, { id: ids[0] ?? "" }, "cancelled");
  });
  const q = "q=rukmini+of+the+many";

  test("counts the search results in its tabs", async () => {
    const words = await read(`/admin/orders?${q}`);
    for (const said of ["All 27", "To send 26", "Pending 26", "Cancelled 1", "Shipped 0"])
      expect(words).toContain(said);
  });

  test("keeps search, tab and selection after a bulk action", async () => {
    const address = `/admin/orders?${q}&status=pending`;
    const page = await (await open(address)).text();
    const action = /formAction="([^"]+)"/i.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const asked = (path: string) => Object.fromEntries(new URL(path, "http://shop.test").searchParams);
    expect(asked(action)).toEqual(asked(address));
    const id = ids.at(-1) ?? "";
    const fields = { intent: "many", id, [`seen-${id}`]: "shipped", status: "confirmed" };
    const html = await (await send(action, fields)).text();
    expect(html).toContain("0 set, 1 left as it is");
    expect(html).toMatch(new RegExp(`<input(?=[^>]*value="${id}")(?=[^>]*checked="")`));
    expect(html).toContain('value="rukmini of the many"');
  });

  test("sets all matching orders, on every page, and no others", async () => {
    const other = await anOrder(shop, shopper);
    const words = textOf(await (await open(`/admin/orders?${q}&status=pending`)).text());
    expect(words).toContain("Select all 26");
    const fields = { intent: "many", all: "on", status: "processing" };
    const said = await (await send(`/admin/orders?${q}&status=pending`, fields)).text();
    expect(said).toContain("26 set, 0 left as they are");
    expect(await read(`/admin/orders?${q}`)).toContain("Processing 26");
    const again = { ...fields, all: "", id: ids[1] ?? "" };
    expect(await (await send("/admin/orders", again)).text()).toContain("1 order has this status already.");
    expect(await statusOf(other.id)).toBe("pending");
    const slips = await send(`/admin/orders?${q}&status=processing`, { intent: "print", all: "on" });
    expect(await read(slips.headers.get("Location") ?? "")).toContain("26 packing slips");
  });
});

test("a step without an email can be undone by its author only; one that mailed the customer cannot", async () => {
  const order = await anOrder(shop, shopper);
  await shop.runDue();
  const mails = shop.sentMail().length;
  const step = { intent: "status", id: order.id, answer: "here", list: "status=pending" };
  // Being placed is no step.
  const unplace = await send("/admin/orders", { intent: "undo", id: order.id, seen: "pending" });
  expect(await unplace.text()).toContain("This can no longer be undone");
  const steps = { ...step, seen: "pending", status: "processing" };
  const done = await (await send("/admin/orders.data", steps)).text();
  expect(done).toContain("It has left this list.");
  expect(done).toContain("Undo");
  const undo = { intent: "undo", id: order.id, seen: "processing" };
  const other = await anAdmin(shop);
  expect(await (await send("/admin/orders", undo, other)).text()).toContain("This can no longer be undone");
  expect(await (await send("/admin/orders.data", undo)).text()).toContain("Pending again");
  expect(await statusOf(order.id)).toBe("pending");
  const all = { actor: "", action: "", kind: "", from: "", to: "", q: order.id };
  const { entries } = await auditLog(shop.services, all, { after: null, before: null });
  expect(entries[0]?.parts[0]?.after).toEqual({ status: "pending", undone: true });
  expect(await (await send("/admin/orders", undo)).text()).toContain("This can no longer be undone");
  await shop.runDue();
  expect(
    shop
      .sentMail()
      .slice(mails)
      .filter(({ subject }) => subject.includes(order.id.slice(0, 8))),
  ).toEqual([]);

  const shown = await (await send("/admin/orders.data", { ...steps, status: "confirmed" })).text();
  expect(shown).not.toContain('"Undo"');
  expect(await (await send("/admin/orders", { ...undo, seen: "confirmed" })).text()).toContain(
    "no longer be undone",
  );
  expect(await statusOf(order.id)).toBe("confirmed");
  await nowIs(shop, order, "cancelled");
});

test("the CSV export has the orders of the filtered list", async () => {
  const confirmed = await anOrder(shop, shopper, { address: { name: "Exported Alone" } });
  await nowIs(shop, confirmed, "confirmed");
  await anOrder(shop, shopper, { address: { name: "Exported Alone" } });
  const answer = await open("/admin/orders/export.csv?status=confirmed&q=exported+alone");
  expect(answer.headers.get("Content-Type")).toContain("text/csv");
  const lines = (await answer.text()).trimEnd().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(",Confirmed,");
});

test("a return is listed, approved and received from its order", async () => {
  const { order, lineId, ask: askBack } = await aReturnable(shop);
  const asked = await askBack(1);
  if (!asked.ok) throw new Error(asked.refused);
  expect(await read("/admin/returns?state=open")).toContain(`Return for order ${order.id.slice(0, 8)}`);
  const path = `/admin/orders/${order.id}`;
  const fields = { return: asked.value.id, answer: "Please use the label" };
  expect((await send(path, { ...fields, intent: "approve" })).status).toBe(303);
  const unjudged = await send(path, { ...fields, intent: "receive" });
  expect(textOf(await unjudged.text())).toContain("Please say for each item whether it can be sold again.");
  const received = { ...fields, intent: "receive", [`condition-${lineId}`]: "written-off" };
  const refunded = await send(path, received);
  expect([refunded.status, refunded.headers.getSetCookie().join()]).toEqual([
    303,
    expect.stringContaining("flash=returnDecided"),
  ]);
  expect(await read(path)).toContain("Refund of ₹499.00");
  expect(await read(path)).toContain("1 written off");
  expect(await read("/admin/returns?state=closed")).toContain(order.id.slice(0, 8));
});

test("nobody is said to have been told of an exchange that has only arrived", async () => {
  const { asha, shirt, order, lineId } = await aReturnable(shop);
  const { variantId } = await inSize(shop, shirt, "L", { stock: 1 });
  const lines = [{ lineId, quantity: 1, exchangeVariantId: variantId }];
  const asked = await requestReturn(shop.services, asha, order.id, aReturnWish(lines, { kind: "exchange" }));
  if (!asked.ok) throw new Error(asked.refused);
  const path = `/admin/orders/${order.id}`;
  const fields = { return: asked.value.id };
  await send(path, { ...fields, intent: "approve" });
  await reportReturnSent(shop.services, asha, asked.value.id);
  expect(await read(path)).toContain("On its way, says the customer");
  const here = await send(path, { ...fields, intent: "receive", [`condition-${lineId}`]: "restocked" });
  expect(here.headers.getSetCookie().join()).toContain("flash=exchangeReceived");
  const by = { courier: "Blue Dart", trackingNumber: "EX1", trackingLink: "https://bluedart.example/EX1" };
  const sent = await send(path, { ...fields, ...by, intent: "send" });
  expect(sent.headers.getSetCookie().join()).toContain("flash=returnDecided");
  expect(await read(path)).toContain("Exchange sent by Blue Dart EX1 Track the exchange");
});

describe("nobody but an admin", () => {
  test.each(["", "/print", "/export.csv", "/5f0c9d1e-0000-4000-8000-000000000000"])(
    "opens or changes /admin/orders%s",
    async (rest) => {
      const order = await anOrder(shop, shopper);
      const fields = { intent: "status", id: order.id, seen: "pending", status: "cancelled" };
      for (const path of [`/admin/orders${rest}`, `/admin/orders/${order.id}`]) {
        const opened = await open(path, shopper);
        expect(opened.headers.get("Location")).toMatch(/^\/auth\?next=/);
        await send(path, fields, shopper);
      }
      expect(await statusOf(order.id)).toBe("pending");
    },
  );
});
