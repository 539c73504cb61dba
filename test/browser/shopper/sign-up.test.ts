import { expect, test } from "vitest";
import { accessibilityFaults } from "../../support/accessibility.server.ts";
import { openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

test("a weak password is refused at its field and by the specified toast, and gets the focus", async () => {
  const visitor = await shop.visit({ screen: phone, expected: /status of 422/ });
  const { page } = visitor;
  await visitor.open("/auth?tab=signup");
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill("weak@campus.test");
  const password = page.getByLabel("Password", { exact: true });
  const toast = page.getByRole("region", { name: "Messages" }).getByRole("alert");
  for (let time = 0; time < 2; time++) {
    await password.fill("short");
    await page.getByLabel("Confirm Password").fill("short");
    await page.getByRole("button", { name: "Create Account" }).click();
    await toast.getByText("Signup failed").waitFor();
    await page.locator("p.field-error", { hasText: "at least 10 characters" }).waitFor();
    expect(await password.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await toast.getByRole("button", { name: "Dismiss" }).click();
  }
  await password.fill("chai-and-kurta-26");
  await page.getByRole("button", { name: "Create Account" }).click();
  await toast.getByText("Passwords don't match").waitFor();
  expect(await page.getByLabel("Confirm Password").getAttribute("aria-invalid")).toBe("true");
  await visitor.leave();
});

test("a failed login shows a toast in the error colour", async () => {
  const visitor = await shop.visit({ expected: /status of 401/ });
  const { page } = visitor;
  await visitor.open("/auth");
  await page.getByLabel("Email").fill("nobody@campus.test");
  await page.getByLabel("Password", { exact: true }).fill("nothing-at-all");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  const toast = page.getByRole("region", { name: "Messages" }).getByRole("alert");
  await toast.getByText("Login failed").waitFor();
  const ground = (of: string) =>
    page.evaluate((name) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.background = `var(${name})`;
      const { backgroundColor } = getComputedStyle(probe);
      probe.remove();
      return backgroundColor;
    }, of);
  expect(await toast.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(await ground("--madder"));
  await visitor.leave();
});

test("a guest's item is added to the cart when the sign-up link is opened in the same browser", async () => {
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  await visitor.open("/product/tan-moccasins");
  await page.locator("label.size").first().click();
  await page.getByRole("button", { name: "Add to Cart", exact: true }).last().click();
  await page.getByRole("alert").getByRole("link", { name: "Login" }).click();
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill("wants@campus.test");
  await page.getByLabel("Password", { exact: true }).fill("chai-and-kurta-26");
  await page.getByLabel("Confirm Password").fill("chai-and-kurta-26");
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByText("Account created!").first().waitFor();
  await shop.shop.runDue();
  const mail = shop.shop.sentMail().at(-1)?.text ?? "";
  const link = new URL(/https?:\/\/\S+\/auth\/link\S+/.exec(mail)?.[0] ?? "http://none.test");
  await page.goto(link.pathname + link.search);
  await page.waitForURL("**/product/tan-moccasins");
  await page.getByText("Item added to cart").waitFor();
  await page.getByRole("link", { name: /Cart, 1/ }).waitFor();
  await visitor.leave();
});

test("adding to the wishlist and removing again shows only the last message", async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  await visitor.open("/auth?next=%2Fproduct%2Ftan-moccasins");
  await page.getByLabel("Email").fill("shopper@campus.test");
  await page.getByLabel("Password", { exact: true }).fill("campus-shopper-demo");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/product/tan-moccasins");
  // The response to the form has arrived, the page's data has not: people change their minds at that moment.
  const held = Promise.withResolvers<void>();
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() === "GET") await held.promise;
    await route.continue();
  });
  await page
    .getByRole("button", { name: /^Add to wishlist/ })
    .first()
    .click();
  await page.getByText("Added to wishlist").waitFor();
  await page
    .getByRole("button", { name: /^Remove from wishlist/ })
    .first()
    .click();
  await page.getByText("Removed from wishlist").waitFor();
  expect(await page.getByText("Added to wishlist").count()).toBe(0);
  held.resolve();
  await page.getByRole("link", { name: "Wishlist", exact: true }).waitFor();
  await visitor.leave();
});
