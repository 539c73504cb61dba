import { expect, test } from "vitest";
import { visitAs } from "../support/cart/cart-visits.server.ts";
import { anAdmin } from "../support/users.server.ts";
import { openShop } from "../support/visitor.server.ts";

const shop = openShop();

test("the scripts of forms do nothing that the content security policy blocks", async () => {
  const visitor = await visitAs(shop, await anAdmin(shop.shop));
  await visitor.page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      document.documentElement.setAttribute("data-blocked", `${violatedDirective} ${blockedURI}`),
    ),
  );
  for (const path of ["/contact", "/checkout", "/profile", "/admin/products/new", "/admin/import"]) {
    await visitor.open(path);
    await visitor.page.waitForLoadState("networkidle");
    expect([path, await visitor.page.locator("html").getAttribute("data-blocked")]).toEqual([path, null]);
  }
  await visitor.leave();
});
