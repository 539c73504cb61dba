import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { uploadSettlement } from "../../../shop/books/settlements.server.ts";
import { setTags } from "../../../shop/order-management/notes-and-emails.server.ts";
import { orderDetail } from "../../../shop/order-management/order-detail.server.ts";
import { actOnParcel } from "../../../shop/order-management/parcel-acts.server.ts";
import { invalidateSettings } from "../../../shop/settings/settings.server.ts";
import { defaultSettings } from "../../../shop/settings/settings.ts";
import { aStaffMember } from "../../support/access/actors.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aReturnable, aShirt } from "../../support/orders.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";
import { desktop, enterAs, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();
let admin: Person;
beforeAll(async () => {
  admin = await anAdmin(shop.shop);
});

/** Labels that are closer to the control above than to their own. */
function strayLabels(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const box = (element: Element) => element.getBoundingClientRect();
    const controls = [...document.querySelectorAll("main .field :is(input, select, textarea)")];
    return [...document.querySelectorAll("main .field")].flatMap((field) => {
      const label = field.querySelector("label, span");
      const own = field.querySelector("input, select, textarea");
      if (!label || !own || box(own).height === 0) return [];
      const toOwn = box(own).top - box(label).bottom;
      const above = controls
        .filter((other) => other !== own && box(other).bottom <= box(label).top + 1)
        .filter((other) => box(other).left < box(label).right && box(other).right > box(label).left)
        .map((other) => box(label).top - box(other).bottom);
      return above.some((gap) => gap < toOwn + 8) ? [label.textContent ?? ""] : [];
    });
  });
}

test("each label is closer to its own field than to the one above", async () => {
  const visitor = await shop.visit();
  await enterAs(visitor.page, admin);
  for (const path of [
    "/admin/products/new",
    "/admin/settings",
    "/admin/settings?part=policy",
    "/admin/coupons/new",
    "/admin/offers/new",
    "/admin/content/articles/new",
    "/admin/import",
  ]) {
    await visitor.open(path);
    for (const screen of [phone, desktop]) {
      await visitor.page.setViewportSize(screen);
      expect(await visitor.page.locator("main .field").count()).toBeGreaterThan(0);
      expect(await strayLabels(visitor.page), `${path} at ${screen.width} px`).toEqual([]);
    }
  }
  await visitor.leave();
});

test("the fields of one row have the same height and position", async () => {
  const visitor = await shop.visit({ screen: desktop });
  await enterAs(visitor.page, admin);
  await visitor.open("/admin/products/new");
  const box = (label: string) => visitor.page.getByLabel(label, { exact: true }).boundingBox();
  for (const [one, other] of [
    ["Stock", "SKU (optional)"],
    ["Price", "MRP (optional)"],
  ] as const) {
    const [left, right] = [await box(one), await box(other)];
    expect(left?.height).toBeGreaterThan(40);
    expect([left?.y, left?.height], one).toEqual([right?.y, right?.height]);
  }
  await visitor.leave();
});

test("what a field of the stock is for can be read whole in it, on every screen", async () => {
  await aShirt(shop.shop);
  const visitor = await shop.visit();
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin/inventory");
  for (const width of [320, 360, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const missing = await page
      .locator(".adjust")
      .first()
      .locator("input")
      .evaluateAll((fields) =>
        fields.map((field) => {
          const style = getComputedStyle(field);
          const text = document.createElement("span");
          text.style.font = style.font;
          text.textContent = field.getAttribute("placeholder");
          document.body.append(text);
          const needed = text.getBoundingClientRect().width;
          text.remove();
          const arrows = getComputedStyle(field, "::-webkit-inner-spin-button");
          const taken = field.getAttribute("type") === "number" && arrows.appearance !== "none" ? 15 : 0;
          const inside =
            field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
          return Math.max(0, needed + taken - inside);
        }),
      );
    expect(missing, `${width} px`).toEqual([0, 0]);
  }
  await visitor.leave();
});

test("the dashboard's cards leave no gaps, and 'Action required' comes before the charts", async () => {
  const visitor = await shop.visit({ screen: desktop });
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin");
  const rows = await page.locator(".dashboard .panels > .panel").evaluateAll((panels) => {
    const boxes = panels.map((panel) => panel.getBoundingClientRect());
    return boxes.map(({ top, bottom }) => [Math.round(top), Math.round(bottom)]);
  });
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.length % 2).toBe(0);
  for (let at = 0; at < rows.length; at += 2) expect(rows[at]).toEqual(rows[at + 1]);
  const headings = await page.locator(".dashboard .panel h2").allTextContents();
  expect(headings.indexOf("Action required")).toBe(0);
  expect(headings.findIndex((heading) => heading.startsWith("Revenue, last"))).toBeGreaterThan(0);
  await visitor.leave();
});

