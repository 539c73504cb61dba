import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { accessibilityFaults, openShop, phone, sidewaysScroll } from "../../support/visitor.server.ts";

const shop = openShop();

test("who came with Google gets a first password by mail, and with it two-step login", async () => {
  const email = `gita-${randomUUID()}@campus.test`;
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  await visitor.open("/auth?next=%2Fprofile%3Ftab%3Dsecurity");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByText("This page stands in for Google").waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Name").fill("Gita Nair");
  await page.getByRole("button", { name: "Continue", exact: true }).click();

  const [password, twoStep] = ["Password", "Two-step login"].map((name) =>
    page.getByRole("region", { name }),
  );
  await twoStep?.getByText("please set one first").waitFor();
  await password?.getByText(email).waitFor();
  expect(await page.getByLabel("Current password").count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await password?.getByRole("button", { name: "Set a password" }).click();
  await page.getByText("The link to set your password is on its way").first().waitFor();

  await shop.shop.runDue();
  const mail = shop.shop.sentMail().find(({ to }) => to === email);
  const link = new URL(/https?:\/\/\S+recover=\S+/.exec(mail?.text ?? "")?.[0] ?? "http://none.test/none");
  await visitor.open(link.pathname + link.search);
  await page.getByLabel("New Password").fill("monsoon-umbrella-7");
  await page.getByLabel("Confirm Password").fill("monsoon-umbrella-7");
  await page.getByRole("button", { name: "Set new password" }).click();
  await page.getByText("Your new password is set").first().waitFor();

  await visitor.open("/auth?next=%2Fprofile%3Ftab%3Dsecurity");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("monsoon-umbrella-7");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.getByLabel("Current password").waitFor();
  await page.getByRole("button", { name: "Set it up" }).waitFor();
  await visitor.leave();
});
