import { expect, test } from "vitest";
import { visitAs } from "../../support/cart/cart-visits.server.ts";
import { aDeliveredOrder, aShirt } from "../../support/orders.server.ts";
import { aShopper } from "../../support/users.server.ts";
import { openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();
const slug = "pocket-logo-essential-tee";

test.each([
  ["with scripts", true],
  ["without scripts", false],
])("the size guide shows body and product measures in centimetres or inches, %s", async (_name, scripts) => {
  const visitor = await shop.visit({ screen: phone, scripts });
  const { page } = visitor;
  await visitor.open(`/product/${slug}`);
  await page.getByRole("button", { name: "Size guide" }).click();
  const guide = page.getByRole("dialog", { name: "Size guide" });
  await guide.getByRole("cell", { name: "53", exact: true }).waitFor();
  await guide.getByLabel("Inches").check();
  await guide.getByRole("cell", { name: "20.9", exact: true }).waitFor();
  expect(await guide.getByRole("cell", { name: "53", exact: true }).count()).toBe(0);
  await visitor.leave();
});

test("a customer who kept size M of a brand sees that on its other products, and nobody else does", async () => {
  const asha = await aShopper(shop.shop);
  const [bought, other] = [await aShirt(shop.shop), await aShirt(shop.shop)];
  await aDeliveredOrder(shop.shop, asha, [[bought, 1]]);
  const visitor = await visitAs(shop, asha, { screen: phone });
  await visitor.open(`/product/${other.slug}`);
  await visitor.page.getByText("You bought M last time.").waitFor();
  const stranger = await visitAs(shop, await aShopper(shop.shop), { screen: phone });
  const answer = stranger.page.waitForResponse(/\/functions\/purchased-size/);
  await stranger.open(`/product/${other.slug}`);
  expect(await (await answer).json()).toBeNull();
  expect(await stranger.page.getByText("You bought").count()).toBe(0);
  await Promise.all([visitor.leave(), stranger.leave()]);
});
