import { describe, expect, test } from "vitest";
import { openShop } from "../../support/visitor.server.ts";

const shop = openShop();

/** The bounds of what the demo's hero picture shows, shadows included, as fractions of its width and height. */
const content = { left: 0.06, right: 0.94, top: 0.06, bottom: 0.975 };

describe("in one window", () => {
  const visitor = shop.visitAll();

  test.each([360, 768, 1024, 1180, 1279, 1280, 1600, 1920])(
    "the content of the home page's picture is not cropped at %i px",
    async (width) => {
      await visitor.page.setViewportSize({ width, height: 800 });
      await visitor.open("/");
      const shown = await visitor.page.locator(".hero-picture img").evaluate((img: HTMLImageElement) => {
        const frame = img.getBoundingClientRect();
        const [x = 0, y = 0] = getComputedStyle(img)
          .objectPosition.split(" ")
          .map((part) => Number.parseFloat(part) / 100);
        const scale = Math.max(frame.width / 1280, frame.height / 900);
        const part = (size: number, whole: number, position: number) => {
          const seen = size / scale / whole;
          return [(1 - seen) * position, (1 - seen) * position + seen] as const;
        };
        return { across: part(frame.width, 1280, x), down: part(frame.height, 900, y) };
      });
      expect(shown.across[0]).toBeLessThan(content.left);
      expect(shown.across[1]).toBeGreaterThan(content.right);
      expect(shown.down[0]).toBeLessThan(content.top);
      expect(shown.down[1]).toBeGreaterThan(content.bottom);
    },
  );

  test.each([
    [360, 780],
    [768, 1024],
    [1280, 720],
  ])("picture, title, buttons and metrics are above the fold at %i x %i px", async (width, height) => {
    await visitor.page.setViewportSize({ width, height });
    await visitor.open("/");
    const parts = visitor.page.locator(".hero-picture, .hero h1, .hero-actions, .metrics");
    const boxes = await parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().toJSON()));
    expect(boxes).toHaveLength(4);
    for (const { left, right, bottom } of boxes) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
      expect(bottom).toBeLessThanOrEqual(height);
    }
  });
});

test.each(["light", "dark"] as const)(
  "in %s mode the edges of the home page's picture are transparent",
  async (scheme) => {
    const visitor = await shop.visit({ screen: { width: 1280, height: 800 }, scheme });
    await visitor.open("/");
    const corner = await visitor.page.locator(".hero-picture img").evaluate((img: HTMLImageElement) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [img.naturalWidth, img.naturalHeight];
      const drawing = canvas.getContext("2d");
      drawing?.drawImage(img, 0, 0);
      return [
        drawing?.getImageData(1, canvas.height / 2, 1, 1).data[3],
        getComputedStyle(img).backgroundColor,
      ];
    });
    expect(corner).toEqual([0, "rgba(0, 0, 0, 0)"]);
    await visitor.leave();
  },
);
