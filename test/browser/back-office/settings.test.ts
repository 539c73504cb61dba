import { expect, test } from "vitest";
import * as officeMessages from "../../../app/parts/messages/office/office-messages.ts";
import { formParts, settingsParts } from "../../../shop/settings/setting-fields.ts";
import { sidewaysScroll } from "../../support/accessibility.server.ts";
import { visitAs } from "../../support/cart/cart-visits.server.ts";
import { anAdmin } from "../../support/users.server.ts";
import { enterAs, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

test("every part of the settings can be saved and stays open", async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  await enterAs(page, await anAdmin(shop.shop));
  for (const part of settingsParts) {
    await visitor.open(`/admin/settings?part=${part}`);
    const typed = page
      .getByRole("form", { name: formParts[part].title })
      .locator("input[type=text], textarea");
    const first = typed.first();
    const before = (await first.count()) > 0 ? await first.inputValue() : null;
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText(officeMessages.settingsSaved.title).first().waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search, part).toBe(
      `/admin/settings?part=${part}`,
    );
    const open = page
      .getByRole("navigation", { name: "Settings" })
      .getByRole("link", { name: formParts[part].title, exact: true });
    expect(await open.getAttribute("aria-current"), part).toBe("page");
    if (before !== null) expect(await first.inputValue(), part).toBe(before);
  }
  await visitor.leave();
});

test("on a phone another part of the settings is two taps away, without scripts too", async () => {
  for (const scripts of [true, false]) {
    const office = await visitAs(shop, await anAdmin(shop.shop), { screen: phone, scripts });
    const { page } = office;
    await office.open("/admin/settings");
    await page.locator("summary", { hasText: "Shop" }).click();
    await page.getByRole("link", { name: "Couriers" }).click();
    await page.getByRole("heading", { name: "Your couriers" }).waitFor();
    expect(await page.getByRole("link", { name: "Founders" }).isVisible(), "closed again").toBe(false);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await office.leave();
  }
});
