import { expect, test } from "vitest";
import * as officeMessages from "../../../app/parts/messages/office/office-messages.ts";
import { formParts, settingsParts } from "../../../shop/settings/setting-fields.ts";
import { anAdmin } from "../../support/users.server.ts";
import { enterAs, openShop } from "../../support/visitor.server.ts";

const shop = openShop();

test("every tab of the settings can be saved and stays open", async () => {
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
    expect(await page.getByRole("tab", { name: formParts[part].title }).getAttribute("aria-selected")).toBe(
      "true",
    );
    if (before !== null) expect(await first.inputValue(), part).toBe(before);
  }
  await visitor.leave();
});
