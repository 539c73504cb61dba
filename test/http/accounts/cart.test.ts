import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cartOf } from "../../../shop/cart/cart-of.server.ts";
import { clearCart } from "../../../shop/cart/change-cart.server.ts";
import { defaultSettings } from "../../../shop/settings/settings.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let asha: Person;
let kurta: string;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
  asha = await aShopper(shop);
  const page = await (await ask("/product/maroon-festive-kurta")).text();
  kurta = /name="product" value="([^"]+)"/.exec(page)?.[1] ?? "";
});
beforeEach(() => clearCart(shop.services, asha));
afterAll(() => shop.dispose());

const post = (path: string, fields: Record<string, string>, as?: { cookie: string }) =>
  ask(path, { ...posted(fields), as });
const cartPage = async (as: Person = asha) => (await ask("/cart", { as })).text();
const wanted = () => ({ intent: "add", product: kurta, size: "M", colour: "Maroon", quantity: "2" });

describe("without scripts", () => {
  test("adding redirects to the product with a message, and badge and cart show the item", async () => {
    const answer = await post("/cart", { ...wanted(), next: "/product/maroon-festive-kurta" }, asha);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe("/product/maroon-festive-kurta");
    const said = (answer.headers.get("Set-Cookie") ?? "").split(";")[0];
    const html = await (await ask("/", { as: { cookie: `${asha.cookie}; ${said}` } })).text();
    expect(html).toContain("Item added to cart");
    expect(html).toContain('aria-label="Cart, 2 items"');
    const cart = textOf(await cartPage());
    expect(cart).toContain("Your cart 2 items");
    expect(cart).toContain("Size M · Maroon");
    // At checkout the word means the same sum.
    expect(textOf(await (await ask("/checkout", { as: asha })).text())).toContain("Subtotal ₹2,198.00");
    expect(cart).toMatch(
      /(Total MRP ₹[\d,]+\.00 Discount on MRP −₹[\d,]+\.00 )?Subtotal ₹2,198\.00 Shipping Free Total ₹2,198\.00 Get it by \w{3}, \d+ \w{3}/,
    );
  });

  test("a line's quantity is changed, it is removed, the cart is cleared; an empty cart shows its message", async () => {
    await post("/cart", wanted(), asha);
    const line = /name="line" value="([^"]+)"/.exec(await cartPage())?.[1] ?? "";
    await post("/cart", { intent: "set", line, quantity: "3" }, asha);
    expect(textOf(await cartPage())).toContain("Your cart 3 items");
    await post("/cart", { intent: "remove", line }, asha);
    const empty = textOf(await cartPage());
    for (const words of ["Your cart is empty", "Add some products to get started", "Continue Shopping"])
      expect(empty).toContain(words);
    await post("/cart", wanted(), asha);
    await post("/cart", { intent: "clear" }, asha);
    expect(textOf(await cartPage())).toContain("Your cart is empty");
  });
});

describe("a cart line", () => {
  const lineOf = async () => /name="line" value="([^"]+)"/.exec(await cartPage())?.[1] ?? "";
  const option = (html: string, words: string) =>
    new RegExp(`<option value="([^"]+)"[^>]*>${words}</option>`).exec(html)?.[1] ?? "";
  const quantities = async () =>
    (await cartOf(shop.services, asha.id)).lines.map(({ size, quantity }) => [size, quantity]);

  test("changes its size in place, keeps its quantity, and merges with the line that has that size", async () => {
    await post("/cart", wanted(), asha);
    await post("/cart", { ...wanted(), size: "L", quantity: "3" }, asha);
    const [line, html] = [await lineOf(), await cartPage()];
    const small = option(html, "Size S · Maroon");
    await post("/cart", { intent: "variant", line, variant: small }, asha);
    expect(await quantities()).toEqual([
      ["S", 2],
      ["L", 3],
    ]);
    await post("/cart", { intent: "variant", line, variant: option(html, "Size L · Maroon") }, asha);
    expect(await quantities()).toEqual([["L", 5]]);
    const ravi = await aShopper(shop);
    await post("/cart", { intent: "variant", line: await lineOf(), variant: small }, ravi);
    expect(await quantities()).toEqual([["L", 5]]);
  });

  test("is restored by Undo after removal, with its quantity, and only once", async () => {
    await post("/cart", wanted(), asha);
    const removed = await post("/cart", { intent: "remove", line: await lineOf() }, asha);
    const page = await (await ask(removed.headers.get("Location") ?? "", { as: asha })).text();
    expect(textOf(page)).toContain("Removed by mistake? Undo");
    const variant = /name="variant" value="([^"]+)"/.exec(page)?.[1] ?? "";
    for (let time = 0; time < 2; time++)
      await post("/cart", { intent: "restore", variant, quantity: "2" }, asha);
    expect(await quantities()).toEqual([["M", 2]]);
  });

  test("is moved to the wishlist by 'save for later'", async () => {
    await post("/cart", wanted(), asha);
    await post("/cart", { intent: "later", line: await lineOf(), product: kurta }, asha);
    expect(await quantities()).toEqual([]);
    expect(await (await ask("/wishlist", { as: asha })).text()).toContain("Maroon Festive Kurta");
  });
});

