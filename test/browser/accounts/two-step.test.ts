import { expect, test } from "vitest";
import { notify } from "../../../shop/accounts/customer/notifications.server.ts";
import { accessibilityFaults, sidewaysScroll } from "../../support/accessibility.server.ts";
import { appCode } from "../../support/app-code.server.ts";
import { aShopper } from "../../support/users.server.ts";
import { openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

test.each([
  ["with scripts", true],
  ["without scripts", false],
])("%s: with two-step login, a login needs an app code or unused recovery code", async (_name, scripts) => {
  const asha = await aShopper(shop.shop);
  const visitor = await shop.visit({ screen: phone, scripts, expected: /status of 4(01|03|22)/ });
  const { page } = visitor;
  const logIn = async () => {
    await page.getByLabel("Email").fill(asha.email);
    await page.getByLabel("Password", { exact: true }).fill(asha.password);
    await page.getByRole("button", { name: "Login", exact: true }).click();
  };
  const give = async (code: string) => {
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: "Login", exact: true }).click();
  };
  const logOut = async () => {
    await visitor.open("/profile");
    await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
    await page.getByText("You are logged out").first().waitFor();
  };

  const listening = scripts
    ? page.waitForResponse((answer) => answer.url().includes("/live?") && answer.url().includes("people"))
    : undefined;
  await visitor.open("/auth?next=%2Fprofile%3Ftab%3Dsecurity");
  await logIn();
  await page.getByLabel("Your password").fill(asha.password);
  await page.getByRole("button", { name: "Set it up" }).click();
  const app = page.getByRole("link", { name: "open the app" });
  const uri = (await app.getAttribute("href")) ?? "";
  const recoveryCodes = await page
    .getByRole("list", { name: "Recovery codes" })
    .getByRole("listitem")
    .allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  if (scripts) {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy the recovery codes" }).click();
    await page.getByText("Copied.", { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recoveryCodes.join("\n"));
    await page.getByRole("button", { name: "Copy the key" }).waitFor();
  }
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  if (scripts) expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  // A change event reloads the screen's data; the key and codes, which are shown only once, must stay.
  await listening;
  await notify(shop.shop.services, asha.id, { kind: "account", message: { code: "password-changed" } });
  if (scripts) await page.getByRole("tab", { name: "Notifications 1" }).waitFor();
  await app.waitFor();
  await page.getByLabel("The code that the app shows now").fill("000000");
  await page.getByRole("button", { name: "Turn it on" }).click();
  await page.getByText("The code is not right. Please try the next one.").first().waitFor();
  await page.getByLabel("The code that the app shows now").fill(appCode(uri));
  await page.getByRole("button", { name: "Turn it on" }).click();
  await page.getByText("Two-step login is on").first().waitFor();
  await logOut();

  await visitor.open("/auth");
  await logIn();
  await page.getByRole("heading", { name: "One more step" }).waitFor();
  await give("000000");
  await page.getByText("The code is incorrect or has expired.").first().waitFor();
  await give(appCode(uri, 1));
  await page.getByText("Welcome back!").first().waitFor();
  await logOut();

  const [recovery = ""] = recoveryCodes;
  await visitor.open("/auth");
  await logIn();
  await give(recovery);
  await page.getByText("Welcome back!").first().waitFor();
  await logOut();

  await visitor.open("/auth");
  await logIn();
  await page.getByRole("heading", { name: "One more step" }).waitFor();
  await give(recovery);
  await page.getByText("The code is incorrect or has expired.").first().waitFor();
  await visitor.leave();
});
