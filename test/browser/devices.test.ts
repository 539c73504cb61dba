import { expect, test } from "vitest";
import { visitAs } from "../support/cart/cart-visits.server.ts";
import { aShopper, cookieOf } from "../support/users.server.ts";
import { openShop, phone } from "../support/visitor.server.ts";

const shop = openShop();

test("one device is signed out and this one stays; the open profile tab is inside a phone's screen", async () => {
  const asha = await aShopper(shop.shop);
  const lost = await visitAs(shop, { ...asha, cookie: await cookieOf(shop.shop, asha.email) });
  await lost.listen("/profile");
  const visitor = await visitAs(shop, asha, { screen: phone });
  await visitor.open("/profile?tab=security");
  const tab = visitor.page.getByRole("tab", { name: "Security" });
  await expect
    .poll(async () => {
      const box = await tab.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= phone.width;
    })
    .toBe(true);
  await visitor.page
    .getByRole("button", { name: /^Sign out (?!everywhere)/ })
    .first()
    .click();
  await visitor.page.getByText("That device is signed out").waitFor();
  await lost.page.getByText("Please log in to view your profile").waitFor({ timeout: 5_000 });
  await visitor.page.getByText("This device").waitFor();
  await lost.leave();
  await visitor.leave();
});
