import type { Page } from "playwright-core";

/** Opens the account menu of the header. Out: its list of links. */
export async function accountMenu(page: Page) {
  const menu = page.getByRole("banner").locator("details.account");
  if (!(await menu.evaluate((element: HTMLDetailsElement) => element.open)))
    await menu.locator("summary").click();
  return menu.getByRole("navigation", { name: "Account" });
}
