import { afterAll, beforeAll, expect, test } from "vitest";
import { orderDetail } from "../../../shop/order-management/order-detail.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aReturnable } from "../../support/orders.server.ts";
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

/** Sends a form as a browser without scripts does. Out: the HTML of the response. */
async function refusedPage(path: string, fields: Record<string, string>): Promise<string> {
  const answer = await ask(path, { ...posted(fields), as: admin });
  expect(answer.status).toBe(400);
  return answer.text();
}

/** The error below each field, by the field's name. */
function errorsIn(html: string): Record<string, string> {
  const controls = html.matchAll(/<(?:input|select|textarea)\b[^>]*aria-describedby="([^"]+-error)"[^>]*>/g);
  return Object.fromEntries(
    [...controls].map(([control, id = ""]) => [
      /name="([^"]*)"/.exec(control)?.[1] ?? "",
      textOf(html.split(`id="${id}"`)[1]?.split("</p>")[0] ?? "")
        .replace(/^[^>]*> ?/, "")
        .trim(),
    ]),
  );
}

const isOpen = (html: string, dialog: string) =>
  new RegExp(`<dialog[^>]*id="${dialog}"[^>]*open=""`).test(html);

test("the dialog to cancel a shipped order is shown again, open, with its errors and what was typed", async () => {
  const order = await anOrder(shop, shopper);
  await nowIs(shop, order, "shipped");
  const piece = `outcome-${order.lines[0]?.id}-0`;
  const form = { intent: "status", form: "cancel-order", status: "cancelled", seen: "shipped" };
  const asked = { ...form, version: "", reason: "", [piece]: "lost" };
  const html = await refusedPage(`/admin/orders/${order.id}`, asked);
  expect(errorsIn(html)).toEqual({ reason: "Please enter a reason." });
  expect(textOf(html)).toContain("Failed to update order status");
  expect(isOpen(html, "cancel-order")).toBe(true);
  expect(html).toMatch(/<option[^>]*value="lost"[^>]*selected|<option selected=""[^>]*value="lost"/);
  const second = await refusedPage(`/admin/orders/${order.id}`, {
    ...asked,
    reason: "Fell off",
    [piece]: "",
  });
  expect(errorsIn(second)).toEqual({ [piece]: "Please say what happened to each item." });
  expect(second).toContain('value="Fell off"');
});

test("the status form shows at its fields what is missing or invalid", async () => {
  const order = await anOrder(shop, shopper);
  await nowIs(shop, order, "shipped");
  const form = { intent: "status", form: "status", seen: "shipped", courier: "Blue Dart" };
  const version = (await orderDetail(shop.services, order.id))?.version ?? "";
  const back = await refusedPage(`/admin/orders/${order.id}`, {
    ...form,
    version,
    status: "pending",
    reason: "",
  });
  expect(errorsIn(back)).toEqual({ reason: "Please enter a reason." });
  expect(back).toContain('value="Blue Dart"');
  const link = { ...form, status: "shipped", trackingLink: "bluedart dot com" };
  const html = await refusedPage(`/admin/orders/${order.id}`, link);
  expect(errorsIn(html)).toEqual({ trackingLink: "A tracking link begins with https://." });
  expect(html).toContain('value="bluedart dot com"');
  expect(isOpen(html, "cancel-order")).toBe(false);
});

test("the refund dialog shows each error at its field", async () => {
  const { order, lineId } = await aReturnable(shop, { quantity: 2 });
  const path = `/admin/orders/${order.id}`;
  const [pieces, disposition] = [`units-${lineId}`, `disposition-${lineId}`];
  const form = { intent: "refund", form: "refund", key: "a-key-of-this-form", extra: "", reason: "torn" };
  const errors = async (typed: Record<string, string>) => {
    const html = await refusedPage(path, { ...form, [pieces]: "1", [disposition]: "kept", ...typed });
    expect(textOf(html)).toContain("Nothing was changed");
    expect(isOpen(html, "refund")).toBe(true);
    return errorsIn(html);
  };
  expect(await errors({ reason: " " })).toEqual({ reason: "Please enter a reason." });
  expect(await errors({ [disposition]: "" })).toEqual({
    [disposition]: "Please say what happened to each item.",
  });
  expect(await errors({ [pieces]: "3" })).toEqual({
    [pieces]: "There are not that many items left to refund.",
  });
  expect(Object.keys(await errors({ extra: "much" }))).toEqual(["extra"]);
  expect(Object.keys(await errors({ [pieces]: "", extra: "" }))).toEqual(["extra"]);
  expect(await errors({ extra: "9999" })).toEqual({ extra: "That is more than the amount left to refund." });
});

test("rejecting a return without a reason, receiving it without conditions and an empty note are refused", async () => {
  const { order, ask: request } = await aReturnable(shop);
  const returned = await request(1);
  if (!returned.ok) throw new Error(returned.refused);
  const { id } = returned.value;
  const path = `/admin/orders/${order.id}`;
  const rejected = await refusedPage(path, {
    intent: "reject",
    form: `reject-${id}`,
    return: id,
    answer: "",
  });
  expect(errorsIn(rejected)).toEqual({ answer: "Please enter a reason." });
  expect(isOpen(rejected, `reject-${id}`)).toBe(true);
  const approved = await ask(path, { ...posted({ intent: "approve", return: id, answer: "" }), as: admin });
  expect(approved.status).toBe(303);
  const condition = `condition-${order.lines[0]?.id}`;
  const received = await refusedPage(path, {
    intent: "receive",
    form: `receive-${id}`,
    return: id,
    [condition]: "",
  });
  expect(errorsIn(received)).toEqual({
    [condition]: "Please say for each item whether it can be sold again.",
  });
  const note = await refusedPage(path, { intent: "note", form: "note", key: "a-key-of-a-note", text: " " });
  expect(errorsIn(note)).toEqual({ text: "Please write something first." });
});
