import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { notify } from "../../shop/accounts/customer/notifications.server.ts";
import { endSessions } from "../../shop/accounts/sessions.server.ts";
import { addToWishlist } from "../../shop/wishlist/wishlist.server.ts";
import { accessibilityFaults, faultsInEveryShape } from "../support/accessibility.server.ts";
import { aShopper, cookieOf, type Person } from "../support/users.server.ts";
import { desktop, enterAs, openShop, phone } from "../support/visitor.server.ts";

const shop = openShop();

async function visitAs(person: Person, options: Parameters<typeof shop.visit>[0] = {}) {
  const visitor = await shop.visit(options);
  await enterAs(visitor.page, person);
  return visitor;
}

/** A second device of the person, with an open event stream. */
async function listening(person: Person, path: string) {
  const visitor = await shop.visit({ screen: desktop });
  await enterAs(visitor.page, { cookie: await cookieOf(shop.shop, person.email) });
  await visitor.listen(path);
  return visitor;
}

async function fillAddress(page: Page) {
  await page.getByLabel("Full name").fill("Asha Rao");
  await page.getByLabel("Phone").fill("98765 43210");
  await page.getByLabel("Address line 1").fill("12 Lake Road");
  await page.getByLabel("PIN code").fill("570001");
  await page.getByLabel("City").fill("Mysuru");
  await page.getByLabel("State").selectOption("Karnataka");
}

describe.each([
  ["with scripts", true],
  ["without scripts", false],
])("%s", (_name, scripts) => {
  test("a phone number and an address are saved, and a notification is marked as read", async () => {
    const asha = await aShopper(shop.shop);
    await notify(shop.shop.services, asha.id, { kind: "account", message: { code: "two-step-on" } });
    const visitor = await visitAs(asha, { screen: phone, scripts, expected: /status of 422/ });
    const { page } = visitor;
    await visitor.open("/profile");
    await page.getByLabel("Phone").fill("098765 43210");
    await page.getByRole("button", { name: "Update Profile" }).click();
    await page.getByText("Profile updated successfully!").first().waitFor();

    await page.getByRole("tab", { name: "Addresses" }).click();
    await fillAddress(page);
    await page.getByLabel("PIN code").fill("12");
    await page.getByRole("button", { name: "Save Address" }).click();
    await page.getByText("A PIN code has six digits").waitFor();
    if (scripts) {
      expect(await page.getByLabel("PIN code").evaluate((it) => it === document.activeElement)).toBe(true);
    }
    await page.getByLabel("PIN code").fill("570001");
    await page.getByRole("button", { name: "Save Address" }).click();
    await page.getByText("Mysuru, Karnataka 570001").waitFor();

    await page.getByText("Delete", { exact: true }).click();
    await page.getByRole("button", { name: "Yes, delete it" }).click();
    await page.getByRole("button", { name: "Save Address" }).waitFor();

    await page.getByRole("tab", { name: "Notifications 1" }).click();
    await page.getByRole("button", { name: "Mark as read: Two-step login was turned on" }).click();
    await page.getByRole("tab", { name: "Notifications", exact: true }).waitFor();
    await visitor.leave();
  });
});

test("an error shows when its field loses focus, and disappears once it is corrected", async () => {
  const visitor = await visitAs(await aShopper(shop.shop));
  const { page } = visitor;
  await visitor.open("/profile?tab=addresses");
  // The tab's script comes after the page is ready, and checks no field that was left before.
  await expect
    .poll(async () => {
      await page.getByLabel("Phone").fill("12345");
      await page.getByLabel("City").focus();
      return page.getByText("A mobile number has ten digits").isVisible();
    })
    .toBe(true);
  await page.getByLabel("Phone").fill("9876543210");
  await page.getByLabel("City").focus();
  await page.getByText("For the courier").waitFor();
  await visitor.leave();
});

test("a changed name and signing out everywhere else show on another device within 5 s", async () => {
  const asha = await aShopper(shop.shop);
  const desktop = await listening(asha, "/profile");
  const visitor = await visitAs(asha, { screen: phone });
  await visitor.open("/profile");
  await visitor.page.getByLabel("Name").fill("Asha of two devices");
  await visitor.page.getByRole("button", { name: "Update Profile" }).click();
  await desktop.page.getByRole("heading", { name: "Asha of two devices" }).waitFor({ timeout: 5_000 });

  await visitor.open("/profile?tab=security");
  await visitor.page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await desktop.page.getByText("Please log in to view your profile").waitFor({ timeout: 5_000 });
  await desktop.page.getByRole("banner").getByRole("link", { name: "Login" }).waitFor();
  await visitor.page.getByRole("heading", { name: "Asha of two devices" }).waitFor();
  await desktop.leave();
  await visitor.leave();
});

