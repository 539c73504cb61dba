import assert from "node:assert/strict";
import type { Visitor } from "../visitor.ts";

/** Staff confirm the order, and try to save a product with a wrong value. */
export async function confirmAndEdit(visitor: Visitor, short: string) {
  const { step, tap, fill, see, at, open, standsFree } = visitor;
  await step("staff sign-in", async () => {
    await open("/auth?next=/admin/orders");
    await fill("Email", "admin@campus.test");
    await fill("Password", "campus-admin-demo");
    await tap("button", "Login");
    await at(/^\/admin\/orders/);
    await see(short);
  });
  await step("order", async () => {
    await tap("a", short);
    await at(/^\/admin\/orders\/[0-9a-f-]{36}/);
    await see("12, MG Road");
  });
  await step("order confirmed", async () => {
    await open(`/admin/orders?q=${short}`);
    await tap("button", `Confirm, order ${short}`);
    await see("Order status updated successfully");
  });
  await step("products", async () => {
    await open("/admin/products?q=maroon+festive+kurta");
    await tap("main a", "Maroon Festive Kurta");
    await at(/^\/admin\/products\/[^?]+/);
  });
  await step(
    "wrong price",
    async () => {
      await fill("Price", "-5");
      await visitor.press("\uE004");
      await visitor.call(scrollToEnd);
      await tap("button", "Update Product");
      await standsFree(".field:has([aria-invalid=true]:focus)");
      const ring = await visitor.call(ringOf, "[aria-invalid=true]:focus");
      assert.match(String(ring), /^(?!none|.*inset)/, "the focus ring of a wrong field");
    },
    { statuses: [422] },
  );
}

/** Runs in the page. */
function scrollToEnd() {
  scrollTo({ top: document.body.scrollHeight, behavior: "instant" });
}

/** Runs in the page. */
function ringOf(selector: string): string {
  const element = document.querySelector(selector);
  return element ? getComputedStyle(element).boxShadow : "none";
}