test("the cart lists usable coupons, says why others do not apply, and passes the chosen one to checkout", async () => {
  await post("/cart", { ...wanted(), quantity: "1" }, asha);
  const before = textOf(await cartPage());
  expect(before).toMatch(/CANTEEN150 .*?Save ₹150/);
  expect(before).toMatch(/HOSTEL20 .*?Add ₹900 more to use it\./);
  expect(before).not.toContain("DIWALI25");
  const html = await (await ask("/cart?coupon=canteen150", { as: asha })).text();
  expect(textOf(html)).toContain("Coupon CANTEEN150 −₹150.00 Shipping Free Total ₹949.00");
  expect(textOf(html)).toMatch(/You save ₹[\d,]+\.00/);
  expect(html).toContain('href="/checkout?coupon=CANTEEN150"');
  const refused = await (await ask("/cart?coupon=HOSTEL20", { as: asha })).text();
  expect(textOf(refused)).toContain("This coupon is for orders of ₹1,999 or more.");
  expect(refused).toContain('href="/checkout"');
});

test("without scripts, every form of the cart keeps the coupon in the address", async () => {
  await post("/cart", { ...wanted(), quantity: "2" }, asha);
  const address = "/cart?coupon=canteen150";
  /** The forms that the page at an address posts to the cart, as fields. */
  const forms = async (at: string) =>
    [...(await (await ask(at, { as: asha })).text()).matchAll(/<form[^>]*action="\/cart"[^>]*>.*?<\/form>/gs)]
      .filter(([form]) => form.includes('method="post"'))
      .map(([form]) =>
        Object.fromEntries(
          [...form.matchAll(/<(?:input|button|option)[^>]*>/g)].flatMap(([control]) => {
            const [name, value] = [/ name="([^"]*)"/, / value="([^"]*)"/].map(
              (part) => part.exec(control)?.[1],
            );
            return name === undefined ? [] : [[name, value ?? ""]];
          }),
        ),
      );
  const shown = await forms(address);
  expect(shown.map(({ intent }) => intent).sort()).toEqual(
    expect.arrayContaining(["clear", "later", "order", "remove", "set"]),
  );
  expect(shown.filter(({ coupon }) => coupon !== "canteen150")).toEqual([]);
  const form = (intent: string, all = shown) => all.find((one) => one.intent === intent) ?? {};
  const led = async (fields: Record<string, string>) =>
    (await post("/cart", fields, asha)).headers.get("Location");
  expect(await led({ ...form("set"), quantity: "1" })).toBe(address);
  const removed = (await led(form("remove"))) ?? "";
  expect(new URLSearchParams(removed.split("?")[1]).get("coupon")).toBe("canteen150");
  expect(await led(form("restore", await forms(removed)))).toBe(address);
});

