import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../../platform/database/database.server.ts";
import { placeOrder } from "../../../shop/checkout/place-order.server.ts";
import { beginPlacement } from "../../../shop/checkout/placement-steps.server.ts";
import { whatsappLink } from "../../../shop/checkout/whatsapp-message.ts";
import { draftDocument } from "../../../shop/invoices/draft-document.ts";
import { insertOrder } from "../../../shop/orders/insert-order.server.ts";
import { orderEmail } from "../../../shop/orders/order-emails.ts";
import {
  isShownTo,
  type OrderReader,
  type OrderText,
  orderReaders,
  textNames,
} from "../../../shop/orders/order-fields.ts";
import type { DeliveryAddress, Order } from "../../../shop/orders/orders.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { orders, parcel } from "../../../shop/orders/tables.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { type Ask, asking, posted } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aBuyer, aShirt, checkoutDetails, putInCart } from "../../support/orders.server.ts";
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
afterAll(() => shop.dispose());

/** A unique text for each field, which passes the rules of its column. */
const marks: Record<OrderText, string> = {
  couponCode: "MARKCOUPON",
  name: "Mark Name",
  email: "mark-email@campus.test",
  phone: "+919812345670",
  line1: "Mark First Line",
  line2: "Mark Second Line",
  city: "Markcity",
  state: "Markstate",
  postalCode: "599991",
  country: "Markland",
  companyName: "Mark Traders",
  buyerGstin: "29ABCDE1234F1ZW",
  courier: "Mark Courier",
  trackingNumber: "MARKNUMBER",
  trackingLink: "https://mark.test/link",
  note: "Mark note",
};

const address: DeliveryAddress = {
  name: marks.name,
  phone: marks.phone,
  line1: marks.line1,
  line2: marks.line2,
  city: marks.city,
  state: marks.state,
  postalCode: marks.postalCode,
  country: marks.country,
};

async function markedOrder(buyer: Person): Promise<Order> {
  const { id } = await anOrder(shop, buyer);
  await nowIs(shop, { id }, "shipped");
  const { courier, trackingNumber, trackingLink, ...texts } = marks;
  await shop.services.db
    .update(orders)
    .set({ ...texts, discount: 100, total: sql`total - 100` })
    .where(eq(orders.id, id));
  await shop.services.db
    .update(parcel)
    .set({ courier, trackingNumber, trackingLink })
    .where(eq(parcel.orderId, id));
  const order = await orderOf(shop.services, id);
  if (!order) throw new Error("the order is gone");
  return order;
}

/** A page with its form fields and links, without its scripts and their data. */
function visible(html: string): string {
  return html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, "");
}

/** Everything that each reader is shown. */
async function readBy(buyer: Person, order: Order): Promise<Record<OrderReader, string>> {
  const page = async (path: string, as: Person) => visible(await (await ask(path, { as })).text());
  const site = { shopName: "Shop", origin: "http://shop.test" };
  const receipt = draftDocument(order, await shopSettings(shop.services), "receipt", new Date());
  const chat = whatsappLink("+919800000000", "Shop", { ...order, link: "http://shop.test" });
  return {
    "my-orders": await page("/orders", buyer),
    confirmation: await page(`/order-confirmation/${order.id}`, buyer),
    tracking: await page(`/track/${order.id}`, buyer),
    email: orderEmail(site, "shipped", order).text,
    whatsapp: decodeURIComponent(chat),
    download: await page("/profile/my-data", buyer),
    staff: await page(`/admin/orders/${order.id}`, admin),
    slip: await page(`/admin/orders/print?id=${order.id}`, admin),
    invoice: JSON.stringify(receipt),
  };
}

/** Phone numbers are shown in groups. */
function plain(text: string): string {
  return text.replaceAll(/\s/g, "");
}

