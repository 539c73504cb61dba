import { describe, expect, test } from "vitest";
import { keptMessages } from "../../../demo/messages.server.ts";
import { faultsInEveryShape } from "../../support/accessibility.server.ts";
import { accountMenu } from "../../support/pages/account-menu.ts";
import { aShopper } from "../../support/users.server.ts";
import { desktop, enterAs, openShop, phone, type Visitor } from "../../support/visitor.server.ts";

const shop = openShop();
const kurta = "/product/maroon-festive-kurta";

/** The code of the newest message, as its owner reads it on the phone. */
async function newestCode() {
  const [message] = await keptMessages(shop.shop.services);
  return /^\d{6}/.exec(message?.text ?? "")?.[0] ?? "none";
}

async function giveNumber({ page }: Visitor, number: string) {
  await page.getByRole("textbox", { name: "Mobile number" }).fill(number);
  await page.getByRole("button", { name: "Get a code" }).click();
  await page.getByLabel("Code").waitFor();
}

async function giveCode({ page }: Visitor, code: string) {
  await page.getByLabel("Code").fill(code);
  await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
}

describe.each([
  ["with scripts", true, "98765 43210"],
  ["without scripts", false, "98765 43211"],
])("%s", (_name, scripts, number) => {
  test("a guest who adds to the cart signs in by phone code, and the item is in the cart", async () => {
    const visitor = await shop.visit({ screen: phone, scripts, expected: /status of 401/ });
    const { page } = visitor;
    await visitor.open(kurta);
    await page.locator("label.size", { hasText: /^M$/ }).click();
    await page.getByRole("button", { name: "Add to Cart", exact: true }).first().click();
    if (scripts) await page.getByRole("alert").getByRole("link", { name: "Login" }).click();
    await giveNumber(visitor, "98765 00000");
    // 'Change the number' keeps the next page, and fills the field with the first number.
    await page.getByRole("link", { name: "Change the number" }).click();
    expect(await page.getByRole("textbox", { name: "Mobile number" }).inputValue()).toBe("98765 00000");
    await giveNumber(visitor, number);
    await page.getByText(number).waitFor();
    await giveCode(visitor, "12 34");
    await page.getByText("This code is not right.").first().waitFor();
    await giveCode(visitor, await newestCode());
    if (scripts) {
      await page.waitForURL(`**${kurta}`);
      await page.getByText("Item added to cart").waitFor();
    } else {
      await page.waitForURL("**/cart?pending=*");
      await page.getByRole("main").getByRole("button", { name: "Add to Cart" }).click();
      await page.getByText("Item added to cart").first().waitFor();
    }
    await visitor.open("/cart");
    await page.getByRole("main").getByText("Maroon Festive Kurta").first().waitFor();
    // The account has no email, so the screen offers to add one.
    await visitor.open("/profile?tab=security");
    await page.getByRole("heading", { name: "Add your email" }).waitFor();
    if (scripts) expect(await faultsInEveryShape(page)).toEqual([]);
    await visitor.leave();
  });
});

test("a phone number verified in the profile signs in from then on; all its screens pass axe", async () => {
  const asha = await aShopper(shop.shop);
  const visitor = await shop.visit({ screen: desktop });
  const { page } = visitor;
  await enterAs(page, asha);
  await visitor.open("/profile?tab=security");
  await giveNumber(visitor, "98765 43212");
  expect(await faultsInEveryShape(page)).toEqual([]);
  await page.getByLabel("Code").fill(await newestCode());
  await page.getByRole("button", { name: "Confirm the number" }).click();
  await page.getByText("Your mobile number is confirmed").first().waitFor();
  await page.getByText("A code to 98765 43212 logs you in.").waitFor();
  expect(await faultsInEveryShape(page)).toEqual([]);
  await (await accountMenu(page)).getByRole("button", { name: "Sign out" }).click();
  await page.getByText("You are logged out").first().waitFor();

  await visitor.open("/auth?next=%2Fprofile");
  await giveNumber(visitor, "9876543212");
  expect(await faultsInEveryShape(page)).toEqual([]);
  await giveCode(visitor, await newestCode());
  await page.waitForURL("**/profile");
  await page.getByText(asha.email).first().waitFor();
  await visitor.open("/dev/messages");
  await page.getByText("to +919876543212").first().waitFor();
  expect(await faultsInEveryShape(page)).toEqual([]);
  await visitor.leave();
});
