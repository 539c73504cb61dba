import { afterAll, beforeAll, expect, test } from "vitest";
import { orderDetail } from "../../../shop/order-management/order-detail.server.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { approveReturn } from "../../../shop/returns/decide-return.server.ts";
import { returnOf } from "../../../shop/returns/read-returns.server.ts";
import { receiveReturn } from "../../../shop/returns/receive-return.server.ts";
import { requestReturn } from "../../../shop/returns/request-return.server.ts";
import { someStaff } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aDeliveredOrder, aReturnWish, aShirt, inSize, type Piece } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let buyer: Person;
let shirt: Piece;
/** An order that Delhivery has under the number DL-7. */
let first: Order;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  buyer = await aShopper(shop);
  shirt = await aShirt(shop, { stock: 50 });
  first = await anOrder(shop, buyer, { pieces: [shirt] });
  expect((await ship(first, "Delhivery", "DL-7")).status).toBe(303);
});
afterAll(() => shop.dispose());

const another = () => anOrder(shop, buyer, { pieces: [shirt] });
const numberOf = async ({ id }: Order) => (await orderOf(shop.services, id))?.trackingNumber ?? null;

async function send({ id }: Order, fields: Record<string, string>) {
  const file = await orderDetail(shop.services, id);
  const form = { version: file?.version ?? "", seen: file?.order.status ?? "", ...fields };
  const answer = await ask(`/admin/orders/${id}`, { ...posted(form), as: admin });
  return { status: answer.status, words: textOf(await answer.text()) };
}
const ship = (order: Order, courier: string, trackingNumber: string) =>
  send(order, { intent: "status", status: "shipped", courier, trackingNumber, trackingLink: "", note: "" });

const names = ({ id }: Order) => `Order ${id.slice(0, 8)} already has this AWB.`;

test("the form of the status refuses the number of another order's parcel and names it; the parcel's own stays", async () => {
  const order = await another();
  for (const typed of ["DL-7", "dl-7 "]) {
    const refused = await ship(order, "delhivery", typed);
    expect([refused.status, refused.words]).toEqual([400, expect.stringContaining(names(first))]);
  }
  // Without a courier nobody knows that it is another one's.
  expect((await ship(order, "", "DL-7")).words).toContain(names(first));
  expect([await numberOf(order), (await orderOf(shop.services, order.id))?.status]).toEqual([
    null,
    "pending",
  ]);
  expect((await ship(order, "Blue Dart", "DL-7")).status).toBe(303);
  const note = { courier: "Delhivery", trackingNumber: "DL-7", trackingLink: "", note: "Call before" };
  expect((await send(first, { intent: "status", status: "shipped", ...note })).status).toBe(303);
});

test("of two forms with one number at the same time one is refused", async () => {
  const orders = [await another(), await another()];
  const answers = await Promise.all(orders.map((order) => ship(order, "Ekart", "EK-1")));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
});

test("a new parcel, another number of a parcel, the grid, a pick-up and an exchange are refused alike", async () => {
  const order = await another();
  const line = order.lines[0]?.id ?? "";
  const typed = { courier: "Delhivery", trackingNumber: "DL-7", trackingLink: "" };
  const pack = { intent: "parcel-new", form: "new-parcel", [`units-${line}`]: "1", reason: "" };
  expect((await send(order, { ...pack, ...typed })).words).toContain(names(first));
  await send(order, { ...pack, ...typed, trackingNumber: "DL-8" });
  const parcel = (await orderOf(shop.services, order.id))?.parcels[0]?.id ?? "";
  const carrier = { intent: "parcel-carrier", form: `carrier-${parcel}`, parcel };
  expect((await send(order, { ...carrier, ...typed })).words).toContain(names(first));
  expect((await send(order, { ...carrier, ...typed, courier: "Ekart" })).status).toBe(303);
  expect((await send(order, { ...carrier, ...typed })).words).toContain(names(first));

  const many = await another();
  const path = `/admin/orders/ship?id=${many.id}`;
  const row = { intent: "ship", [`seen-${many.id}`]: "pending", [`awb-${many.id}`]: "DL-7" };
  const grid = async (courier: string) =>
    textOf(await (await ask(path, { ...posted({ ...row, courier }), as: admin })).text());
  expect(await grid("Delhivery")).toContain(names(first));
  expect(await grid("DTDC")).toContain("Ship 1 order?");

  const large = await inSize(shop, shirt, "L", { stock: 9 });
  const delivered = await aDeliveredOrder(shop, buyer, [[shirt, 1]]);
  const lineId = delivered.lines[0]?.id ?? "";
  const wish = aReturnWish([{ lineId, quantity: 1, exchangeVariantId: large.variantId }], {
    kind: "exchange",
  });
  const asked = await requestReturn(shop.services, buyer, delivered.id, wish);
  if (!asked.ok) throw new Error(asked.refused);
  const { id } = asked.value;
  await approveReturn(shop.services, id, { actor: someStaff });
  const fetched = { intent: "return-carrier", form: `return-carrier-${id}`, return: id, ...typed };
  expect((await send(delivered, fetched)).words).toContain(names(first));
  await receiveReturn(shop.services, id, { actor: someStaff, conditions: { [lineId]: "restocked" } });
  const sent = { intent: "send", form: `send-${id}`, return: id, ...typed };
  expect((await send(delivered, sent)).words).toContain(names(first));
  expect((await returnOf(shop.services, id))?.state).toBe("received");
  expect((await send(delivered, { ...sent, trackingNumber: "DL-9" })).status).toBe(303);
  expect((await ship(await another(), "Delhivery", "DL-9")).words).toContain(names(delivered));
});

test("the number of an order that was cancelled before it left is free; the order does not come back with it", async () => {
  const cancelled = await another();
  const prepared = { courier: "Delhivery", trackingNumber: "DL-20", trackingLink: "", note: "" };
  await send(cancelled, { intent: "status", status: "confirmed", ...prepared });
  expect((await ship(await another(), "Delhivery", "DL-20")).words).toContain(names(cancelled));
  await nowIs(shop, cancelled, "cancelled");
  const other = await another();
  expect((await ship(other, "Delhivery", "DL-20")).status).toBe(303);
  const again = { intent: "status", status: "confirmed", reason: "She wants it after all" };
  expect((await send(cancelled, again)).words).toContain(names(other));
  const renumbered = await send(cancelled, { ...again, ...prepared, trackingNumber: "DL-21" });
  expect([renumbered.status, await numberOf(cancelled)]).toEqual([303, "DL-21"]);
});

test("blanks within a number are left out, however it is typed: it is found, and is the number that it was", async () => {
  const order = await another();
  expect((await ship(order, "Delhivery", " 7788 5291\u00a0285 ")).status).toBe(303);
  expect(await numberOf(order)).toBe("77885291285");
  const found = textOf(await (await ask("/admin/orders?q=77885291285", { as: admin })).text());
  expect(found).toContain(order.id.slice(0, 8));
  expect((await ship(await another(), "Delhivery", "77 885 291 285")).words).toContain(names(order));
  const parcel = (await orderOf(shop.services, order.id))?.parcels[0]?.id ?? "";
  const carrier = { intent: "parcel-carrier", form: `carrier-${parcel}`, parcel, trackingLink: "" };
  await send(order, { ...carrier, courier: "Delhivery", trackingNumber: "DL 30" });
  expect(await numberOf(order)).toBe("DL30");
});
