import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { orderOf, ordersOf } from "../../../shop/orders/read-orders.server.ts";
import { type Ask, posted, textOf } from "../../support/ask.server.ts";
import { orderingShop } from "../../support/ordered/ordering-shop.server.ts";
import { nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aShirt, putInCart, stockOf } from "../../support/orders.server.ts";
import { readPage } from "../../support/readers/page-reader.ts";
import type { TestShop } from "../../support/test-shop.server.ts";
import { aShopper, type Person } from "../../support/users.server.ts";

const opened = orderingShop();
let shop: TestShop;
let ask: Ask;
let asha: Person;
let ravi: Person;
beforeAll(() => {
  ({ shop, ask, asha, ravi } = opened());
});

const form = {
  name: "Asha K Rao",
  phone: "98765 43210",
  line1: "12, MG Road",
  line2: "Near the lake",
  postalCode: "560001",
  city: "Bengaluru",
  state: "Karnataka",
  country: "India",
  privacy: "yes",
  intent: "place",
};

async function prepared(person: Person) {
  const shirt = await aShirt(shop, { stock: 4 });
  await putInCart(shop, person, shirt, 2);
  const bought = await ask("/cart", { ...posted({ intent: "order" }), as: person });
  return { shirt, path: bought.headers.get("Location") ?? "" };
}

test("Buy Now in the cart creates an order with fixed items and redirects to it", async () => {
  const { shirt, path } = await prepared(asha);
  expect(path).toMatch(/^\/order\/[0-9a-f-]{36}$/);
  expect(await stockOf(shop, shirt)).toEqual({ stock: 4, reserved: 2 });
  const { text, html } = await readPage(ask, path, { as: asha });
  expect(text).toContain("Complete Your Order");
  expect(text).toContain("₹998.00");
  expect(html).not.toContain('name="quantity"');
  // Without the ticked box the form is refused, and nothing typed is lost.
  const { privacy: _, ...unticked } = form;
  const refused = await ask(path, { ...posted(unticked), as: asha });
  expect(refused.status).toBe(422);
  const again = await refused.text();
  expect(again).toContain('value="Near the lake"');
  expect(textOf(again)).toContain("Privacy Policy Required Please agree to our privacy policy to continue.");
  // Another customer's order redirects to the customer's own orders.
  expect((await ask(path, { as: ravi })).headers.get("Location")).toBe("/orders");
  const stolen = await ask(path, { ...posted(form), as: ravi });
  expect(stolen.headers.get("Location")).toBe("/orders");
  expect(text).toContain("messages go to the phone number above");
  const done = await ask(path, { ...posted({ ...form, updates: "sms" }), as: asha });
  expect((await orderOf(shop.services, path.slice("/order/".length)))?.updatesBy).toBe("sms");
  expect(done.headers.get("Location")).toBe(`${path}?chat=open`);
  expect(await stockOf(shop, shirt)).toEqual({ stock: 2, reserved: 0 });
  const saved = await readPage(ask, path, { as: asha });
  const link = /href="(https:\/\/wa\.me\/[^"]+)"/.exec(saved.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const message = decodeURIComponent(link.split("?text=")[1] ?? "");
  expect(message).toContain("Name: Asha K Rao");
  expect(message).toContain("Cart order");
  expect(message).toContain("₹998.00");
  expect(link.length).toBeLessThan(2_000);
  // The profile was updated with the form.
  const profile = await readPage(ask, "/profile", { as: asha });
  expect(profile.html).toContain('value="Asha K Rao"');
  expect(profile.html).toContain("98765 43210");
});

test("Buy Now on a product redirects to its order page, where variant and quantity can be changed", async () => {
  const shirt = await aShirt(shop, { stock: 3, price: 79_900 });
  const bought = await ask("/cart", {
    ...posted({ intent: "buy", product: shirt.productId, size: "M", quantity: "2" }),
    as: ravi,
  });
  const path = bought.headers.get("Location") ?? "";
  expect(path).toBe(`/order/${shirt.productId}?size=M&quantity=2`);
  const page = await readPage(ask, path, { as: ravi });
  expect(page.text).toContain("₹1,598.00");
  expect(await ordersOf(shop.services, ravi.id)).toEqual([]);
  const key = /name="key" value="([^"]+)"/.exec(page.html)?.[1] ?? "";
  const send = (over: Record<string, string>) =>
    ask(`/order/${shirt.productId}`, {
      ...posted({ ...form, key, variant: shirt.variantId, quantity: "3", ...over }),
      as: ravi,
    });
  expect((await send({ quantity: "9" })).status).toBe(422);
  expect((await send({ variant: "not-a-variant" })).status).toBe(422);
  expect((await send({ [`shown-${shirt.variantId}`]: "1" })).status).toBe(422);
  const done = await send({ [`shown-${shirt.variantId}`]: "79900" });
  expect(done.headers.get("Location")).toMatch(/^\/order\/[0-9a-f-]{36}\?chat=open$/);
  expect((await send({ [`shown-${shirt.variantId}`]: "79900" })).headers.get("Location")).toBe(
    done.headers.get("Location"),
  );
  expect(await ordersOf(shop.services, ravi.id)).toMatchObject([{ kind: "single", total: 239_700 }]);
  expect(await stockOf(shop, shirt)).toEqual({ stock: 0, reserved: 0 });
  const left = await readPage(ask, `/order/${shirt.productId}`, { as: ravi });
  expect(left.text).toContain("Out of Stock");
});

