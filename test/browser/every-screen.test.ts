import { describe, expect, test } from "vitest";
import { accessibilityFaults, desktop, openShop, phone, sidewaysScroll } from "../support/visitor.server.ts";

const shop = openShop();

const screens = [
  "/",
  "/?tab=offers&page=2",
  "/shop",
  "/shop?category=women&price=500-1000&size=M",
  "/shop?q=zeppelin",
  "/category/students",
  "/category/footwear?stock=1&sort=price-asc",
  "/category/unknown",
  "/product/maroon-festive-kurta",
  "/product/nothing-like-this",
  "/product/classic-box-pleat-skirt/notify",
  "/auth",
  "/auth?tab=signup&reason=cart",
  "/profile",
  "/orders",
  "/track",
  "/track?order=5f0c9d1e",
  "/blog",
  "/blog/one-kurta-five-campus-outfits",
  "/faq",
  "/faq?q=zeppelin",
  "/terms-and-conditions",
  "/refund-policy",
  "/privacy-policy",
  "/cookie-policy",
  "/about",
  "/contact",
  "/newsletter",
  "/dev/mail",
  "/nothing/here",
];

describe.each([
  ["phone", phone],
  ["desktop", desktop],
] as const)("on a %s", (_name, screen) => {
  describe.each(["light", "dark"] as const)("in %s", (scheme) => {
    test.each(screens)("%s has no fault that axe finds, no complaint, no sideways scroll", async (path) => {
      const visitor = await shop.visit({ screen, scheme, expected: /status of 404/ });
      await visitor.open(path);
      expect(await accessibilityFaults(visitor.page)).toEqual([]);
      expect(await sidewaysScroll(visitor.page)).toBeLessThanOrEqual(0);
      await visitor.leave();
    });
  });
});

test.each(["/", "/shop", "/product/maroon-festive-kurta", "/contact", "/faq"])(
  "%s fits a screen of 320 px without sideways scroll",
  async (path) => {
    const visitor = await shop.visit({ screen: { width: 320, height: 640 } });
    await visitor.open(path);
    expect(await sidewaysScroll(visitor.page)).toBeLessThanOrEqual(0);
    await visitor.leave();
  },
);

describe.each(["light", "dark"] as const)("what opens over a page, in %s", (scheme) => {
  test.each([
    ["the menu", "/", "Menu", phone],
    ["the search", "/faq", "Search", phone],
    ["the filters", "/shop", "Filters", phone],
    ["the size guide", "/product/maroon-festive-kurta", "Size guide", desktop],
    ["the zoomed picture", "/product/maroon-festive-kurta", "Zoom", desktop],
  ] as const)(
    "%s is without fault, and Escape closes it and gives the focus back",
    async (_name, path, button, screen) => {
      const visitor = await shop.visit({ screen, scheme });
      await visitor.open(path);
      const opener = visitor.page.getByRole("button", { name: button, exact: true });
      await opener.click();
      const dialog = visitor.page.getByRole("dialog");
      await dialog.waitFor();
      expect(await accessibilityFaults(visitor.page)).toEqual([]);
      await visitor.page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
      await visitor.leave();
    },
  );

  test("a toast is without fault", async () => {
    const visitor = await shop.visit({ screen: phone, scheme });
    await visitor.open("/product/maroon-festive-kurta");
    await visitor.page.locator("label.size:not(.size-out)").first().click();
    await visitor.page.getByRole("button", { name: "Add to Cart" }).last().click();
    await visitor.page.getByText("You need to login to add items to cart").waitFor();
    expect(await accessibilityFaults(visitor.page)).toEqual([]);
    await visitor.leave();
  });
});
