import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { currentSettings, saveSettings } from "../../../shop/settings/save-settings.server.ts";
import { someStaff } from "../../support/access/actors.ts";
import { aShopper } from "../../support/users.server.ts";
import { desktop, enterAs, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

const edges = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().toJSON());

test.each([320, 360])("at %i px an arrow indicates more tabs; the selected tab is in view", async (width) => {
  const visitor = await shop.visit({ screen: { width, height: 780 }, scripts: false });
  await enterAs(visitor.page, await aShopper(shop.shop));
  await visitor.open("/profile");
  const row = visitor.page.getByRole("tablist", { name: "Profile" });
  expect(await row.evaluate((strip) => strip.scrollWidth > strip.clientWidth)).toBe(true);
  const arrow = await row.evaluate((strip) => {
    const { content, position, right } = getComputedStyle(strip, "::after");
    return { content, position, right };
  });
  expect(arrow).toEqual({ content: '"\u2192" / ""', position: "sticky", right: "0px" });
  await visitor.open("/profile?tab=security");
  const chosen = await edges(visitor.page.getByRole("tab", { selected: true }));
  expect(chosen.left).toBeGreaterThanOrEqual(0);
  expect(chosen.right).toBeLessThanOrEqual(width);
  await visitor.leave();
});

test("the header of a 360 px window fits beside a scroll bar of 15 px", async () => {
  const visitor = await shop.visit({ screen: phone });
  await enterAs(visitor.page, await aShopper(shop.shop));
  for (const path of ["/", "/faq"]) {
    await visitor.open(path);
    // Playwright hides the scroll bar.
    const { scrollWidth, clientWidth } = await visitor.page.locator(".site-head").evaluate((head) => {
      document.documentElement.style.maxWidth = "345px";
      return { scrollWidth: head.scrollWidth, clientWidth: head.clientWidth };
    });
    expect([path, scrollWidth]).toEqual([path, clientWidth]);
  }
  await visitor.leave();
});

test.each(
  [
    "Kaveri Footwear",
    "Sri Lakshmi Venkateshwara Handlooms and Sons",
    "Sri Venkateswara Handlooms & Readymade Garments of Thiruvananthapuram",
  ].flatMap((name) => [345, 1024, 1280].map((width) => ({ name, width }))),
)("header and home of a shop named $name fit a window of $width px", async ({ name, width }) => {
  const rename = async (shopName: string) => {
    const { version } = await currentSettings(shop.shop.services.db, ["shopName"]);
    const saved = await saveSettings(shop.shop.services, {
      actor: someStaff,
      changes: { shopName },
      version,
    });
    expect(saved.ok).toBe(true);
  };
  await rename(name);
  const visitor = await shop.visit({ screen: { width, height: 780 } });
  const head = visitor.page.locator(".site-head");
  const wide = () => visitor.page.evaluate(() => document.documentElement.scrollWidth);
  const widths = () => head.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
  for (const entry of ["guest", "shopper"]) {
    if (entry === "shopper") await enterAs(visitor.page, await aShopper(shop.shop));
    await visitor.open("/");
    await head.getByText(name).waitFor();
    const { scrollWidth, clientWidth } = await widths();
    expect([entry, scrollWidth]).toEqual([entry, clientWidth]);
    expect([entry, await wide()]).toEqual([entry, width]);
  }
  await visitor.leave();
  await rename("Campus Style");
});

test("the footer is collapsed on a phone and opens without scripts", async () => {
  const visitor = await shop.visit({ screen: phone, scripts: false });
  await visitor.open("/faq");
  const footer = visitor.page.getByRole("contentinfo");
  const link = footer.getByRole("link", { name: "Refund Policy" });
  expect(await link.isVisible()).toBe(false);
  expect((await edges(footer)).height).toBeLessThan(phone.height);
  await footer.locator("summary", { hasText: "Customer Service" }).click();
  await link.click();
  await visitor.page.waitForURL("**/refund-policy");
  await visitor.leave();
});

test("on a desktop the footer is expanded, with a heading for each section", async () => {
  const visitor = await shop.visit({ screen: desktop });
  await visitor.open("/faq");
  const footer = visitor.page.getByRole("contentinfo");
  for (const title of ["Quick Links", "Categories", "Customer Service", "Founders"])
    expect(await footer.getByRole("heading", { name: title }).isVisible()).toBe(true);
  expect(await footer.getByRole("link", { name: "Privacy Policy" }).isVisible()).toBe(true);
  expect(await footer.locator("summary:visible").count()).toBe(0);
  await visitor.leave();
});

test("the panel beside the sign-in form shows an uncut pattern and its text above the fold", async () => {
  const visitor = await shop.visit({ screen: desktop });
  await visitor.open("/auth");
  const cloth = visitor.page.locator(".cloth");
  const repeats = await cloth.evaluate((panel) => {
    const border = panel.querySelector(".block-border");
    const styles = [getComputedStyle(panel, "::before"), border && getComputedStyle(border)];
    return styles.map((style) => style?.maskRepeat);
  });
  expect(repeats).toEqual(["round", "round no-repeat"]);
  const [panel, words, border] = [
    await edges(cloth),
    await edges(cloth.locator("p")),
    await edges(cloth.locator(".block-border")),
  ];
  expect(border.height).toBe(panel.height);
  expect(words.bottom - 72).toBeLessThan(desktop.height);
  await visitor.leave();
});

test("/favicon.ico is served, for pictures that are opened in a tab without a page", async () => {
  const visitor = await shop.visit();
  const icon = await visitor.page.request.get("/favicon.ico");
  expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, "image/png"]);
  await visitor.leave();
});

test("the promises above the header take one line of 360 px, also when delivery is free from an amount", async () => {
  const { settings, version } = await currentSettings(shop.shop.services.db, ["policy"]);
  const policy = { ...settings.policy, deliveryFee: 4_900, freeDeliveryFrom: 149_900 };
  await saveSettings(shop.shop.services, { actor: someStaff, changes: { policy }, version });
  const visitor = await shop.visit({ screen: phone });
  await visitor.open("/faq");
  const bar = visitor.page.getByRole("region", { name: "Shop promises" });
  await bar.getByText("above ₹1,499").waitFor();
  const lines = await bar.evaluate((element) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
    const inner = element.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
    return Math.round(inner / Number.parseFloat(lineHeight));
  });
  expect(lines).toBe(1);
  await visitor.leave();
});
