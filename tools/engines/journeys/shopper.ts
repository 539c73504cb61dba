import assert from "node:assert/strict";
import type { Visitor } from "../visitor.ts";

/** From the home page to the product, as a guest. */
export async function findAKurta({ step, tap, fill, see, at, open, call, standsFree }: Visitor) {
  await step("home", async () => {
    await open("/");
    await see("Shop by Category");
  });
  await step("search with suggestions", async () => {
    await fill("Search for products", "maroon festive");
    await see("Products");
    await tap("[role=option]", "Maroon Festive Kurta");
    await at(/^\/product\/maroon-festive-kurta/);
  });
  await step("list with filter chips", async () => {
    await open("/category/men");
    assert.deepEqual(await call(misfitChips), []);
    await tap(".quick-filters a", "In Stock Only");
    await at(/stock=1/);
    await tap("a[aria-label^='Remove filter']");
    await at(/^\/category\/men$/);
  });
  await step("product", async () => {
    await open("/shop?q=maroon+festive+kurta");
    await tap(".card a", "Maroon Festive Kurta");
    await at(/^\/product\/maroon-festive-kurta/);
    await see("Inclusive of all taxes");
  });
  await step("no size chosen", async () => {
    await tap("button", "Add to Cart");
    await see("Please choose a size");
    await standsFree("fieldset:has(.size)");
  });
}

/** Chooses a size, signs in, orders with payment on delivery, and signs out. Out: the order's short number. */
export async function buyIt(visitor: Visitor): Promise<string> {
  const { step, tap, fill, see, at, open, path, chosen, standsFree } = visitor;
  await step("sign-in", async () => {
    await tap("label.size:not(.size-out)");
    await tap("button", "Add to Cart");
    await see("You need to login to add items to cart");
    // Phones have this bar.
    await standsFree(".buy-bar .price");
    await tap(".toasts a", "Login");
    await at(/^\/auth/);
    await fill("Email", "shopper@campus.test");
    await fill("Password", "campus-shopper-demo");
    await tap("button", "Login");
    await see("Welcome");
  });
  await step("cart", async () => {
    await open("/product/maroon-festive-kurta");
    await tap("label.size:not(.size-out)");
    await tap("button", "Add to Cart");
    await see("added to");
    await open("/cart");
    await see("Maroon Festive Kurta");
  });
  await step("checkout", async () => {
    await tap("a", "Proceed to Checkout");
    await at(/^\/checkout/);
    // An earlier order left an address.
    await open("/checkout?address=new");
    await fill("Phone", "98765 43210");
    await fill("Street Address", "12, MG Road");
    await fill("PIN Code", "411004");
    await chosen("City", "Pune");
    await see("Cash on Delivery Available");
  });
  await step("order confirmation", async () => {
    await tap("button", "Place Order");
    await at(/^\/order-confirmation\/[0-9a-f-]{36}$/);
  });
  const short = (await path()).split("/")[2]?.slice(0, 8) ?? "";
  await step("sign-out", async () => {
    await see(short);
    await open("/");
    await tap(".account summary");
    await tap("button", "Sign out");
    await see("You are logged out");
  });
  return short;
}

/** A guest tracks the order by its short number and the last digits of the phone. */
export async function trackIt({ step, tap, fill, see, open }: Visitor, short: string) {
  await step("track by short number", async () => {
    await open("/track");
    await fill("Order ID", short);
    await tap("button", "Track Order");
    await fill("Last four digits", "3210");
    await tap("button", "Show my order");
    await see("Maroon Festive Kurta");
  });
}

/** Without a network: the pages that were seen, and for others the shop's own page. */
export async function goOffline({ step, see, open, goTo, line, takenOver, stored }: Visitor) {
  await step("service worker", async () => {
    await open("/shop");
    await takenOver();
    await open("/shop");
    await stored("/shop");
  });
  await line.cut();
  await step(
    "offline",
    async () => {
      await goTo("/blog");
      await see("You are offline");
      await see("Try again");
      await goTo("/shop");
      await see("Prices and stock are as of then");
    },
    { complaints: /./ },
  );
  await line.mend();
}

/** Runs in the page: chips whose words stand out of them. */
function misfitChips(): string[] {
  const chips = [...document.querySelectorAll<HTMLElement>(".quick-filters a, .chips a")];
  return chips.filter((chip) => chip.scrollWidth > chip.clientWidth).map(({ textContent }) => textContent);
}
