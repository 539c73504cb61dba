import sharp from "sharp";
import { expect, test } from "vitest";
import { accessibilityFaults, sidewaysScroll } from "../../support/accessibility.server.ts";
import { visitAs } from "../../support/cart/cart-visits.server.ts";
import { aDeliveredOrder, aShirt } from "../../support/orders.server.ts";
import { anAdmin, aShopper } from "../../support/users.server.ts";
import { desktop, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

const photos = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, place) => ({
      name: `${place}.jpg`,
      mimeType: "image/jpeg",
      buffer: await sharp({
        create: { width: 600, height: 800, channels: 3, background: { r: 60 * place, g: 90, b: 120 } },
      })
        .jpeg()
        .toBuffer(),
    })),
  );

test.each([
  ["with scripts", true, phone],
  ["without scripts", false, desktop],
])("a buyer adds review photos, removes one, and the rest are shown, %s", async (_name, scripts, screen) => {
  const asha = await aShopper(shop.shop);
  const shirt = await aShirt(shop.shop, { name: "A shirt with a name that is rather long for a phone" });
  const order = await aDeliveredOrder(shop.shop, asha, [[shirt, 1]]);
  const visitor = await visitAs(shop, asha, { screen, scripts, expected: /status of 400/ });
  const { page } = visitor;
  const appears = async (name: string) => {
    const image = page.getByRole("img", { name, exact: true });
    await image.scrollIntoViewIfNeeded();
    // Not `decode`, which does not return where scripts are off.
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(320);
  };
  const whole = async () => {
    // axe is a script itself.
    if (scripts) expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  };
  await visitor.open(`/orders/${order.id}/review`);
  await page.getByRole("radio", { name: "5 stars" }).check({ force: true });
  await page.getByLabel("Your words").fill("It is as blue as in the picture");
  await page.getByLabel("Photos").setInputFiles(await photos(4));
  await page.getByRole("button", { name: "Send Review" }).click();
  await page.getByText("A review has at most 3 photos.").waitFor();
  expect(await page.getByLabel("Your words").inputValue()).toBe("It is as blue as in the picture");
  await page.getByLabel("Photos").setInputFiles(await photos(3));
  await page.getByRole("button", { name: "Send Review" }).click();
  // All of them, since a photo that is still loading when it is removed answers 404.
  for (const place of [1, 2, 3]) await appears(`Your photo, ${place} of 3`);
  await whole();
  await page.getByLabel("Remove photo 2").check();
  await page.getByRole("button", { name: "Change Review" }).click();
  await page.getByRole("img", { name: "Your photo, 2 of 2" }).waitFor();
  await visitor.open(`/product/${shirt.slug}`);
  await page.getByRole("link", { name: "With photos (1)" }).click();
  await page.getByText("1 review with photos.").waitFor();
  await appears("Photo by Anonymous User, 2 of 2");
  await whole();
  await page.getByRole("img", { name: "Photo by Anonymous User, 1 of 2" }).click();
  await page.waitForURL("**/large.webp");
  await visitor.leave();
});

test("staff remove a review photo after a confirmation", async () => {
  const asha = await aShopper(shop.shop);
  const order = await aDeliveredOrder(shop.shop, asha, [
    [await aShirt(shop.shop, { name: "Photo Shirt" }), 1],
  ]);
  const form = new FormData();
  for (const [name, value] of Object.entries({ line: order.lines[0]?.id ?? "", rating: "3", comment: "So" }))
    form.append(name, value);
  for (const { buffer } of await photos(2))
    form.append("photos", new Blob([new Uint8Array(buffer)]), "x.jpg");
  const headers = { Origin: shop.address, Cookie: asha.cookie };
  await fetch(`${shop.address}/orders/${order.id}/review`, { method: "POST", body: form, headers });
  const visitor = await visitAs(shop, await anAdmin(shop.shop), { screen: phone });
  const { page } = visitor;
  await visitor.open("/admin/reviews");
  await page.getByRole("button", { name: "So", exact: true }).click();
  await page.getByRole("button", { name: "Remove photo 1 from the review of Photo Shirt" }).click();
  await page.getByRole("button", { name: "Remove photo", exact: true }).click();
  await page.getByText("Photo removed").waitFor();
  await page.getByRole("img", { name: "Photo in the review of Photo Shirt", exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await visitor.leave();
});
