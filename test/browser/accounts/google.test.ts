import { expect, test } from "vitest";
import { desk, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

test.each([
  ["with scripts", true],
  ["without scripts", false],
])("%s: in with Google, and back to where the person was going", async (_name, scripts) => {
  const visitor = await shop.visit({ screen: phone, scripts });
  const { page } = visitor;
  await visitor.open("/auth?next=%2Ffaq");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByText("This page stands in for Google").waitFor();
  await page.getByLabel("Email").fill(`gita-${scripts}@campus.test`);
  await page.getByLabel("Name").fill("Gita Nair");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByText("Welcome back!").first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/faq");
  await visitor.open("/profile");
  await page.getByRole("heading", { name: "Gita Nair", level: 1 }).waitFor();
  await visitor.leave();
});

test("who changes their mind at Google is told so, and may try again", async () => {
  const visitor = await shop.visit({ screen: desk });
  const { page } = visitor;
  await visitor.open("/auth");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Continue with Google" }).waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Login" }).waitFor();
  await visitor.leave();
});