/** Of each row of the list: its height, and what of it cannot be read whole. */
function orderRows(page: Page): Promise<{ height: number; faults: string[] }[]> {
  return page.evaluate(() => {
    const shownLines = (text: Node, from: number, to: number) => {
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, to);
      return [...range.getClientRects()];
    };
    return [...document.querySelectorAll(".orders-table tbody tr")].map((row) => {
      const who = row.querySelector(".order-who");
      const [name, city] = [who?.firstChild, who?.querySelector("small")?.firstChild];
      const bottom = who?.getBoundingClientRect().bottom ?? 0;
      const faults = [name, city].flatMap((text) => {
        if (!text) return ["no name or city"];
        return [...(text.textContent ?? "").matchAll(/\S+/g)].flatMap(({ index, 0: word }) => {
          const lines = shownLines(text, index, index + word.length);
          return lines.length === 1 && lines.every((line) => line.bottom <= bottom + 1) ? [] : [word];
        });
      });
      for (const shown of [
        ".order-items",
        '[data-column="Total"]',
        '[data-column="Payment"] .badge',
        "time, .order-age",
      ])
        if (![...row.querySelectorAll(shown)].some((one) => one.getClientRects().length > 0))
          faults.push(shown);
      return { height: row.getBoundingClientRect().height, faults };
    });
  });
}

