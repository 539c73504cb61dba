import { beforeAll, expect, test } from "vitest";
import { orderDetail } from "../../../shop/order-management/order-detail.server.ts";
import { faultsInEveryShape } from "../../support/accessibility.server.ts";
import { visitAs } from "../../support/cart/cart-visits.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aShirt } from "../../support/orders.server.ts";
import { pagesOf } from "../../support/readers/pdf-reader.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";
import { desktop, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();
let admin: Person;
let asha: Person;
beforeAll(async () => {
  admin = await anAdmin(shop.shop);
  asha = await aShopper(shop.shop);
});

test.each([
  ["on a desktop", desktop, "A"],
  ["on a phone", phone, "B"],
] as const)(
  "%s, ten orders are sent with their AWBs in at most twelve taps from the list",
  async (_, screen, mark) => {
    const ids: string[] = [];
    // The last has an AWB of another length, as couriers give them.
    const awb = (at: number) => `${mark}WB-${at}${at === 9 ? "-1234567890" : ""}`;
    for (let at = 0; at < 10; at++)
      ids.push((await anOrder(shop.shop, asha, { address: { name: `Parcel ${mark}` } })).id);
    const visitor = await visitAs(shop, admin, { screen });
    const { page } = visitor;
    await visitor.open(`/admin/orders?q=parcel+${mark}`);
    let taps = 0;
    const tap = async (target: ReturnType<typeof page.locator>) => {
      taps++;
      await target.click();
    };
    await tap(page.getByRole("checkbox", { name: "Select all on this page" }));
    await tap(page.getByRole("button", { name: "Ship", exact: true }));
    await page.getByRole("heading", { name: "Ship 10 orders" }).waitFor();
    const first = page.getByLabel(/^AWB of order/).first();
    await tap(first);
    const column = ids.map((__, at) => awb(at)).join("\n");
    taps++;
    await first.evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, column);
    if (mark === "A") expect(await faultsInEveryShape(page)).toEqual([]);
    taps += 2;
    await page.getByRole("combobox", { name: "Courier", exact: true }).selectOption("Demo Express");
    await tap(page.getByRole("button", { name: "Check and ship 10" }));
    await page.getByRole("heading", { name: "Ship 10 orders?" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Ship 10 orders?");
    await tap(page.getByRole("button", { name: "Ship 10 orders now" }));
    await page.getByText("Order status updated successfully").waitFor();
    expect(taps, `${taps} taps`).toBeLessThanOrEqual(12);
    const sent = await Promise.all(ids.map(async (id) => (await orderDetail(shop.shop.services, id))?.order));
    expect(sent.every((order) => order?.status === "shipped" && order.courier === "Demo Express")).toBe(true);
    expect(sent.map((order) => order?.trackingNumber).sort()).toEqual(column.split("\n"));
    // The order numbers stand below each other, on a phone at the end of their line.
    const sides = await page.locator(".ship-table td:nth-child(2) a").evaluateAll((links) =>
      links.map((link) => {
        const { left, right } = link.getBoundingClientRect();
        return { left, right };
      }),
    );
    const side = screen === phone ? "right" : "left";
    expect(new Set(sides.map((one) => Math.round(one[side]))).size).toBe(1);
    await visitor.leave();
  },
);

test("a column that has a heading is filled in below it, and one with more lines than rows says which are left over", async () => {
  const ids: string[] = [];
  for (let at = 0; at < 3; at++)
    ids.push((await anOrder(shop.shop, asha, { address: { name: "Pasted" } })).id);
  const visitor = await visitAs(shop, admin, { screen: desktop, expected: /status of 400/ });
  const { page } = visitor;
  await visitor.open(`/admin/orders/ship?${new URLSearchParams(ids.map((id) => ["id", id]))}`);
  const fields = page.getByLabel(/^AWB of order/);
  const paste = (row: number, lines: string[]) =>
    fields.nth(row).evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, lines.join("\n"));
  const values = () =>
    fields.evaluateAll((all) => all.map((one) => one instanceof HTMLInputElement && one.value));
  await paste(0, ["AWB Number", "P-1", "P-2", "P-3"]);
  await expect.poll(values).toEqual(["P-1", "P-2", "P-3"]);
  await paste(1, ["Q-2", "Q-3", "Q-4"]);
  await page.getByText("Line 4: Q-4 has no order: there are more lines than orders.").first().waitFor();
  expect(await values()).toEqual(["P-1", "P-2", "P-3"]);
  const box = page.getByLabel("AWBs to fill in");
  expect(await box.inputValue()).toContain("Q-4");
  await box.fill("R-1\nR-2\nR-3");
  await page.getByRole("button", { name: "Fill the table" }).click();
  await expect.poll(values).toEqual(["R-1", "R-2", "R-3"]);
  expect(await box.inputValue()).toBe("");
  await visitor.leave();
});

test("the next step of an order is one button in its row; another status is in its menu, which asks as its page does", async () => {
  const cash = await anOrder(shop.shop, asha, { address: { name: "Next Step" } });
  const unpaid = await anOrder(shop.shop, asha, { method: "online", address: { name: "Next Step" } });
  const visitor = await visitAs(shop, admin, { screen: desktop });
  const { page } = visitor;
  await visitor.open("/admin/orders?q=next+step");
  const row = page.getByRole("row", { name: cash.id.slice(0, 8) });
  await row.getByRole("button", { name: /^Confirm/ }).click();
  await row.getByRole("link", { name: /^Ship/ }).waitFor();
  // It waits for its customer to pay.
  expect(await page.getByRole("button", { name: /^Confirm/ }).count()).toBe(0);
  const list = page.getByRole("region", { name: "Orders", exact: true });
  const fits = async () => {
    for (const { height } of await page
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect())))
      expect(height).toBeLessThanOrEqual(52);
    expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  };
  await fits();
  const short = unpaid.id.slice(0, 8);
  await page.getByLabel(`Status of order ${short}`).selectOption("confirmed");
  // What sets the chosen status takes no room of the row.
  await fits();
  await page.getByRole("button", { name: `Set order ${short} to Confirmed` }).click();
  await page.getByRole("dialog").getByText("This order has not been paid for yet.").waitFor();
  await page.keyboard.press("Escape");
  await row.locator(".row-choice").check();
  expect(await faultsInEveryShape(page)).toEqual([]);
  await visitor.leave();
});