test.each([
  [{ quantity: "-5" }, 1],
  [{ quantity: "1e9" }, 1],
  [{ quantity: "999" }, 10],
  [{ quantity: "" }, 1],
  [{ product: "'; drop table cart_line" }, 0],
  [{ product: "5f0c9d1e-0000-4000-8000-000000000000" }, 0],
  [{ size: "XXXXXL" }, 0],
  [{ intent: "steal" }, 0],
])("a form with %j causes no 5xx and adds at most %i pieces to the cart", async (over, most) => {
  const answer = await post("/cart", { ...wanted(), answer: "here", ...over }, asha);
  expect(answer.status).toBeLessThan(500);
  const pieces = Number(/Your cart (\d+) item/.exec(textOf(await cartPage()))?.[1] ?? 0);
  expect(pieces).toBeLessThanOrEqual(most);
});

test("another customer's line cannot be changed or removed", async () => {
  const ravi = await aShopper(shop);
  await post("/cart", wanted(), asha);
  const line = /name="line" value="([^"]+)"/.exec(await cartPage())?.[1] ?? "";
  await post("/cart", { intent: "remove", line }, ravi);
  await post("/cart", { intent: "set", line, quantity: "9" }, ravi);
  expect(textOf(await cartPage())).toContain("Your cart 2 items");
  expect(textOf(await cartPage(ravi))).toContain("Your cart is empty");
});

describe("a guest's pending intent", () => {
  async function refusedGuest(path: string, fields: Record<string, string>) {
    const answer = await post(path, fields);
    const next =
      new URL(answer.headers.get("Location") ?? "", "http://shop.test").searchParams.get("next") ?? "";
    return { next, cookie: (answer.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "" };
  }
  const hidden = (html: string, action: string) => {
    const form = new RegExp(
      `<form[^>]*action="${action}"[^>]*>(?:(?!</form>).)*name="pending"(?:(?!</form>).)*</form>`,
      "s",
    );
    const inside = form.exec(html)?.[0] ?? "";
    return Object.fromEntries(
      [...inside.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name ?? "",
        value ?? "",
      ]),
    );
  };

  test("asks for confirmation after sign-in, is done once by its button, and redirects back", async () => {
    const { next, cookie } = await refusedGuest("/cart", {
      ...wanted(),
      next: "/product/maroon-festive-kurta",
    });
    const html = await (await ask(next, { as: { cookie: `${asha.cookie}; ${cookie}` } })).text();
    expect(textOf(html)).toContain("Add this to your cart?");
    // Opening the page alone changes nothing.
    expect(textOf(await cartPage())).toContain("Your cart is empty");
    const done = await post("/cart", hidden(html, "/cart"), asha);
    expect(done.headers.get("Location")).toBe("/product/maroon-festive-kurta");
    expect(textOf(await cartPage())).toContain("Your cart 2 items");
    // Sent again, by a second click or while the next page loads, it counts once.
    await post("/cart", hidden(html, "/cart"), asha);
    expect(textOf(await cartPage())).toContain("Your cart 2 items");
  });

  test("runs without confirmation only in the browser that started it", async () => {
    const { next, cookie } = await refusedGuest("/cart", wanted());
    const own = await (await ask(next, { as: { cookie: `${asha.cookie}; ${cookie}` } })).text();
    const foreign = await (await ask(next, { as: asha })).text();
    expect(own.replaceAll('\\"', '"')).toMatch(/"own",(true|-?\d+)/);
    expect(own === foreign).toBe(false);
    expect(textOf(foreign)).toContain("Add this to your cart?");
  });

  test("for the wishlist only adds and never removes", async () => {
    await post("/wishlist", { intent: "add", product: kurta }, asha);
    const { next } = await refusedGuest("/wishlist", { intent: "add", product: kurta });
    const html = await (await ask(next, { as: asha })).text();
    await post("/wishlist", hidden(html, "/wishlist"), asha);
    expect(textOf(await (await ask("/wishlist", { as: asha })).text())).toContain("Wishlist 1 item");
  });
});