test("rows of orders are 44 to 52 px high from 1000 px on, whatever stands in them, and show it whole", async () => {
  const buyer = await aShopper(shop.shop);
  const long = { name: "Thiruvananthapuram Venkataraghavan", city: "Thiruvananthapuram" };
  await anOrder(shop.shop, buyer, { address: long });
  await nowIs(shop.shop, await anOrder(shop.shop, buyer, { address: long }), "shipped");
  await anOrder(shop.shop, buyer, {
    address: { ...long, name: "Krishnamoorthy Bhattacharjee" },
    method: "online",
  });
  await anOrder(shop.shop, buyer, { address: { name: "Asha Rao", city: "Dadra and Nagar Haveli" } });
  const visitor = await shop.visit();
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin/orders");
  for (const width of [1000, 1024, 1100, 1279, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const rows = await orderRows(page);
    expect(rows.length).toBeGreaterThan(3);
    for (const { height, faults } of rows) {
      expect(faults, `${width} px`).toEqual([]);
      expect(height, `${width} px`).toBeGreaterThanOrEqual(44);
      expect(height, `${width} px`).toBeLessThanOrEqual(52);
    }
    const outside = await page.evaluate(() => {
      const table = document.querySelector(".orders-table")?.getBoundingClientRect();
      const box = document.querySelector(".list")?.getBoundingClientRect();
      return (table?.right ?? 0) - (box?.right ?? 0);
    });
    expect(outside, `${width} px`).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await visitor.leave();
});

test("a wide logo and a long name of a role stay within the head of the back office at 360 px", async () => {
  const visitor = await shop.visit({ screen: desktop });
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin/brand");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 120"><rect width="600" height="120" fill="#8a1538"/></svg>`;
  await page
    .getByLabel("Logo (optional)", { exact: true })
    .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) });
  await page.getByRole("button", { name: "Publish now" }).click();
  await page.getByText("Visitors see it now.").waitFor();
  await page.setViewportSize(phone);
  await visitor.open("/admin/orders");
  // The name of a role that the shop came with is not cut.
  const role = page.locator(".office-role", { hasText: "Administrator" });
  expect(await role.evaluate((badge) => badge.scrollWidth - badge.clientWidth)).toBe(0);
  const { db } = shop.shop.services;
  await db.execute(sql`insert into role (key, name, permissions)
    select 'packing', 'Packing, dispatch and returns', permissions from role where key = 'admin'`);
  await db.execute(sql`update users set role = 'packing' where id = ${admin.id}`);
  await visitor.open("/admin/orders");
  await page.locator(".office-role", { hasText: "Packing, dispatch and returns" }).waitFor();
  expect(await page.locator(".office-top picture").isVisible()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await visitor.leave();
});

test("a row of a list is 44 to 52 px where two lines hold what matters, on a phone 72 or 96", async () => {
  const long = await aShopper(shop.shop, {
    name: "Venkatanarasimharajuvaripeta Subrahmanyam",
    email: "venkatanarasimharajuvaripeta.subrahmanyam@customers.example",
  });
  const legal = JSON.stringify({ ...defaultSettings.legal, gstin: "29AAACC1234D1Z5" });
  await shop.shop.services.db.execute(sql`insert into setting (key, value) values ('legal', ${legal}::jsonb)
    on conflict (key) do update set value = excluded.value`);
  invalidateSettings(shop.shop.services);
  const order = await anOrder(shop.shop, long, { address: { city: "Thiruvananthapuram" } });
  await nowIs(shop.shop, order, "shipped");
  const tags = { typed: "wholesale of the south, calls before paying, wants it on a saturday", seen: "" };
  expect((await setTags(shop.shop.services, aStaffMember(admin), order.id, tags)).ok).toBe(true);
  const back = await aReturnable(shop.shop);
  expect((await back.ask(1)).ok).toBe(true);
  expect((await (await aReturnable(shop.shop)).ask(1)).ok).toBe(true);
  await shop.shop.services.db.execute(sql`update return_request set state = 'approved', decided_at = now(),
    pickup_courier = 'Delhivery Surface', pickup_number = '14908123456789' where order_id = ${back.order.id}`);
  const parcel = await anOrder(shop.shop, long);
  await nowIs(shop.shop, parcel, "shipped");
  const sent = await orderDetail(shop.shop.services, parcel.id);
  const lost = {
    version: sent?.version ?? "",
    parcelId: sent?.order.parcels[0]?.id ?? "",
    act: "lose",
  } as const;
  expect(await actOnParcel(shop.shop.services, aStaffMember(admin), parcel.id, lost)).toMatchObject({
    ok: true,
  });
  const settled = `Order ID,Amount,Service Charge,Service Tax,Settlement Amount,Date\n${order.id},1.00,0,0,1.00,2026-11-28\n`;
  const settlement = {
    kind: "gateway",
    bytes: Buffer.from(settled),
    fileName: "november.csv",
    columns: null,
  } as const;
  expect(await uploadSettlement(shop.shop.services, aStaffMember(admin), settlement)).toMatchObject({
    ok: true,
  });
  await shop.shop.services.db.execute(sql`update settlement_line set note = ${"Accepted, ".repeat(20)}, accepted_at = now(),
    accepted_by = ${admin.id}`);
  await shop.shop.runDue();
  const { productId } = await aShirt(shop.shop, { name: "Handwoven Kanjivaram Silk Saree with Zari Border" });
  const words =
    "The border is heavier than in the picture, and the blouse piece came in another shade. ".repeat(6);
  await shop.shop.services.db.execute(sql`insert into review (product_id, rating, comment, status, hidden_reason)
    values (${productId}, 3, ${words}, 'published', null), (${productId}, 1, ${words}, 'hidden', ${words.slice(0, 290)})`);
  await shop.shop.services.db.execute(
    sql`update customer set tags = '{"Wholesale of the south","Calls before paying"}' where user_id = ${long.id}`,
  );
  const visitor = await shop.visit();
  await enterAs(visitor.page, admin);
  const heights = (width: number, path: string) =>
    visitor.page
      .setViewportSize({ width, height: 900 })
      .then(() => visitor.open(path))
      .then(() =>
        visitor.page.evaluate(() => ({
          rows: [...document.querySelectorAll(".list-table > tbody > tr")].map((row) =>
            Math.round(row.clientHeight),
          ),
          aside: document.documentElement.scrollWidth - window.innerWidth,
        })),
      );
  for (const path of [
    "/admin/customers",
    "/admin/products",
    "/admin/inventory",
    "/admin/books",
    "/admin/offers",
    "/admin/reviews",
    "/admin/audit",
    "/admin/collections",
    "/admin/books/settlements?month=all",
  ])
    for (const width of [1280, 1024]) {
      const { rows, aside } = await heights(width, path);
      expect([path, width, rows.filter((height) => height < 43 || height > 52), aside <= 0]).toEqual([
        path,
        width,
        [],
        true,
      ]);
    }
  for (const [path, most] of [
    ["/admin/reviews", 96],
    ["/admin/returns", 96],
    ["/admin/books", 96],
    ["/admin/books?tab=lines", 96],
    ["/admin/parcels/returned", 96],
    ["/admin/books/settlements?month=all", 96],
    ["/admin/audit", 72],
    ["/admin/collections", 72],
    ["/admin/users", 96],
    // A field and a button below three lines.
    ["/admin/inventory", 140],
    ["/admin/customers", 72],
  ] as const) {
    const { rows, aside } = await heights(360, path);
    expect(rows.length, path).toBeGreaterThan(0);
    expect([path, rows.filter((height) => height > most), aside <= 0]).toEqual([path, [], true]);
  }
  const cell = visitor.page.locator('td[data-column="Customer"]').first();
  expect(await cell.getAttribute("title")).toContain("Subrahmanyam");
  await visitor.open("/admin/reviews?status=published");
  await visitor.page.locator(".review-words").first().click();
  const sheet = visitor.page.getByRole("dialog", { name: /^Review of Handwoven/ });
  await sheet.getByText(words.trim()).waitFor();
  await sheet.getByRole("button", { name: "Hide" }).click();
  await visitor.page.getByRole("dialog", { name: /^Hide this review of Handwoven/ }).waitFor();
  await visitor.leave();
});

test("on a phone, what is at the end of a page can be scrolled above a message", async () => {
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin/notices");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  const message = page.locator(".toast", { hasText: "You are told what you chose" });
  await message.waitFor();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const [below, above] = [await save.boundingBox(), await message.boundingBox()];
  expect((below?.y ?? 0) + (below?.height ?? 0)).toBeLessThanOrEqual(above?.y ?? 0);
  await visitor.leave();
});