test("an id that is neither an order nor a product redirects to orders or shop, and a guest to the login", async () => {
  const nobody = "5f0c9d1e-0000-4000-8000-000000000000";
  expect((await ask(`/order/${nobody}`)).headers.get("Location")).toMatch(/^\/auth\?next=/);
  expect((await ask(`/order/${nobody}`, { as: asha })).headers.get("Location")).toBe("/orders");
  for (const id of ["nothing", "%27", "%00", "1 or 1=1"]) {
    expect((await ask(`/order/${id}`, { as: asha })).headers.get("Location")).toBe("/shop");
  }
});

test("an order not confirmed in time says so, and the cart is unchanged", async () => {
  const { path, shirt } = await prepared(ravi);
  await shop.services.db.execute(
    sql`update reservation set expires_at = now() where variant_id = ${shirt.variantId}`,
  );
  await shop.services.jobs.send(shop.services.db, "release-reservations", {});
  await shop.runDue();
  const { text } = await readPage(ask, path, { as: ravi });
  expect(text).toContain("This order was not confirmed in time");
  const late = await ask(path, { ...posted(form), as: ravi });
  expect(late.status).toBe(422);
  expect(textOf(await (await ask("/cart", { as: ravi })).text())).toContain("Test Shirt");
});

test("a Buy Now order with cash on delivery and a coupon is placed once; a changed discount is refused", async () => {
  const tara = await aShopper(shop);
  const shirt = await aShirt(shop, { stock: 4, price: 120_000 });
  await putInCart(shop, tara, shirt, 2);
  const bought = await ask("/cart", { ...posted({ intent: "order" }), as: tara });
  const path = bought.headers.get("Location") ?? "";
  const paid = { ...form, method: "cod", coupon: "canteen150" };
  const quoted = await ask(path, { ...posted({ ...paid, intent: "coupon" }), as: tara });
  expect(quoted.status).toBe(200);
  expect(textOf(await quoted.text())).toContain("Coupon CANTEEN150 −₹150.00 Shipping Free Total ₹2,250.00");
  const key = "buy-now-in-cash-1";
  const shown = { ...paid, key, "shown-discount": "15000" };
  const placed = await ask(path, { ...posted(shown), as: tara });
  expect(placed.headers.get("Location")).toMatch(/^\/order-confirmation\//);
  const again = await ask(path, { ...posted(shown), as: tara });
  expect(again.headers.get("Location")).toBe(placed.headers.get("Location"));
  // Another tab with the same page: the pieces are ordered already.
  const other = await ask(path, { ...posted({ ...shown, key: "buy-now-in-cash-2" }), as: tara });
  expect(other.headers.get("Location")).toBe("/orders");
  expect(await stockOf(shop, shirt)).toEqual({ stock: 2, reserved: 0 });
  expect(await ordersOf(shop.services, tara.id)).toMatchObject([
    { method: "cod", kind: "cart", total: 225_000, couponCode: "CANTEEN150" },
  ]);
  // A discount that is smaller than the one shown is refused.
  const single = `/order/${shirt.productId}`;
  const less = { ...form, method: "cod", coupon: "CANTEEN150", key: "buy-now-in-cash-3", quantity: "1" };
  const refused = await ask(single, {
    ...posted({ ...less, variant: shirt.variantId, "shown-discount": "20000", "shown-shipping": "0" }),
    as: tara,
  });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("Your cart has changed");
});

test("an order on WhatsApp leads to its message until the shop has confirmed it, and never asks for it again", async () => {
  const meera = await aShopper(shop);
  const { path } = await prepared(meera);
  const id = path.slice("/order/".length);
  await ask(path, { ...posted(form), as: meera });
  const look = async (at: string) => (await readPage(ask, at, { as: meera })).html;
  const leads = `href="${path}"`;
  for (const at of ["/orders", "/profile?tab=orders", `/track/${id}`])
    expect(await look(at)).toContain(leads);
  expect(await look(`/order-confirmation/${id}`)).toContain("Please send us the WhatsApp message");

  await nowIs(shop, { id }, "confirmed");
  for (const at of ["/orders", "/profile?tab=orders", `/track/${id}`])
    expect(await look(at)).not.toContain(leads);
  const confirmation = `/order-confirmation/${id}`;
  expect((await ask(path, { as: meera })).headers.get("Location")).toBe(confirmation);
  const placed = await look(confirmation);
  expect(placed).not.toContain("Please send us the WhatsApp message");
  expect(decodeURIComponent(placed)).toContain("I need help with my order");
  expect(decodeURIComponent(placed)).not.toContain("please confirm my order");
});
