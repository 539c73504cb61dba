import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { aShopper } from "../../support/people.server.ts";
import { desk, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

/** The text of the newest mail to somebody, once everything queued has gone out. */
async function newestMail(to: string): Promise<string> {
  await shop.shop.runDue();
  return (
    shop.shop
      .sentMail()
      .filter((mail) => mail.to === to)
      .at(-1)?.text ?? ""
  );
}

/** Where the link of a mail leads, as a path of the shop. */
async function mailedLink(to: string): Promise<string> {
  const found = /https?:\/\/\S+\/auth\/link\S+/.exec(await newestMail(to));
  const { pathname, search } = new URL(found?.[0] ?? "http://none.test/no-link-in-the-mail");
  return pathname + search;
}

describe.each([
  ["with scripts", true],
  ["without scripts", false],
])("%s", (_name, scripts) => {
  test("a forgotten password: the mail's link sets a new one, and only the new one counts", async () => {
    const asha = await aShopper(shop.shop);
    const visitor = await shop.visit({ screen: phone, scripts, expected: /status of 4(01|10)/ });
    const { page } = visitor;
    await visitor.open("/auth");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("heading", { name: "Set a new password" }).waitFor();
    await page.getByLabel("Email").fill(asha.email);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await page.getByText("Check your email").first().waitFor();

    const link = await mailedLink(asha.email);
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
    await page.getByText("The email or the password is not right.").first().waitFor();
    await logIn("monsoon-umbrella-7");
    await page.getByText("Welcome back!").first().waitFor();

    await visitor.open(link);
    await page.getByLabel("New Password").fill("somebody-else-7");
    await page.getByLabel("Confirm Password").fill("somebody-else-7");
    await page.getByRole("button", { name: "Set new password" }).click();
    await page.getByText("This link does not work any more").first().waitFor();
    await visitor.leave();
  });

  test("a code by mail logs in and leads to where the person wanted to go", async () => {
    const asha = await aShopper(shop.shop);
    const visitor = await shop.visit({ screen: phone, scripts, expected: /status of 401/ });
    const { page } = visitor;
    await visitor.open("/auth?next=%2Ffaq");
    await page.getByRole("link", { name: "Log in with a code by email" }).click();
    await page.getByRole("heading", { name: "Log in by email" }).waitFor();
    await page.getByLabel("Email").fill(asha.email);
    await page.getByRole("button", { name: "Send me a code" }).click();
    await page.getByText("Check your email").first().waitFor();
    const code = /\b\d{6}\b/.exec(await newestMail(asha.email))?.[0] ?? "";
    await page.getByLabel("Code").fill(code === "000000" ? "111111" : "000000");
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await page.getByText("The code is not right").first().waitFor();
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await page.getByText("Welcome back!").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/faq");
    await visitor.leave();
  });

  test("a link by mail logs in when its button is pressed, and once only", async () => {
    const asha = await aShopper(shop.shop);
    const visitor = await shop.visit({ screen: desk, scripts, expected: /status of 410/ });
    const { page } = visitor;
    await visitor.open("/auth?tab=code");
    await page.getByLabel("Email").fill(asha.email);
    await page.getByRole("button", { name: "Send me a link instead" }).click();
    await page.getByText("Check your email").first().waitFor();
    const link = await mailedLink(asha.email);

    await visitor.open(link);
    await page.getByRole("banner").getByRole("link", { name: "Login" }).waitFor();
    await page.getByRole("main").getByRole("button", { name: "Login" }).click();
    await page.getByText("Welcome back!").first().waitFor();

    await page.context().clearCookies();
    await visitor.open(link);
    await page.getByRole("main").getByRole("button", { name: "Login" }).click();
    await page.getByText("This link does not work any more").first().waitFor();
    await visitor.leave();
  });

  test("Google: a change of mind is told, agreeing makes the account and leads on", async () => {
    const visitor = await shop.visit({ screen: phone, scripts });
    const { page } = visitor;
    await visitor.open("/auth?next=%2Ffaq");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await page.getByText("This page stands in for Google").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Google sign-in failed").first().waitFor();

    await visitor.open("/auth?next=%2Ffaq");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await page.getByText("This page stands in for Google").waitFor();
    await page.getByLabel("Email").fill(`gita-${randomUUID()}@campus.test`);
    await page.getByLabel("Name").fill("Gita Nair");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByText("Welcome back!").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/faq");
    await visitor.open("/profile");
    await page.getByRole("heading", { name: "Gita Nair" }).waitFor();
    await visitor.leave();
  });
});
