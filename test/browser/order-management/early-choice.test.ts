import { expect, test } from "vitest";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { visitAs } from "../../support/cart/cart-visits.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { anAdmin, aShopper } from "../../support/users.server.ts";
import { desktop, holdScripts, openShop } from "../../support/visitor.server.ts";

const shop = openShop();

test("a status that is chosen before the scripts have come can be set", async () => {
  const order = await anOrder(shop.shop, await aShopper(shop.shop));
  const short = order.id.slice(0, 8);
  const visitor = await visitAs(shop, await anAdmin(shop.shop), { screen: desktop });
  const { page } = visitor;
  const scripts = await holdScripts(page);
  await page.goto("/admin/orders", { waitUntil: "commit" });
  const status = page.getByLabel(`Status of order ${short}`);
  await status.selectOption("confirmed");
  await scripts.release();
  await page.getByRole("button", { name: `Set order ${short} to` }).click();
  await expect.poll(async () => (await orderOf(shop.shop.services, order.id))?.status).toBe("confirmed");
  await visitor.leave();
});
