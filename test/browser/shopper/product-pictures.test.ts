import { expect, test } from "vitest";
import { desktop, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();
const path = "/product/pocket-logo-essential-tee";

test("the zoom opens centred on the shown picture, zooming keeps the centre, and arrows change the picture", async () => {
  const visitor = await shop.visit({ screen: desktop });
  const { page } = visitor;
  await visitor.open(path);
  await page.getByRole("link", { name: "Picture 2" }).click();
  await page.getByText("2 / 2").waitFor();
  await page.locator(".strip").click();
  const frame = page.getByRole("group", { name: /Picture 2 of 2/ });
  await frame.waitFor();
  const middle = () =>
    frame.evaluate((box) => {
      const [outer, inner] = [box, box.firstElementChild ?? box].map((one) => one.getBoundingClientRect());
      const off = (from: "left" | "top", length: "width" | "height") =>
        ((outer?.[from] ?? 0) + (outer?.[length] ?? 0) / 2 - (inner?.[from] ?? 0)) / (inner?.[length] ?? 1);
      return [off("left", "width"), off("top", "height")].map((part) => Math.round(part * 10) / 10);
    });
  expect(await middle()).toEqual([0.5, 0.5]);
  await frame.press("+");
  await expect.poll(middle).toEqual([0.5, 0.5]);
  await frame.press("-");
  await frame.press("ArrowRight");
  await page.getByRole("group", { name: /Picture 1 of 2/ }).waitFor();
  await visitor.leave();
});

test("client-side navigation creates no image with a JPEG, which Firefox and WebKit would load beside the AVIF", async () => {
  const visitor = await shop.visit({ screen: desktop });
  const { page } = visitor;
  await visitor.open("/shop?q=pocket+logo+essential+tee");
  const card = page.locator(".product-grid .card").first();
  expect(await card.locator("img").first().getAttribute("src")).toMatch(/640\.jpg$/);
  await card.getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "Pocket Logo Essential Tee" }).waitFor();
  const shown = page.locator(".strip img").first();
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\.avif$/);
  expect(await page.locator("main picture img[src]").count()).toBe(0);
  await visitor.leave();
});

test("without scripts, Share offers WhatsApp and the address to copy", async () => {
  const visitor = await shop.visit({ screen: phone, scripts: false });
  const { page } = visitor;
  await visitor.open(path);
  await page.getByRole("button", { name: "Share" }).click();
  const sheet = page.getByRole("dialog", { name: "Share" });
  expect(await sheet.getByRole("link", { name: "Share on WhatsApp" }).getAttribute("href")).toContain(
    encodeURIComponent(path),
  );
  expect(await sheet.getByLabel("Address to share").inputValue()).toContain(path);
  await visitor.leave();
});

test("the sticky bar shows the price beside its buttons", async () => {
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  await visitor.open(path);
  await page.locator(".buy-bar").getByText("₹699").waitFor();
  await visitor.leave();
});

test("a card shows its second picture while the mouse hovers over it", async () => {
  const visitor = await shop.visit({ screen: desktop });
  const { page } = visitor;
  await visitor.open("/shop?q=pocket+logo+essential+tee");
  const card = page.locator(".product-grid .card").first();
  expect(await card.locator(".pic picture").count()).toBe(1);
  await card.hover();
  const second = card.locator(".pic.two picture + picture");
  await expect.poll(() => second.evaluate((picture) => getComputedStyle(picture).opacity)).toBe("1");
  await page.getByRole("heading", { level: 1 }).hover();
  await expect.poll(() => second.evaluate((picture) => getComputedStyle(picture).opacity)).toBe("0");
  await visitor.leave();
});

test("moving the mouse over cards prefetches only the product on which it rests", async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  await visitor.open("/shop");
  const cards = await page.locator(".product-grid .card").evaluateAll((all) =>
    all.slice(0, 3).map((card) => {
      const { x, y, width } = card.getBoundingClientRect();
      return { x: x + width / 2, y: y + 100, path: card.querySelector("h3 a")?.getAttribute("href") ?? "" };
    }),
  );
  // The page's clock: the mouse is on each card for 50 ms, however slow the machine is, and then rests.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  for (const { x, y } of cards) {
    await page.mouse.move(x, y);
    await page.clock.runFor(50);
  }
  await page.clock.runFor(1_000);
  const loaded = () =>
    page
      .locator('link[rel="prefetch"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const [first, second, third] = cards.map(
    ({ path }) =>
      (href: string) =>
        href.startsWith(`${path}.data`),
  );
  await expect.poll(async () => (await loaded()).some((href) => third?.(href))).toBe(true);
  expect((await loaded()).filter((href) => first?.(href) || second?.(href))).toEqual([]);
  await visitor.leave();
});

test("a swipe shows the second picture of a card, and a tap opens the product", async () => {
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  await visitor.open("/shop?q=pocket+logo+essential+tee");
  const pictures = page.locator(".product-grid .card .pic").first();
  await pictures.scrollIntoViewIfNeeded();
  const box = await pictures.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  const touch = await page.context().newCDPSession(page);
  const swipe = async () => {
    const at = (to: number) => ({ touchPoints: [{ x: x + to, y }] });
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", ...at(60) });
    for (let to = 50; to >= -60; to -= 10)
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", ...at(to) });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  // The first touch loads the second picture, so it is there for the next swipe at the latest.
  await swipe();
  await page.locator(".card .pic.two").first().waitFor();
  await swipe();
  await expect.poll(() => pictures.evaluate((strip) => strip.scrollLeft)).toBeGreaterThan(50);
  await page.touchscreen.tap(x, y);
  await page.waitForURL(/\/product\//);
  await visitor.leave();
});
