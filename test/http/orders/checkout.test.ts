import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { orderOf, ordersOf } from "../../../shop/orders/read-orders.server.ts";
import { type Ask, posted, textOf } from "../../support/ask.server.ts";
import { fillCart, orderingShop } from "../../support/ordered/ordering-shop.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { aShirt, putInCart, stockOf } from "../../support/orders.server.ts";
import { hostileTexts, readPage } from "../../support/readers/page-reader.ts";
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

const delivery = {
  name: "Asha Rao",
  phone: "98765 43210",
  line1: "12, MG Road",
  line2: "",
  postalCode: "560001",
  city: "Bengaluru",
  state: "Karnataka",
};

/** The hidden fields of a page's form, as a browser would send them. */
function hidden(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map((found) => [
      found[1] ?? "",
      found[2] ?? "",
    ]),
  );
}

describe("/checkout", () => {
  test("redirects a guest to /auth, and a customer with an empty cart to /cart", async () => {
    expect((await ask("/checkout")).headers.get("Location")).toMatch(/^\/auth\?next=%2Fcheckout/);
    const empty = await ask("/checkout", { as: ravi });
    expect(empty.headers.get("Location")).toBe("/cart");
  });

  test("shows its three sections, the summary to two decimals, and the profile's data", async () => {
    await fillCart(shop, asha, { price: 1_23_450 }, 2);
    const { text, html } = await readPage(ask, "/checkout", { as: asha });
    for (const said of [
      "Contact information",
      "Shipping address",
      "Payment method",
      "Cash on Delivery Available",
      "Order Summary",
      "Size M · Qty 2",
      "₹2,469.00",
      "Shipping Free",
      "Place Order",
    ]) {
      expect(text).toContain(said);
    }
    expect(html).toContain('value="Asha Rao"');
    expect(html).toMatch(/disabled=""[^>]*value="shopper-/);
  });

  test("what was taken out of the shop is not called sold out", async () => {
    const tara = await aShopper(shop);
    await fillCart(shop, tara);
    const gone = await aShirt(shop);
    await putInCart(shop, tara, gone);
    await shop.services.db.execute(sql`update product set status = 'archived' where id = ${gone.productId}`);
    const { text } = await readPage(ask, "/checkout", { as: tara });
    expect(text).toContain("No longer available, not ordered");
    expect(text).not.toContain("Sold out");
  });

  test("what is only sold out is not said to be gone for good", async () => {
    const tara = await aShopper(shop);
    await fillCart(shop, tara);
    const sold = await aShirt(shop, { stock: 1 });
    await putInCart(shop, tara, sold);
    await anOrder(shop, await aShopper(shop), { pieces: [sold] });
    const { text } = await readPage(ask, "/checkout", { as: tara });
    expect(text).toContain("Sold out, not ordered");
    expect(text).not.toContain("No longer available");
  });

  test("cash on delivery: the order is placed and its page opens; the same form again gives the same order", async () => {
    const shirt = await fillCart(shop, asha);
    const page = await readPage(ask, "/checkout", { as: asha });
    const form = { ...hidden(page.html), ...delivery, method: "cod", intent: "place" };
    const placed = await ask("/checkout", { ...posted(form), as: asha });
    expect(placed.status).toBe(303);
    const location = placed.headers.get("Location") ?? "";
    expect(location).toMatch(/^\/order-confirmation\/[0-9a-f-]{36}$/);
    const again = await ask("/checkout", { ...posted(form), as: asha });
    expect(again.headers.get("Location")).toBe(location);
    expect(await stockOf(shop, shirt)).toEqual({ stock: 4, reserved: 0 });
    const next = await readPage(ask, "/checkout", { as: asha });
    expect(next.status).toBe(303);
    await fillCart(shop, asha);
    expect((await readPage(ask, "/checkout", { as: asha })).html).toContain('value="12, MG Road"');
  });

  test("a missing field is reported, no order is placed, and nothing typed is lost", async () => {
    await fillCart(shop, asha);
    const { html } = await readPage(ask, "/checkout", { as: asha });
    const before = (await ordersOf(shop.services, asha.id)).length;
    const answer = await ask("/checkout", {
      ...posted({
        ...hidden(html),
        ...delivery,
        line1: "",
        city: "Kept City",
        method: "cod",
        intent: "place",
      }),
      as: asha,
    });
    const again = await answer.text();
    expect(answer.status).toBe(422);
    expect(textOf(again)).toContain("Enter your house no. and street.");
    expect(textOf(again)).toContain("Missing Information Please fill in all required fields.");
    expect(again).toContain('value="Kept City"');
    expect(await ordersOf(shop.services, asha.id)).toHaveLength(before);
  });

  test.each([
    ["phone", "12345", "A mobile number has ten digits"],
    ["postalCode", "012345", "A PIN code has six digits"],
    ["state", "Atlantis", "Choose a state."],
  ])("an invalid %s shows its error", async (field, value, words) => {
    await fillCart(shop, asha);
    const { html } = await readPage(ask, "/checkout", { as: asha });
    const answer = await ask("/checkout", {
      ...posted({ ...hidden(html), ...delivery, [field]: value, method: "cod", intent: "place" }),
      as: asha,
    });
    expect(answer.status).toBe(422);
    expect(textOf(await answer.text())).toContain(words);
  });

  test("a changed price or stock is reported before an order is placed", async () => {
    const shirt = await fillCart(shop, asha, { stock: 3 }, 3);
    const { html } = await readPage(ask, "/checkout", { as: asha });
    const form = { ...hidden(html), ...delivery, method: "cod", intent: "place" };
    await shop.services.db.execute(sql`update product set price = 60000 where id = ${shirt.productId}`);
    const dearer = await ask("/checkout", { ...posted(form), as: asha });
    expect(dearer.status).toBe(422);
    expect(textOf(await dearer.text())).toContain("Price now ₹600 (was ₹499)");
    await shop.services.db.execute(sql`
      insert into stock_movement (variant_id, sku, delta, actor_kind, reason) values (${shirt.variantId}, 'x', -2, 'system', 'test')`);
    const fewer = await ask("/checkout", { ...posted(form), as: asha });
    expect(textOf(await fewer.text())).toContain("Only 1 left");
    expect(await stockOf(shop, shirt)).toEqual({ stock: 1, reserved: 0 });
  });

  test("who loses the race for the last piece is told so in the cart", async () => {
    const shirt = await fillCart(shop, ravi, { stock: 1 }, 1);
    const { html } = await readPage(ask, "/checkout", { as: ravi });
    const form = { ...hidden(html), ...delivery, method: "cod", intent: "place" };
    await shop.services.db.execute(sql`
      insert into stock_movement (variant_id, sku, delta, actor_kind, reason) values (${shirt.variantId}, 'x', -1, 'system', 'test')`);
    for (const lost of [
      await ask("/checkout", { ...posted(form), as: ravi }),
      await ask("/checkout", { as: ravi }),
    ]) {
      expect(lost.headers.get("Location")).toBe("/cart");
      expect(lost.headers.getSetCookie().join()).toContain("flash=orderOutOfStock");
    }
    await shop.services.db.execute(sql`delete from cart_line where user_id = ${ravi.id}`);
  });

  test("a coupon is previewed, deducted to the paisa, and refused the second time", async () => {
    const shirt = await fillCart(shop, ravi, { price: 1_000_01 });
    const page = await readPage(ask, "/checkout", { as: ravi });
    const send = (fields: Record<string, string>) =>
      ask("/checkout", {
        ...posted({ ...hidden(page.html), ...delivery, method: "cod", ...fields }),
        as: ravi,
      });
    expect(textOf(await (await send({ intent: "coupon", coupon: " " })).text())).toContain(
      "Please enter a code.",
    );
    expect(textOf(await (await send({ intent: "coupon", coupon: "nonsense" })).text())).not.toContain(
      "Coupon FRESHER10",
    );
    const looked = await send({ intent: "coupon", coupon: " fresher10 " });
    expect(textOf(await looked.text())).toContain("Coupon FRESHER10 −₹100.00");
    const placed = await send({ intent: "place", coupon: "FRESHER10" });
    const id = placed.headers.get("Location")?.split("/").at(-1) ?? "";
    expect(await orderOf(shop.services, id)).toMatchObject({
      discount: 10_000,
      total: 90_001,
      couponCode: "FRESHER10",
    });
    await putInCart(shop, ravi, shirt);
    const second = await readPage(ask, "/checkout", { as: ravi });
    const refused = await ask("/checkout", {
      ...posted({ ...hidden(second.html), ...delivery, method: "cod", intent: "place", coupon: "FRESHER10" }),
      as: ravi,
    });
    expect(refused.status).toBe(422);
  });

  test("hostile text is escaped or refused, never a 5xx", async () => {
    for (const text of hostileTexts) {
      await fillCart(shop, asha);
      const { html } = await readPage(ask, "/checkout", { as: asha });
      const fields = {
        ...delivery,
        name: text,
        line1: text,
        city: text,
        coupon: text.slice(0, 200),
        key: text,
      };
      const answer = await ask("/checkout", {
        ...posted({ ...hidden(html), ...fields, method: "cod", intent: "place" }),
        as: asha,
      });
      expect(answer.status).toBeLessThan(500);
      expect(await answer.text()).not.toContain("<script>alert(1)");
    }
  });
});

test("the street has two lines with the names that browsers fill in one by one", async () => {
  await fillCart(shop, asha);
  const form = await (await ask("/checkout", { as: asha })).text();
  for (const [name, autocomplete] of [
    ["line1", "address-line1"],
    ["line2", "address-line2"],
  ])
    expect(form).toMatch(
      new RegExp(`<input(?=[^>]* name="${name}")(?=[^>]* autocomplete="${autocomplete}")`, "i"),
    );
  expect(form).not.toContain("street-address");
});
