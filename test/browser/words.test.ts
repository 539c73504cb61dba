import { expect, test } from "vitest";
import { faultsInEveryShape } from "../support/accessibility.server.ts";
import { openShop, phone } from "../support/visitor.server.ts";

const shop = openShop();

async function open(path: string) {
  const visitor = await shop.visit({ screen: phone, expected: /status of 400/ });
  await visitor.open(path);
  return visitor;
}

test("the FAQ filters as one types, opens one answer at a time, and can be cleared", async () => {
  const { page, leave } = await open("/faq");
  const box = page.getByRole("searchbox", { name: "Search the questions" });
  await box.pressSequentially("refund");
  await page.getByText("5 of 24 questions").waitFor();
  await page.waitForURL(/\?q=refund$/);
  await box.fill("zzzz");
  await page.getByRole("heading", { name: "No results found" }).waitFor();
  await page.getByRole("link", { name: "Clear search" }).click();
  await page.getByText("24 questions", { exact: true }).waitFor();
  expect(await box.inputValue()).toBe("");
  await page.getByText("How long does delivery take?").click();
  await page.getByText("How do I wash it?").click();
  expect(await page.locator("details[open]").count()).toBe(1);
  await leave();
});

test("the newsletter form shows its error and its result in place", async () => {
  const { page, leave } = await open("/blog");
  const email = page.getByRole("textbox", { name: "Email" });
  await email.fill("asha@");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.getByText("Please enter a complete email address").waitFor();
  expect(await email.inputValue()).toBe("asha@");
  await email.fill("asha@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.getByText("Almost there").waitFor();
  expect(new URL(page.url()).pathname).toBe("/blog");
  await leave();
});

test("an invalid message focuses the first wrong field; the map loads only when its button is pressed", async () => {
  const { page, leave } = await open("/contact");
  const asked: string[] = [];
  await page.route("https://www.openstreetmap.org/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "map" });
  });
  await page.getByRole("textbox", { name: "Name" }).fill("Asha");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText("Please choose what it is about.").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Show the map" }).click();
  await page.locator("iframe[title='Map of our address']").waitFor();
  await expect.poll(() => asked.length).toBe(1);
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Asha");
  await leave();
});

const words = [
  "/blog",
  "/blog/one-kurta-five-campus-outfits",
  "/contact",
  "/newsletter",
  "/terms-and-conditions",
  "/privacy-policy",
  "/about",
  "/nope",
];

// Wider screens are tested in every-screen.test.ts.
test("content pages have no axe violation or horizontal scroll at 320 px, in light and dark", async () => {
  const visitor = await shop.visit({ screen: phone, expected: /status of 404/ });
  const widths = [{ width: 320, height: 800 }];
  for (const path of words) {
    await visitor.open(path);
    expect(await faultsInEveryShape(visitor.page, widths), path).toEqual([]);
  }
  await visitor.leave();
});
