import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendPaymentLink } from "../../../shop/payments/payment-links.server.ts";
import { aStaffMember } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
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

async function withLink() {
  const order = await anOrder(shop, shopper, { method: "online" });
  return { order, path: await linkFor(order) };
}
async function linkFor({ id }: { id: string }) {
  const sent = await sendPaymentLink(shop.services, aStaffMember(), id, 24);
  if (!sent.ok) throw new Error(sent.refused);
  return `/pay/${sent.value.token}`;
}
const read = async (path: string, as?: Person) => textOf(await (await ask(path, as && { as })).text());

test("changed to cash on delivery: the link and the order's page say that it is paid on delivery, not that it expired", async () => {
  const { order, path } = await withLink();
  const staff = `/admin/orders/${order.id}`;
  await ask("/orders", { ...posted({ intent: "cod", order: order.id, next: "/orders" }), as: shopper });
  expect(await read(path)).toContain("This order is paid when it is delivered.");
  const page = await read(staff, admin);
  expect(page).not.toContain("expired");
  expect(page).toContain("The link that was sent no longer works: the order is now paid on delivery.");
  const again = await linkFor(order);
  expect(await read(again)).toContain("Pay ₹499.00");
  expect(await read(staff, admin)).not.toContain("no longer works");
});

test("a link that another one replaced says so; one whose time is over has expired, with the day on which it did", async () => {
  const { order, path } = await withLink();
  const later = await linkFor(order);
  const replaced = await read(path);
  expect(replaced).toContain("There is a newer link");
  expect(replaced).not.toContain("expired");
  expect(await read(later)).toContain("Pay ₹499.00");
  await shop.services.db.execute(sql`update payment_link set expires_at = now() - interval '1 hour'`);
  expect(await read(later)).toContain("This link has expired");
  expect(await read(path)).toContain("This link has expired");
  expect(await read(`/admin/orders/${order.id}`, admin)).toMatch(/The link expired on \d/);
});

test("the link of a cancelled order says that it was cancelled, that of a paid one that it is paid", async () => {
  const [cancelled, paid] = [await withLink(), await withLink()];
  await nowIs(shop, cancelled.order, "cancelled");
  expect(await read(cancelled.path)).toContain("This order was cancelled");
  const pay = await ask(paid.path, posted({}));
  expect(pay.status).toBe(303);
  const { rows } = await shop.services.db.execute(
    sql`select gateway_order_id from gateway_order where order_id = ${paid.order.id}`,
  );
  await shop.gateway.pay(String(rows[0]?.gateway_order_id));
  expect(await read(`${paid.path}?returned=1`)).toContain("Paid. Thank you!");
  expect(await read(`/admin/orders/${paid.order.id}`, admin)).not.toContain("The link");
});
