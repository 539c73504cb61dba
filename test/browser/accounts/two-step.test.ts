import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { notify } from "../../../shop/accounts/person/notifications.server.ts";
import { appCode } from "../../support/app-code.server.ts";
import { aShopper, type Person } from "../../support/people.server.ts";
import { accessibilityFaults, openShop, phone, sidewaysScroll } from "../../support/visitor.server.ts";

const shop = openShop();

async function logIn(page: Page, { email, password }: Person) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

async function giveCode(page: Page, code: string) {
  await page.getByRole("heading", { name: "One more step" }).waitFor();
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

describe.each([
  ["with scripts", true],
  ["without scripts", false],
])("%s", (_name, scripts) => {
  test("set up two-step login, then log in with a code, and with a recovery code once", async () => {
    const asha = await aShopper(shop.shop);
    const visitor = await shop.visit({ screen: phone, scripts, expected: /status of 4(01|03|22)/ });
    const { page } = visitor;
    const out = async () => {
      await page.context().clearCookies();
      await visitor.open("/auth");
    };
    await visitor.open("/auth?next=%2Fprofile%3Ftab%3Dsecurity");
    await logIn(page, asha);
    const section = page.getByRole("region", { name: "Two-step login" });
    await section.getByLabel("Your password").fill("not my password");
    await section.getByRole("button", { name: "Set it up" }).click();
    await page.getByText("The password is not right.").first().waitFor();
    await section.getByLabel("Your password").fill(asha.password);
    await section.getByRole("button", { name: "Set it up" }).click();

    const uri = (await section.getByRole("link", { name: "open the app" }).getAttribute("href")) ?? "";
    const recovery = await section.getByRole("listitem").allInnerTexts();
    expect(recovery).toHaveLength(10);
    await section.getByRole("img", { name: "QR code with the key that is written below" }).waitFor();
    if (scripts) {
      // News make the page ask again; what is shown only once must outlive that.
      const told = async () => {
        await notify(shop.shop.services, asha.id, { kind: "account", title: "Welcome to the shop" });
        return page.getByRole("tab", { name: /Notifications \d/ }).count();
      };
      await expect.poll(told, { timeout: 20_000, interval: 1_000 }).toBe(1);
    }
    if (scripts) expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    const [right, wrong] = [appCode(uri), "000000"];
    await section.getByLabel("The code that the app shows now").fill(wrong);
    await section.getByRole("button", { name: "Turn it on" }).click();
    await page.getByText("Two-step login is not on yet").first().waitFor();
    await section.getByLabel("The code that the app shows now").fill(right);
    await section.getByRole("button", { name: "Turn it on" }).click();
    await section.getByText("It is on:").waitFor();

    await out();
    await logIn(page, asha);
    await giveCode(page, appCode(uri));
    await page.getByText("Welcome back!").first().waitFor();

    for (const answer of ["Welcome back!", "The code is not right"]) {
      await out();
      await logIn(page, asha);
      await giveCode(page, recovery[0] ?? "");
      await page.getByText(answer).first().waitFor();
    }
    await visitor.leave();
  });
});