test("a screen that was offline reloads its data when it is online again", async () => {
  const asha = await aShopper(shop.shop);
  const desktop = await listening(asha, "/profile");
  await desktop.page.context().setOffline(true);
  await endSessions(shop.shop.services, asha);
  await desktop.page.context().setOffline(false);
  await desktop.page.getByText("Please log in to view your profile").waitFor({ timeout: 20_000 });
  await desktop.leave();
});

test("a screen whose session ended before its event stream opened reloads its data too", async () => {
  const asha = await aShopper(shop.shop);
  const visitor = await visitAs(asha);
  await visitor.open("/profile");
  await endSessions(shop.shop.services, asha);
  await visitor.page.getByText("Please log in to view your profile").waitFor({ timeout: 10_000 });
  await visitor.leave();
});

test("a changed product name shows on the open product page at once", async () => {
  const visitor = await shop.visit({ screen: desktop });
  await visitor.listen("/product/tan-moccasins");
  const { db } = shop.shop.services;
  await db.execute("update product set name = 'Walnut Moccasins' where slug = 'tan-moccasins'");
  await visitor.page.getByRole("heading", { name: "Walnut Moccasins", level: 1 }).waitFor({ timeout: 5_000 });
  await visitor.leave();
});

test("the profile's wishlist tab shows the wishlist", async () => {
  const asha = await aShopper(shop.shop);
  await shop.shop.services.db.execute(
    sql`insert into wishlist_entry (user_id, product_id) select ${asha.id}, id from product where slug = 'maroon-festive-kurta'`,
  );
  const visitor = await visitAs(asha, { screen: phone });
  await visitor.open("/profile");
  await visitor.page.getByRole("tab", { name: "Wishlist 1" }).click();
  await visitor.page.getByRole("tabpanel").getByText("Maroon Festive Kurta").first().waitFor();
  expect(await accessibilityFaults(visitor.page)).toEqual([]);
  await visitor.leave();
});

test("deleting the account shows a confirmation", async () => {
  const asha = await aShopper(shop.shop);
  const visitor = await visitAs(asha);
  const { page } = visitor;
  await visitor.open("/profile?tab=security");
  await page.getByText("Delete my account", { exact: true }).click();
  await page.getByLabel("Type your email to confirm").fill(asha.email);
  await page.getByRole("button", { name: "Delete my account for good" }).click();
  await page.getByText("Your account is deleted").waitFor();
  await visitor.leave();
});

describe("in one window", () => {
  const visitor = shop.visitAll({ screen: phone });
  beforeAll(async () => {
    const asha = await aShopper(shop.shop);
    await notify(shop.shop.services, asha.id, {
      kind: "account",
      message: { code: "two-step-on" },
      link: "/shop",
    });
    await enterAs(visitor.page, asha);
  });

  test.each(["profile", "orders", "addresses", "wishlist", "notifications", "security"])(
    "the tab %s has no axe violation and no horizontal scroll",
    async (tab) => {
      await visitor.open(`/profile?tab=${tab}`);
      expect(await faultsInEveryShape(visitor.page)).toEqual([]);
    },
  );
});

test.each([true, false])(
  "email and push notifications are chosen by keyboard, scripts: %s",
  async (scripts) => {
    const asha = await aShopper(shop.shop);
    const visitor = await visitAs(asha, { screen: phone, scripts });
    const { page } = visitor;
    await visitor.open("/profile?tab=notifications");
    await page.locator("summary", { hasText: "Choose what we send you" }).focus();
    await page.keyboard.press("Enter");
    const delivery = page.getByRole("group", { name: "Packing and delivery" });
    await delivery.getByLabel("Email").focus();
    await page.keyboard.press("Space");
    if (scripts) expect(await faultsInEveryShape(page)).toEqual([]);
    await page.getByRole("button", { name: "Save choices" }).press("Enter");
    await page.getByText("Your choices are saved").first().waitFor();
    await visitor.open("/profile?tab=notifications");
    await page.locator("summary", { hasText: "Choose what we send you" }).click();
    expect(await delivery.getByLabel("Email").isChecked()).toBe(false);
    expect(await delivery.getByLabel("On your devices").isChecked()).toBe(true);
    await visitor.leave();
  },
);

test("a product that changes is shown changed in the profile's wishlist at once", async () => {
  const asha = await aShopper(shop.shop);
  const { db } = shop.shop.services;
  const { rows } = await db.execute(sql`select id from product where status = 'active' order by id limit 1`);
  const [product] = z.array(z.object({ id: z.string() })).parse(rows);
  await addToWishlist(shop.shop.services, asha, product?.id ?? "");
  const visitor = await listening(asha, "/profile?tab=wishlist");
  // The second time the page has heard of nothing else.
  for (const name of ["Renamed Once", "Renamed Twice"]) {
    await visitor.page.waitForTimeout(1_500);
    await db.execute(sql`update product set name = ${name} where id = ${product?.id}`);
    await visitor.page.getByRole("link", { name, exact: true }).waitFor({ timeout: 5_000 });
  }
  await visitor.leave();
});
