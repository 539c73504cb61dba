import { expect, test } from "vitest";
import { accessibilityFaults, sidewaysScroll } from "../../support/accessibility.server.ts";
import { desktop, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

test.each([
  ["with scripts", true],
  ["without scripts", false],
])("%s: signing in with Google returns to the requested page", async (_name, scripts) => {
  const visitor = await shop.visit({ screen: phone, scripts });
  const { page } = visitor;
  await visitor.open("/auth?next=%2Ffaq");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByText("This page stands in for Google").waitFor();
  await page.getByLabel("Email").fill(`gita-${scripts}@campus.test`);
  await page.getByLabel("Name").fill("Gita Nair");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByText("Welcome!").first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/faq");
  await visitor.open("/profile");
  await page.getByRole("heading", { name: "Gita Nair", level: 1 }).waitFor();
  await visitor.leave();
});

test("cancelling at Google returns to the sign-in screen, where it can be tried again", async () => {
  const visitor = await shop.visit({ screen: desktop });
  const { page } = visitor;
  await visitor.open("/auth");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByText("This page stands in for Google").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Continue with Google" }).waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Login" }).waitFor();
  await visitor.leave();
});

test("an account created with Google sets a password by emailed link, and can then set up two-step login", async () => {
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  const email = "gita-without-password@campus.test";
  await visitor.open("/auth?next=%2Fprofile%3Ftab%3Dsecurity");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByText("This page stands in for Google").waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Name").fill("Gita Nair");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByText("You log in with Google and have no password yet.").waitFor();
  await page.getByText("Set a password first").waitFor();
  expect(await page.getByLabel("Your password").count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Set a password by mail" }).click();
  await page.getByText("Use the link in it to set your password.").first().waitFor();

  await shop.shop.runDue();
  const mail = shop.shop.sentMail().findLast(({ to }) => to === email)?.text ?? "";
  const link = new URL(/https?:\/\/\S+\/auth\/link\S+/.exec(mail)?.[0] ?? "http://none.test");
  await visitor.open(link.pathname + link.search);
  await page.getByLabel("New Password").fill("monsoon-umbrella-7");
  await page.getByLabel("Confirm Password").fill("monsoon-umbrella-7");
  await page.getByRole("button", { name: "Set new password" }).click();
  await page.getByText("Your new password is set").first().waitFor();
  await visitor.open("/auth?next=%2Fprofile%3Ftab%3Dsecurity");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("monsoon-umbrella-7");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.getByRole("button", { name: "Change Password" }).waitFor();
  await page.getByRole("button", { name: "Set it up" }).waitFor();
  await visitor.leave();
});
