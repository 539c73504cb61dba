import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { changeRole } from "../../../shop/accounts/sessions.server.ts";
import { contactMessage } from "../../../shop/content/tables.server.ts";
import { bookParcel } from "../../../shop/order-management/courier-bookings.server.ts";
import { someStaff } from "../../support/access/actors.ts";
import { accessibilityFaults, faultsInEveryShape } from "../../support/accessibility.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { accountMenu } from "../../support/pages/account-menu.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";
import { desktop, enterAs, openShop, phone } from "../../support/visitor.server.ts";

const open = openShop();
let admin: Person;
let shopper: Person;
/** The page of an order that is booked with a courier. */
let booked: string;
beforeAll(async () => {
  admin = await anAdmin(open.shop);
  shopper = await aShopper(open.shop, { name: "Leela Nair" });
  await anOrder(open.shop, shopper);
  const order = await anOrder(open.shop, shopper);
  booked = `/admin/orders/${order.id}`;
  const wanted = { orderId: order.id, parcelId: null, version: null };
  expect(await bookParcel(open.shop.services, someStaff, "local", wanted)).toMatchObject({ ok: true });
});

const screens = [
  "/admin",
  "/admin?tab=users&period=12m",
  "/admin/customers",
  "/admin/customers/groups/new",
  "/admin/messages",
  "/admin/messages/replies/new",
  "/admin/views/products",
  "/admin/views/customers/new?query=newsletter%3Dyes",
  "/admin/users",
  "/admin/team",
  "/admin/team/roles",
  "/admin/team/roles/new?from=support",
  "/admin/attribute-sets/dress",
  "/admin/size-guides/new",
  "/admin/orders/drafts",
  "/admin/orders/new?product=kurta",
  "/admin/audit",
  "/admin/health",
  "/admin/books",
  "/admin/books/settlements",
  "/admin/notices",
  "/admin/settings?part=contact",
  "/admin/offers/new",
  "/admin/coupons/new",
  "/admin/settings/keys",
  "/admin/settings/cod",
  "/admin/settings/cod/new",
  "/admin/parcels/returned",
  "/admin/users/import",
  "/admin/content",
  "/admin/content/articles/new",
  "/admin/content/faq",
  "/admin/content/faq/size",
  "/admin/content/pages/new",
  "/admin/content/policies",
  "/admin/content/policies/refund-policy",
  "/admin/content/announcement",
  "/admin/content/home",
  "/admin/content/menus/footer",
  "/admin/content/emails",
  "/admin/content/emails/order-shipped",
  "/admin/brand",
  "/admin/nothing",
  "/dev/courier",
];

describe("in one window", () => {
  // axe greets the frame of an email's preview, which is sandboxed and cannot answer.
  const expected = /status of 404|does not match the recipient window's origin \('null'\)/;
  const visitor = open.visitAll({ screen: phone, expected });
  beforeAll(() => enterAs(visitor.page, admin));

  test("a booked order has no axe violation, console error or horizontal scroll", async () => {
    await visitor.open(booked);
    expect(await visitor.page.getByRole("button", { name: "Cancel booking" }).first().isVisible()).toBe(true);
    expect(await faultsInEveryShape(visitor.page)).toEqual([]);
  });

  test.each(screens)("%s has no axe violation, console error or horizontal scroll", async (path) => {
    await visitor.open(path);
    expect(await faultsInEveryShape(visitor.page)).toEqual([]);
  });

  test("the pages of a customer, of a merge and of a conversation have none either", async () => {
    const { db } = open.shop.services;
    const message = {
      name: "Leela Nair",
      email: shopper.email,
      topic: "orders",
      message: "Where is it?",
      // As a mail, with what only mails have.
      subject: "Re: Your order",
      quoted: "> It is on its way",
    } as const;
    const [made] = await db
      .insert(contactMessage)
      .values({ ...message, id: randomUUID(), createdAt: new Date(), leftOut: ["parcel.jpg"] })
      .returning({ conversation: contactMessage.conversationId });
    const customer = `/admin/customers/${shopper.id}`;
    for (const path of [
      customer,
      `${customer}/merge?other=${admin.id}`,
      `/admin/messages/${made?.conversation}`,
    ]) {
      await visitor.open(path);
      expect(await faultsInEveryShape(visitor.page), path).toEqual([]);
    }
  });
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