test("labels are printed on paper of their own size, without the links of the screen", async () => {
  const { id } = await anOrder(shop.shop, asha, { address: { name: "On Paper" } });
  const visitor = await visitAs(shop, admin, { screen: desktop });
  const { page } = visitor;
  const paper = async (kind: string) => {
    await visitor.open(`/admin/orders/print?id=${id}&kind=${kind}`);
    const links = page.getByRole("navigation", { name: "Papers" });
    await links.waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await links.isVisible(), kind).toBe(false);
    const file = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    await page.emulateMedia({ media: "screen" });
    return [...file.matchAll(/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map((box) =>
      [box[1], box[2]].map((points) => Math.round(Number(points) / 7.2) / 10),
    );
  };
  // Inches: 4 by 6, and A4.
  expect(await paper("labels")).toEqual([[4, 6]]);
  expect(await paper("labels-a4")).toEqual([[8.3, 11.7]]);
  for (const kind of ["slips", "pick", "manifest"]) await paper(kind);
  await visitor.leave();
});

test("a row of a manifest is printed on one sheet, so that AWB and order stay together", async () => {
  const ids: string[] = [];
  for (let at = 0; at < 12; at++)
    ids.push((await anOrder(shop.shop, asha, { address: { name: "On Many Sheets" } })).id);
  const visitor = await visitAs(shop, admin, { screen: desktop });
  const { page } = visitor;
  await visitor.open(`/admin/orders/print?kind=manifest&${ids.map((id) => `id=${id}`).join("&")}`);
  await page
    .getByRole("cell", { name: /On Many Sheets/ })
    .first()
    .waitFor();
  await page.emulateMedia({ media: "print" });
  // Of several heights, so that one of them would go through a row.
  for (const height of ["4in", "4.1in", "4.2in", "4.3in"]) {
    const sheets = await pagesOf(await page.pdf({ width: "8.3in", height }));
    expect(sheets.length).toBeGreaterThan(1);
    for (const id of ids) expect(sheets.join(" "), height).toContain(`No AWB ${id.slice(0, 8)}`);
  }
  await visitor.leave();
});

test("on a phone no word of a manifest, a pick list or a packing slip is broken", async () => {
  const word = "Thiruvananthapuram";
  const pieces = [await aShirt(shop.shop, { name: `${word} Handloom Shirt`, price: 499_900 })];
  const order = await anOrder(shop.shop, asha, { pieces, address: { name: "Venkat Rao", city: word } });
  await nowIs(shop.shop, order, "processing", { courier: "Delhivery", trackingNumber: "14908123456789" });
  const visitor = await visitAs(shop, admin, { screen: phone });
  const { page } = visitor;
  for (const kind of ["manifest", "pick", "slips"]) {
    await visitor.open(`/admin/orders/print?kind=${kind}&id=${order.id}`);
    await page.getByText(word).filter({ visible: true }).first().waitFor();
    const lines = await page.evaluate((wanted) => {
      const found: number[] = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const at = node.textContent?.indexOf(wanted) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        if (range.getClientRects().length > 0) found.push(range.getClientRects().length);
      }
      return found;
    }, word);
    expect(new Set(lines), kind).toEqual(new Set([1]));
    for (const words of ["14908123456789", order.id.slice(0, 8)])
      if (kind === "manifest" || words.length === 8)
        expect(await page.getByRole("article").getByText(words).filter({ visible: true }).count()).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  }
  await visitor.leave();
});

test("while a courier that is slow is asked, its button says so and asks it once", async () => {
  const { id } = await anOrder(shop.shop, asha, { address: { name: "Slow Courier" } });
  const visitor = await visitAs(shop, admin, { screen: phone });
  const { page } = visitor;
  await visitor.open(`/admin/orders/${id}`);
  let asked = 0;
  await page.route(/\/admin\/orders\//, async (route) => {
    if (route.request().method() === "POST") {
      asked++;
      await new Promise((later) => setTimeout(later, 1_500));
    }
    await route.continue();
  });
  await page.getByRole("button", { name: "Book with Demo Express" }).click();
  const asking = page.getByRole("button", { name: "Asking Demo Express..." });
  await asking.waitFor();
  await asking.click({ force: true });
  expect(await asking.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByText("The parcel has its AWB.").first().waitFor();
  expect(asked).toBe(1);
  await visitor.leave();
});
