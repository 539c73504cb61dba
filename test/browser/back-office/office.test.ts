import { beforeAll, expect, test } from "vitest";
import { changeRole } from "../../../shop/accounts/sessions.server.ts";
import { staffNotice } from "../../../shop/staff-notices/tables.server.ts";
import { accessibilityFaults } from "../../support/accessibility.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { accountMenu } from "../../support/pages/account-menu.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";
import { desktop, enterAs, openShop } from "../../support/visitor.server.ts";

const open = openShop();
let admin: Person;
let shopper: Person;
beforeAll(async () => {
  admin = await anAdmin(open.shop);
  shopper = await aShopper(open.shop, { name: "Leela Nair" });
  await anOrder(open.shop, shopper);
});

test("links lead from the storefront to the back office and back", async () => {
  const visitor = await open.visit({ screen: desktop });
  const { page } = visitor;
  await visitor.open("/auth?next=%2Fadmin%2Fusers");
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/admin/users");
  await page.getByText("Welcome back!").first().waitFor();
  await page.getByRole("searchbox", { name: "Search users" }).waitFor();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });

  await page.locator('a[href="/"]').first().click();
  await page.waitForURL("**/");
  await (await accountMenu(page)).getByRole("link", { name: "Admin", exact: true }).click();
  await page.waitForURL("**/admin");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await visitor.open("/faq");
  await (await accountMenu(page)).getByRole("link", { name: "Admin", exact: true }).click();
  await page.waitForURL("**/admin");
  await page.goBack();
  await page.waitForURL("**/faq");
  await (await accountMenu(page)).getByRole("link", { name: "Admin", exact: true }).waitFor();
  await visitor.leave();
});

test("Ctrl+K finds a customer and opens their page, by keyboard alone", async () => {
  const visitor = await open.visit();
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin/health");
  await page.keyboard.press("Control+k");
  const box = page.getByRole("combobox", { name: /Find an order/ });
  await box.fill("leela n");
  await page.getByRole("option", { name: /Leela Nair.*Customer/ }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  while (!(await page.getByRole("option", { selected: true }).textContent())?.includes("Customer"))
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Leela Nair", level: 1 }).waitFor();
  expect(page.url()).toContain(`/admin/customers/${shopper.id}`);
  expect(await accessibilityFaults(page)).toEqual([]);
  // What was chosen is first the next time.
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: "Dashboard" }).waitFor();
  expect(await page.getByRole("option").first().textContent()).toContain("Leela Nair");
  await visitor.leave();
});

test("a number that is pasted and entered at once opens its order as soon as it is found", async () => {
  const { id } = await anOrder(open.shop, shopper);
  const visitor = await open.visit();
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin/health");
  await page.keyboard.press("Control+k");
  const box = page.getByRole("combobox", { name: /Find an order/ });
  await box.fill(id.slice(0, 8));
  await box.press("Enter");
  await page.waitForURL(`**/admin/orders/${id}`);
  await visitor.leave();
});

test("what is searched for is asked once, also when an order comes in meanwhile", async () => {
  const visitor = await open.visit();
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.listen("/admin/orders");
  const held: (() => void)[] = [];
  await page.route("**/admin/find*", (route) => void held.push(() => void route.continue()));
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /Find an order/ }).fill("leela n");
  await expect.poll(() => held.length).toBe(1);
  const { id } = await anOrder(open.shop, shopper);
  await page.locator(`a[href="/admin/orders/${id}"]`).first().waitFor({ state: "attached" });
  for (const answer of held) answer();
  await page.getByRole("option", { name: /Leela Nair.*Customer/ }).waitFor();
  expect(held).toHaveLength(1);
  await visitor.leave();
});

test("an admin is demoted in the list of users, and that person's open screen leaves the back office", async () => {
  const second = await anAdmin(open.shop);
  const visitor = await open.visit();
  await enterAs(visitor.page, admin);
  // The event stream answers 403 once the role is gone.
  const other = await open.visit({ expected: /403/ });
  await enterAs(other.page, second);
  await other.listen("/admin/users");
  await visitor.open(`/admin/users?q=${second.email}`);
  const role = visitor.page.getByRole("combobox", { name: /^Role of/ });
  await role.focus();
  await visitor.page.keyboard.press("ArrowUp");
  expect(await role.inputValue()).toBe("user");
  await visitor.page.getByRole("button", { name: "Cancel", exact: true }).click();
  expect(await role.inputValue()).toBe("admin");
  await role.selectOption("user");
  await visitor.page.getByRole("button", { name: /^Role of .*: set$/ }).click();
  await visitor.page.getByText("User role updated successfully").waitFor();
  await other.page.waitForURL((url) => url.pathname !== "/admin/users");
  await visitor.leave();
  await other.leave();
});

test.each([360, 1000, 1024, 1280])(
  "the buttons that set a chosen role are on a screen of %i px",
  async (width) => {
    const visitor = await open.visit({ screen: { width, height: 780 } });
    const { page } = visitor;
    await enterAs(page, admin);
    await visitor.open("/admin/users?q=Leela Nair");
    await page.getByRole("combobox", { name: /^Role of/ }).selectOption("admin");
    for (const name of [/^Role of .*: set$/, "Cancel"]) {
      const box = await page.getByRole("button", { name }).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
    await visitor.leave();
  },
);

test("an admin demoted before their screen opens its event stream leaves the back office too", async () => {
  const second = await anAdmin(open.shop);
  // The event stream answers 403 once the role is gone.
  const other = await open.visit({ expected: /403/ });
  await enterAs(other.page, second);
  await other.open("/admin/users");
  await changeRole(open.shop.services, second.id, "user");
  await other.page.waitForURL((url) => url.pathname !== "/admin/users");
  await other.leave();
});

test("without scripts, the list of users is searched and a role is changed by its button", async () => {
  const visitor = await open.visit({ scripts: false });
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin/users");
  await page.getByRole("searchbox", { name: "Search users" }).fill("leela");
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: /^Role of/ }).selectOption("admin");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await visitor.open("/admin/audit");
  await page.locator("td", { hasText: "changed the role of" }).first().waitFor();
  await visitor.leave();
});

test("a notice that is opened is read: the bell of the screen that it leads to counts one less", async () => {
  const told = { userId: admin.id, kind: "order", title: "3 new orders", link: "/admin/orders" };
  await open.shop.services.db.insert(staffNotice).values(told);
  const visitor = await open.visit({ screen: desktop });
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin/notices");
  const bell = page.getByRole("link", { name: /^Notices: / });
  const before = Number(/\d+/.exec((await bell.first().getAttribute("aria-label")) ?? "")?.[0]);
  await page.getByRole("link", { name: "3 new orders" }).click();
  await page.waitForURL("**/admin/orders");
  await expect.poll(() => bell.first().getAttribute("aria-label")).toBe(`Notices: ${before - 1} not read`);
  await visitor.leave();
});
