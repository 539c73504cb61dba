import { describe, expect, test } from "vitest";
import { faultsInEveryShape } from "../support/accessibility.server.ts";
import { accountMenu } from "../support/pages/account-menu.ts";
import { desktop, openShop, phone } from "../support/visitor.server.ts";

const shop = openShop();

describe.each([
  ["with scripts", true],
  ["without scripts", false],
])("%s", (_name, scripts) => {
  test("sign up, verify by email, log in and log out; a second tab shows each change", async () => {
    const visitor = await shop.visit({ screen: desktop, scripts, expected: /status of 40[13]/ });
    const { page } = visitor;
    const email = `journey-${scripts}@campus.test`;
    await visitor.open("/auth?tab=signup&next=%2Ffaq");
    await page.getByLabel("Name").fill("Asha Rao");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("chai-and-kurta-26");
    await page.getByLabel("Confirm Password").fill("chai-and-kurta-26");
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.getByText("Account created!").first().waitFor();

    await shop.shop.runDue();
    const mail = shop.shop.sentMail().find(({ to }) => to === email);
    const link = new URL(/https?:\/\/\S+\/auth\/link\S+/.exec(mail?.text ?? "")?.[0] ?? "http://none.test");
    await visitor.open(link.pathname + link.search);
    await page.waitForURL("**/faq");
    await page.getByText("Your email is verified").first().waitFor();
    await (await accountMenu(page)).getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You are logged out").first().waitFor();

    const other = await page.context().newPage();
    await other.goto("/");
    if (scripts) await other.locator("html[data-ready]").waitFor({ state: "attached" });
    await other.getByRole("banner").getByRole("link", { name: "Login" }).waitFor();

    await visitor.open("/auth");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("chai-and-kurta-26");
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await page.getByText("Welcome back!").first().waitFor();
    await (await accountMenu(page)).getByRole("link", { name: "Admin" }).waitFor();

    if (!scripts) await other.reload();
    await other.getByRole("banner").getByLabel("Account, Asha Rao").waitFor();
    const stored = await page.context().cookies();
    expect(stored.filter(({ httpOnly }) => !httpOnly)).toEqual([]);
    if (scripts) {
      expect(
        await page.evaluate(() => [localStorage.length, sessionStorage.getItem("session"), document.cookie]),
      ).toEqual([0, null, ""]);
    }

    await page.evaluate(() => document.documentElement.setAttribute("data-of", "Asha Rao"));
    await (await accountMenu(page)).getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You are logged out").first().waitFor();
    expect(await page.locator("html[data-of]").count(), "the document of who signed out").toBe(0);
    if (!scripts) await other.reload();
    await other.getByRole("banner").getByRole("link", { name: "Login" }).waitFor();
    await visitor.leave();
  });
});

describe("in one window", () => {
  const visitor = shop.visitAll({ screen: phone });

  test.each([
    "/auth",
    "/auth?tab=signup",
    "/auth?tab=recover",
    "/auth?tab=code",
    "/auth?tab=code&sent=code",
    "/auth?tab=second-factor",
    "/auth/link?recover=x",
    "/dev/google/authorize",
  ])("%s has no axe violation and no horizontal scroll, at any width or colour scheme", async (path) => {
    await visitor.open(path);
    expect(await faultsInEveryShape(visitor.page)).toEqual([]);
  });
});
