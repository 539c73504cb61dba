import { describe, expect, test } from "vitest";
import { aShopper } from "../../support/users.server.ts";
import { desktop, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

/** The newest mail to an address, once everything queued is sent. */
async function newestMailTo(email: string) {
  await shop.shop.runDue();
  return shop.shop.sentMail().findLast(({ to }) => to === email)?.text ?? "";
}

/** The path of the link in a mail, as a person would open it. */
function linkIn(mail: string) {
  const link = new URL(/https?:\/\/\S+\/auth\/link\S+/.exec(mail)?.[0] ?? "http://none.test");
  return link.pathname + link.search;
}

describe.each([
  ["with scripts", true],
  ["without scripts", false],
])("%s", (_name, scripts) => {
  test("a forgotten password is reset by an emailed link that works once; only the new password logs in", async () => {
    const asha = await aShopper(shop.shop);
    const visitor = await shop.visit({ screen: phone, scripts, expected: /status of 4(01|10)/ });
    const { page } = visitor;
    await visitor.open("/auth");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("heading", { name: "Set a new password" }).waitFor();
    await page.getByLabel("Email").fill(asha.email);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await page.getByText("Check your email").first().waitFor();

    const link = linkIn(await newestMailTo(asha.email));
    await visitor.open(link);
    await page.getByLabel("New Password").fill("monsoon-umbrella-7");
    await page.getByLabel("Confirm Password").fill("monsoon-umbrella-7");
    await page.getByRole("button", { name: "Set new password" }).click();
    await page.getByText("Your new password is set").first().waitFor();

    const logIn = async (password: string) => {
      await page.getByLabel("Email").fill(asha.email);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Login", exact: true }).click();
    };
    await logIn(asha.password);
    await page.getByText("Your email or password is incorrect.").first().waitFor();
    await logIn("monsoon-umbrella-7");
    await page.getByText("Welcome back!").first().waitFor();

    await visitor.open(link);
    await page.getByText("This link does not work any more").first().waitFor();
    await visitor.leave();
  });

  test("an emailed code: a wrong one is refused, the right one logs in and returns to the requested page", async () => {
    const asha = await aShopper(shop.shop);
    const visitor = await shop.visit({ screen: phone, scripts, expected: /status of 401/ });
    const { page } = visitor;
    await visitor.open("/auth?next=%2Ffaq");
    await page.getByRole("link", { name: "Log in with a code by email" }).click();
    await page.getByRole("heading", { name: "Log in by email" }).waitFor();
    await page.getByLabel("Email").fill(asha.email);
    await page.getByRole("button", { name: "Send me a code" }).click();
    const code = page.getByLabel("Code");
    await code.waitFor();
    const mailed = /\b\d{6}\b/.exec(await newestMailTo(asha.email))?.[0] ?? "";
    await code.fill(mailed === "000000" ? "000001" : "000000");
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await page.getByText("The code is incorrect or has expired.").first().waitFor();
    await code.fill(mailed);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await page.getByText("Welcome back!").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/faq");
    await visitor.leave();
  });

  test("an emailed login link works once, and only when its button is pressed", async () => {
    const asha = await aShopper(shop.shop);
    const visitor = await shop.visit({ screen: desktop, scripts, expected: /status of 410/ });
    const { page } = visitor;
    await visitor.open("/auth?tab=code");
    await page.getByLabel("Email").fill(asha.email);
    await page.getByRole("button", { name: "Send me a link instead" }).click();
    await page.getByText("Check your email").first().waitFor();
    const link = linkIn(await newestMailTo(asha.email));
    await visitor.open(link);
    // Opened twice, as by a mail scanner: opening does not use the link up.
    await visitor.open(link);
    await page.getByRole("main").getByRole("button", { name: "Login" }).click();
    await page.getByText("Welcome back!").first().waitFor();
    await page.getByRole("banner").getByLabel("Account, Asha Rao").waitFor();
    await visitor.open(link);
    await page.getByText("This link does not work any more").first().waitFor();
    await visitor.leave();
  });
});