test("the wishlist shows its count, adds what needs no size to the cart, and removes entries", async () => {
  const ravi = await aShopper(shop);
  const list = await (await ask("/category/accessories?stock=1")).text();
  const products = [...list.matchAll(/action="\/wishlist"[\s\S]*?name="product" value="([^"]+)"/g)].map(
    ([, id]) => id ?? "",
  );
  for (const product of [...products.slice(0, 2), kurta])
    await post("/wishlist", { intent: "add", product }, ravi);
  const page = await (await ask("/wishlist", { as: ravi })).text();
  expect(textOf(page)).toContain("Wishlist 3 items");
  expect(page).toContain('aria-label="Wishlist, 3 items"');
  expect(page).toContain('aria-pressed="true"');
  const said = textOf(await (await post("/wishlist", { intent: "add-all" }, ravi)).text());
  expect(said).toContain("2 added to your cart, 1 skipped");
  expect(said).toContain("Choose a size: Maroon Festive Kurta");
  const cart = textOf(await cartPage(ravi));
  expect(cart).toContain("Your cart 2 items");
  expect(cart).not.toContain("Maroon Festive Kurta");
  for (const product of [...products.slice(0, 2), kurta])
    await post("/wishlist", { intent: "remove", product }, ravi);
  expect(textOf(await (await ask("/wishlist", { as: ravi })).text())).toContain("Your wishlist is empty");
});

test("over https, intent and flash cookies are __Host-, Secure, HttpOnly and SameSite=Lax", async () => {
  const origin = "https://shop.example";
  const live = await asking({ ...shop.services, site: { mode: "live", publicUrl: origin } });
  const form = (fields: Record<string, string>, cookie = "") => ({
    ...posted(fields),
    headers: { Origin: origin, ...(cookie ? { Cookie: cookie } : {}) },
  });
  const refusal = await live(`${origin}/cart`, form(wanted()));
  const cookie = (asha.cookie || "").replace(/^session=/, "__Host-session=");
  const done = await live(`${origin}/cart`, form(wanted(), cookie));
  const set = [...refusal.headers.getSetCookie(), ...done.headers.getSetCookie()];
  expect(set.map((one) => one.split("=")[0])).toEqual(["__Host-pending", "__Host-flash"]);
  for (const one of set) {
    expect(one).toMatch(/; ?Secure/);
    expect(one).toMatch(/; ?HttpOnly/);
    expect(one).toMatch(/; ?SameSite=Lax/);
    expect(one).toMatch(/; ?Path=\//);
    expect(one).not.toMatch(/Domain/i);
  }
});

test("adding a product with sizes from a card asks for a size and leads to its page", async () => {
  const page = "/product/maroon-festive-kurta";
  const card = { intent: "add", from: "card", product: kurta, next: page };
  const here = await (await post("/cart", { ...card, answer: "here" }, asha)).text();
  expect(here).toContain("Please choose a size, then add it to your cart.");
  expect(here.replaceAll('\\"', '"')).toContain('"Choose"');
  const away = await post("/cart", card, asha);
  expect(away.headers.get("Location")).toBe(page);
  expect(away.headers.get("Set-Cookie")).toContain("flash=chooseSize");
});

test("the cart says what is missing for free delivery, and the product page how far it goes", async () => {
  const policy = { ...defaultSettings.policy, deliveryFee: 4_900, freeDeliveryFrom: 300_000 };
  await shop.services.db.execute(sql`
    insert into setting (key, value) values ('policy', ${JSON.stringify(policy)}::jsonb)`);
  await post("/cart", wanted(), asha);
  const cart = async () => textOf(await cartPage());
  const below = "Shipping ₹49.00 Total ₹2,247.00 Add items worth ₹802 more for free delivery.";
  await expect.poll(cart, { timeout: 6_000 }).toContain(below);
  expect(textOf(await (await ask("/product/maroon-festive-kurta")).text())).toContain(
    "Shipping: ₹49, free on orders above ₹3,000",
  );
  const line = /name="line" value="([^"]+)"/.exec(await cartPage())?.[1] ?? "";
  await post("/cart", { intent: "set", line, quantity: "3" }, asha);
  expect(await cart()).toContain("Shipping Free Total ₹3,297.00 Get it by");
  await shop.services.db.execute(sql`delete from setting where key = 'policy'`);
});
