import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ask, asking, posted, textOf } from "../support/ask.server.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";

let shop: TestShop;
let ask: Ask;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

describe("a guest is asked to sign in", () => {
  test.each([
    ["/wishlist", "/auth?next=%2Fwishlist&reason=own-wishlist"],
    ["/cart", "/auth?next=%2Fcart&reason=own-cart"],
    ["/checkout", "/auth?next=%2Fcheckout"],
    [
      "/order/5f0c9d1e-0000-4000-8000-000000000000",
      "/auth?next=%2Forder%2F5f0c9d1e-0000-4000-8000-000000000000",
    ],
    ["/order-confirmation", "/auth?next=%2Forder-confirmation"],
    ["/order-confirmation/x?order_id=1", "/auth?next=%2Forder-confirmation%2Fx%3Forder_id%3D1"],
    ["/admin", "/auth?next=%2Fadmin&reason=admin"],
    ["/admin/products/1", "/auth?next=%2Fadmin%2Fproducts%2F1&reason=admin"],
  ])("%s redirects to the sign-in screen with a way back", async (path, address) => {
    const answer = await ask(path);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toMatch(new RegExp(`^${address.split("?")[0]}\\?`));
    expect(answer.headers.get("Location")).toContain(address.split("?")[1]?.split("&")[0]);
  });

  test.each([
    ["/wishlist", "Log in to see your wishlist"],
    ["/cart", "Log in to see your cart"],
  ])("%s opened by a guest says %j: nothing was to be added", async (path, words) => {
    const { headers } = await ask(path);
    expect(textOf(await (await ask(headers.get("Location") ?? "")).text())).toContain(words);
  });

  test.each([
    ["/profile", "Please log in to view your profile"],
    ["/orders", "Please log in to view your orders"],
    ["/order", "Please log in to view your orders"],
  ])("%s shows a message and links to the login", async (path, words) => {
    const answer = await ask(path);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(textOf(html)).toContain(words);
    expect(html).toContain('href="/auth?next=');
  });
});

describe("cart, wishlist and buying are refused with the specified messages", () => {
  test.each([
    ["/cart", "add", "You need to login to add items to cart"],
    ["/cart", "buy", "You need to be logged in to make a purchase"],
    ["/wishlist", "add", "You need to be logged in to add items to wishlist"],
  ])("without scripts, %s %s redirects to a screen with the message", async (path, intent, words) => {
    const answer = await ask(path, posted({ intent, product: "x", next: "/product/maroon-festive-kurta" }));
    expect(answer.status).toBe(303);
    const address = answer.headers.get("Location") ?? "";
    const next = new URL(address, "http://shop.test").searchParams.get("next") ?? "";
    expect(next).toMatch(new RegExp(`^${path}\\?pending=`));
    expect(new URL(next, "http://shop.test").searchParams.get("next")).toBe("/product/maroon-festive-kurta");
    const page = textOf(await (await ask(address)).text());
    expect(page).toContain("Please login");
    expect(page).toContain(words);
  });

  test.each([
    ["/cart", { Origin: "https://evil.example" }],
    ["/cart.data", { Origin: "https://evil.example" }],
    ["/wishlist", { Origin: "null" }],
    ["/wishlist.data", { "Sec-Fetch-Site": "cross-site" }],
    ["/auth", { "Sec-Fetch-Site": "same-site" }],
    ["/newsletter", { Origin: "http://shop.test.evil.example" }],
    ["/contact", { Origin: "https://shop.test" }],
    ["/admin", { Origin: "https://evil.example" }],
  ])("a form sent to %s with %j is refused", async (path, headers) => {
    const answer = await ask(path, { method: "POST", body: new URLSearchParams({ intent: "add" }), headers });
    expect([400, 403]).toContain(answer.status);
    expect(answer.headers.get("Location")).toBeNull();
  });
});

describe("the sign-in screen", () => {
  test("has both tabs, Google on both, and the fields of each", async () => {
    const login = textOf(await (await ask("/auth")).text());
    for (const words of ["Login", "Sign Up", "Continue with Google", "Email", "Password"])
      expect(login).toContain(words);
    const signup = textOf(await (await ask("/auth?tab=signup")).text());
    for (const words of ["Create your account", "Continue with Google", "Name", "Confirm Password"])
      expect(signup).toContain(words);
  });

  test("says that the passwords differ, and keeps the email but not the passwords", async () => {
    const answer = await ask(
      "/auth?tab=signup",
      posted({ intent: "signup", name: "Asha", email: "asha@example.in", password: "one", confirm: "two" }),
    );
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(textOf(html)).toContain("Passwords don't match");
    expect(textOf(html)).toContain("Please make sure your passwords match");
    expect(html).toContain('value="asha@example.in"');
    expect(html).not.toContain('value="one"');
  });
});

describe("tracking", () => {
  test("asks for an order id", async () => {
    const answer = await ask("/track");
    expect(answer.status).toBe(200);
    expect(textOf(await answer.text())).toContain("Track Order");
  });

  test.each(["/track/5f0c9d1", "/track?order=5f0c9d1e-1", "/track/%00", "/track/<script>"])(
    "%s answers 404 with a message",
    async (path) => {
      const answer = await ask(path);
      expect(answer.status).toBe(404);
      const page = textOf(await answer.text());
      expect(page).toContain("Order not found");
      expect(page).toContain("Please check your order ID and try again");
    },
  );
});
