import { expect, test } from "vitest";
import { openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();
const path = "/product/pocket-logo-essential-tee";

test.each([
  ["with scripts", true],
  ["without scripts", false],
])("a PIN code shows delivery date and COD, an unknown one an error, %s", async (_name, scripts) => {
  const visitor = await shop.visit({ screen: phone, scripts });
  const { page } = visitor;
  await visitor.open(path);
  const pin = page.getByLabel("PIN code for delivery");
  const check = page.getByRole("button", { name: "Check" });
  await pin.fill("110001");
  await check.click();
  await page.getByText(/Delhi: get it by/).waitFor();
  await page.locator(".delivery-check").getByText("Cash on Delivery available").waitFor();
  await pin.fill("999999");
  await check.click();
  await page.getByText("We do not know this PIN code").waitFor();
  expect(await pin.inputValue()).toBe("999999");
  await visitor.leave();
});

test("the browser remembers the PIN code for the next product, without a cookie", async () => {
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  await visitor.open(path);
  await page.getByLabel("PIN code for delivery").fill("560001");
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText(/Bengaluru, Karnataka: get it by/).waitFor();
  expect(new URL(page.url()).search).toBe("");
  await visitor.open("/product/tan-moccasins");
  await page.getByText(/Bengaluru, Karnataka: get it by/).waitFor();
  expect(await page.getByLabel("PIN code for delivery").inputValue()).toBe("560001");
  expect(await page.context().cookies()).toEqual([]);
  await visitor.leave();
});