test("each text field of an order is shown to its declared readers only", async () => {
  const buyer = await aShopper(shop);
  const order = await markedOrder(buyer);
  const texts = await readBy(buyer, order);
  const seen = Object.entries(marks).map(([field, mark]) => [
    field,
    orderReaders.filter((reader) => plain(texts[reader]).includes(plain(mark))),
  ]);
  const declared = textNames.map((name) => [name, orderReaders.filter((reader) => isShownTo(name, reader))]);
  expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(declared));
});

/** The text fields of a page's form that posts to `path`. */
function typedFields(html: string, path: string): string[] {
  const form = visible(html).match(new RegExp(`<form[^>]*action="${path}"[\\s\\S]*?</form>`))?.[0] ?? "";
  const boxes = form.match(/<(input|textarea)\b[^>]*>/g) ?? [];
  const untyped = /type="(hidden|radio|checkbox)"| disabled/;
  return boxes.filter((box) => !untyped.test(box)).map((box) => box.match(/name="([^"]*)"/)?.[1] ?? "");
}

test("each text that is typed at the checkout is stored in the order", async () => {
  const buyer = await aShopper(shop);
  await putInCart(shop, buyer, await aShirt(shop));
  const page = await ask("/checkout", { as: buyer });
  const asked = typedFields(await page.text(), "/checkout");
  const ruled: Record<string, string> = { phone: "98123 45670", postalCode: "560001", coupon: "" };
  const typed = Object.fromEntries(asked.map((name) => [name, ruled[name] ?? `Mark ${name}`]));
  const choices = { key: randomUUID(), state: "Karnataka", method: "cod", intent: "place" };
  const placed = await ask("/checkout", { ...posted({ ...typed, ...choices }), as: buyer });
  const order = await orderOf(shop.services, placed.headers.get("Location")?.split("/").at(-1) ?? "");
  const stored = plain(JSON.stringify(order));
  expect(Object.values(typed).filter((text) => !stored.includes(plain(text)))).toEqual([]);
  expect(asked).toEqual(expect.arrayContaining(["name", "line1", "city"]));
});

test("checkout details are stored in the order, and an inserted order is read back unchanged", async () => {
  const { services } = shop;
  const buyer = await aBuyer(shop);
  await putInCart(shop, buyer, await aShirt(shop));
  const { key, version, ...plain } = checkoutDetails();
  // Each text that a checkout sends is marked; a coupon must exist.
  const texts = Object.entries(marks).filter(([name]) => name in plain && name !== "couponCode");
  const details = { ...plain, ...Object.fromEntries(texts), address };
  const placed = await placeOrder(services, buyer, { key, version, ...details });
  if (!placed.ok) throw new Error(placed.refused);
  expect(placed.value).toMatchObject(details);
  expect(await orderOf(services, placed.value.id)).toEqual(placed.value);

  const [line] = placed.value.lines;
  if (!line?.productId || !line.variantId) throw new Error("the order has no line");
  const given = {
    ...({
      id: randomUUID(),
      email: "given@campus.test",
      updatesBy: "sms",
      kind: "single",
      method: "whatsapp",
    } as const),
    shipping: 4_900,
    deliveryDays: 9,
    couponCode: "GIVEN",
    discountPercent: 7.5,
    discountMax: 150,
    companyName: "Given Traders",
    buyerGstin: "29ABCDE1234F1ZW",
    address,
  };
  const { id: _line, productId, variantId, ...snapshot } = line;
  const written = await inTransaction(services.db, async (tx) => {
    const { at } = await beginPlacement(tx, buyer.id, null);
    const lines = [{ ...snapshot, productId, variantId, discount: 150, struck: 60_000, offerPercent: 10 }];
    const inserted = insertOrder(tx, { ...given, userId: buyer.id, actor: buyer, lines }, at);
    await inserted.written;
    return inserted.order;
  });
  expect(written).toMatchObject(given);
  expect(await orderOf(services, given.id)).toEqual(written);
});
