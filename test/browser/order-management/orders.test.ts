import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { decideReturn } from "../../../shop/order-management/decide-return.server.ts";
import { addNote, setTags } from "../../../shop/order-management/notes-and-emails.server.ts";
import { orderDetail } from "../../../shop/order-management/order-detail.server.ts";
import { sendNewParcel } from "../../../shop/order-management/parcel-acts.server.ts";
import { refundLines } from "../../../shop/order-management/refund-lines.server.ts";
import { aStaffMember } from "../../support/access/actors.ts";
import { accessibilityFaults } from "../../support/accessibility.server.ts";
import { visitAs } from "../../support/cart/cart-visits.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aReturnable, aShirt } from "../../support/orders.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";
import { desktop, holdScripts, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();
let admin: Person;
let asha: Person;
beforeAll(async () => {
  admin = await anAdmin(shop.shop);
  asha = await aShopper(shop.shop);
});

async function fileOf(id: string) {
  const file = await orderDetail(shop.shop.services, id);
  if (!file) throw new Error("no such order");
  return file;
}

test("a new order appears without a reload; its row sets each status, and a step back asks for a reason", async () => {
  const visitor = await visitAs(shop, admin, { screen: desktop });
  const { page } = visitor;
  await visitor.listen("/admin/orders");
  const order = await anOrder(shop.shop, asha);
  const short = order.id.slice(0, 8);
  const status = page.getByLabel(`Status of order ${short}`);
  await status.waitFor();
  // The next step is chosen while the list that shows the last one is still loading.
  await page.route(/\/admin\/orders\.data/, async (route) => {
    if (route.request().method() === "GET") await new Promise((later) => setTimeout(later, 800));
    await route.continue().catch(() => undefined);
  });
  const set = page.getByRole("button", { name: `Set order ${short} to` });
  for (const step of ["confirmed", "processing", "shipped", "delivered"]) {
    await status.selectOption(step);
    await set.click();
    await expect.poll(async () => (await fileOf(order.id)).order.status).toBe(step);
    await page.getByText("Order status updated successfully").waitFor();
    // The button that was pressed is gone.
    expect(await status.evaluate((select) => select === document.activeElement)).toBe(true);
  }
  await page.getByRole("row", { name: short }).getByText("Paid").waitFor();
  await status.selectOption("shipped");
  await set.click();
  const dialog = page.getByRole("dialog", { name: `Reason for order ${short}` });
  await dialog.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  expect(await status.inputValue()).toBe("delivered");
  await status.selectOption("shipped");
  await set.click();
  const reason = dialog.getByLabel("Reason");
  await reason.fill(" ");
  await page.keyboard.press("Enter");
  await dialog.locator("p.field-error", { hasText: "Please enter a reason." }).waitFor();
  expect(await reason.evaluate((field) => field === document.activeElement)).toBe(true);
  await reason.fill("The courier was wrong");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await fileOf(order.id)).order.status).toBe("shipped");
  await visitor.leave();
});

test("arrow keys in a status box send nothing; a step without a customer email can be undone from its toast", async () => {
  const order = await anOrder(shop.shop, asha);
  const short = order.id.slice(0, 8);
  const visitor = await visitAs(shop, admin, { screen: desktop });
  const { page } = visitor;
  await visitor.open(`/admin/orders?status=pending&q=${short}`);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  const status = page.getByLabel(`Status of order ${short}`);
  await status.focus();
  for (let key = 0; key < 3; key++) await page.keyboard.press("ArrowDown");
  expect(await status.inputValue()).toBe("shipped");
  await page.keyboard.press("ArrowUp");
  expect(await status.inputValue()).toBe("processing");
  expect(sent).toEqual([]);
  expect((await fileOf(order.id)).order.status).toBe("pending");
  await page.getByRole("button", { name: `Set order ${short} to Processing` }).click();
  await page.getByText(`Order ${short}: Processing. It has left this list.`).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText(`Order ${short} is Pending again.`).waitFor();
  await status.waitFor();
  expect((await fileOf(order.id)).order.status).toBe("pending");
  await visitor.leave();
});

test("Shift selects a range of rows, one box selects all pages, and a bulk action keeps the selection", async () => {
  for (let at = 0; at < 26; at++) await anOrder(shop.shop, asha, { address: { name: "Lalita Range" } });
  const visitor = await visitAs(shop, admin, { screen: desktop });
  const { page } = visitor;
  await visitor.open("/admin/orders?q=lalita+range");
  const boxes = page.locator(".row-choice");
  await boxes.nth(1).click();
  await boxes.nth(4).click({ modifiers: ["Shift"] });
  await page.getByText("4 selected").waitFor();
  expect(await page.locator(".row-choice:checked").count()).toBe(4);
  await boxes.nth(2).click();
  await page.getByText("3 selected").waitFor();
  await page.getByRole("combobox", { name: "New status" }).selectOption("confirmed");
  await page.getByRole("button", { name: "Set status" }).click();
  await page.getByText("3 set, 0 left as they are").waitFor();
  expect(page.url()).toContain("q=lalita+range");
  await page.getByText("3 selected").waitFor();
  await page.getByRole("checkbox", { name: "Select all 26" }).check();
  await page.getByText("26 selected").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await visitor.leave();
});

test("the reasons of orders left unchanged stay over a live update", async () => {
  const [first, second] = [
    await anOrder(shop.shop, asha, { method: "online" }),
    await anOrder(shop.shop, asha),
  ];
  const visitor = await visitAs(shop, admin, { screen: desktop });
  const { page } = visitor;
  await visitor.listen("/admin/orders");
  for (const { id } of [first, second])
    await page
      .getByRole("row", { name: id.slice(0, 8) })
      .locator(".row-choice")
      .check();
  await page.getByRole("combobox", { name: "New status" }).selectOption("confirmed");
  await page.getByRole("button", { name: "Set status" }).click();
  // One of them is not paid for: that asks for a confirmation, and is left for a decision of its own.
  const question = page.getByRole("region", { name: /^Set \d orders? to Confirmed/ });
  await question.getByLabel("Reason").fill("Both again");
  await question.getByRole("button", { name: /^Set \d/ }).click();
  await page.getByText("These were left unchanged").waitFor();
  const third = await anOrder(shop.shop, asha);
  await page.getByLabel(`Status of order ${third.id.slice(0, 8)}`).waitFor();
  expect(await page.getByText("These were left unchanged").isVisible()).toBe(true);
  await visitor.leave();
});

test("by keyboard alone, a line is refunded, its cash marked as paid out, and a note saved", async () => {
  const { order } = await aReturnable(shop.shop, { quantity: 2 });
  const visitor = await visitAs(shop, admin, { screen: desktop });
  const { page } = visitor;
  await visitor.open(`/admin/orders/${order.id}`);
  await page.getByRole("button", { name: "Refund items" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /Refund of order/ });
  await dialog.getByLabel(/^Quantity of/).focus();
  await page.keyboard.type("1");
  await dialog.getByLabel(/^What became of/).focus();
  await page.keyboard.press("ArrowDown");
  await dialog.getByText("₹499.00").last().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByLabel("Reason").focus();
  await page.keyboard.type("A seam was open");
  await page.keyboard.press("Enter");
  await page.getByText("Refund started").waitFor();
  await page.getByRole("button", { name: /as paid out/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Refund marked as paid out").waitFor();
  await page.getByLabel("Note", { exact: true }).focus();
  await page.keyboard.type("She was very kind");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Note saved").waitFor();
  await page.getByText("She was very kind").waitFor();
  const { refunds, order: after } = await fileOf(order.id);
  expect(refunds).toMatchObject([{ state: "succeeded", reason: "A seam was open" }]);
  expect(after.paymentStatus).toBe("partly_refunded");
  await visitor.leave();
});

test("a refund dialog without a reason stays open, shows the error at the field and keeps what was typed", async () => {
  const { order } = await aReturnable(shop.shop, { quantity: 2 });
  const visitor = await visitAs(shop, admin, { screen: phone, expected: /status of 400/ });
  const { page } = visitor;
  await visitor.open(`/admin/orders/${order.id}`);
  const button = page.getByRole("button", { name: "Refund items" });
  await button.click();
  const dialog = page.getByRole("dialog", { name: /Refund of order/ });
  await dialog.getByLabel(/^Quantity of/).fill("1");
  await dialog.getByRole("button", { name: "Refund", exact: true }).click();
  const reason = dialog.getByLabel("Reason");
  await dialog.locator("p.field-error", { hasText: "Please enter a reason." }).waitFor();
  await expect.poll(() => reason.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await reason.fill("A seam was open");
  await page.keyboard.press("Enter");
  const piece = dialog.getByLabel(/^What became of/);
  await dialog.locator("p.field-error", { hasText: "what happened to each item" }).waitFor();
  expect(await dialog.getByLabel(/^Quantity of/).inputValue()).toBe("1");
  await piece.selectOption("kept");
  await dialog.getByRole("button", { name: "Refund", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Refund started").waitFor();
  await button.click();
  expect([await reason.inputValue(), await dialog.getByLabel(/^Quantity of/).inputValue()]).toEqual(["", ""]);
  await visitor.leave();
});

test("a return is opened from the list, approved and received, and a manual payout becomes due", async () => {
  const { order, ask } = await aReturnable(shop.shop);
  expect((await ask(1)).ok).toBe(true);
  const visitor = await visitAs(shop, admin, { screen: phone });
  const { page } = visitor;
  await visitor.open("/admin/returns");
  await page.getByRole("link", { name: `Return for order ${order.id.slice(0, 8)}` }).click();
  await page.getByRole("button", { name: "Approve return" }).click();
  await page.getByRole("button", { name: /Received, start the refund/ }).waitFor();
  await page.getByLabel(/^1 × Test Shirt/).selectOption("restocked");
  await page.getByRole("button", { name: /Received, start the refund/ }).click();
  await page.getByText("Manual payout due").waitFor();
  expect((await fileOf(order.id)).returns).toMatchObject([{ state: "closed" }]);
  await visitor.leave();
});

test("when somebody else changes the order first, a warning shows at once and nothing typed is lost", async () => {
  const order = await anOrder(shop.shop, asha);
  const visitor = await visitAs(shop, admin, { screen: desktop, expected: /status of 400/ });
  const { page } = visitor;
  await visitor.listen(`/admin/orders/${order.id}`);
  await page.getByRole("combobox", { name: "Courier" }).fill("Delhivery");
  await nowIs(shop.shop, order, "processing", { courier: "India Post" });
  await page.getByText("Somebody else has changed this in the meantime").first().waitFor();
  await page.getByText("It is now: Processing, India Post.").waitFor();
  await page.getByRole("button", { name: "Update status" }).click();
  await page.getByText("Failed to update order status").first().waitFor();
  expect(await page.getByRole("combobox", { name: "Courier" }).inputValue()).toBe("Delhivery");
  expect((await fileOf(order.id)).order).toMatchObject({ status: "processing", courier: "India Post" });
  await visitor.leave();
});

test("of two refunds of an order, the slower one reads what the other did and what is left", async () => {
  const { order, lineId } = await aReturnable(shop.shop, { quantity: 3 });
  const refundOther = async (quantity: number) => {
    const lines = [{ lineId, quantity, disposition: "kept" as const }];
    const command = { key: randomUUID(), lines, extra: 0, reason: "torn" };
    expect((await refundLines(shop.shop.services, aStaffMember(admin), order.id, command)).ok).toBe(true);
  };
  const visitor = await visitAs(shop, admin, { screen: desktop, expected: /status of 400/ });
  const { page } = visitor;
  await visitor.listen(`/admin/orders/${order.id}`);
  await page.getByRole("button", { name: "Refund items" }).click();
  const dialog = page.getByRole("dialog", { name: /Refund of order/ });
  await dialog.getByLabel(/^Quantity of/).fill("1");
  await dialog.getByLabel(/^What became of/).selectOption("kept");
  await dialog.getByLabel("Reason").fill("A seam was open");
  await refundOther(1);
  const words = /₹499\.00 of this order was refunded in the meantime\. ₹998\.00 can still be refunded/;
  await dialog.getByText(words).waitFor();
  // It was on its way already.
  const send = dialog.getByRole("button", { name: "Refund", exact: true });
  await send.click();
  await page.getByText("Nothing was changed").first().waitFor();
  await dialog.getByText(words).waitFor();
  expect((await fileOf(order.id)).refunds).toHaveLength(1);
  await send.click();
  await page.getByText("Refund started").waitFor();
  await page.getByRole("button", { name: "Refund items" }).click();
  await dialog.getByLabel(/^Quantity of/).fill("1");
  await refundOther(1);
  await dialog.waitFor({ state: "hidden" });
  await page
    .getByText("₹499.00 of this order was refunded in the meantime. Nothing is left to refund.")
    .waitFor();
  await visitor.leave();
});

test("a refund that is sent while the page takes up the other one is refused in words, and the page is up to date", async () => {
  const { order, lineId } = await aReturnable(shop.shop, { quantity: 1 });
  const visitor = await visitAs(shop, admin, { screen: desktop, expected: /status of 400/ });
  const { page } = visitor;
  await visitor.listen(`/admin/orders/${order.id}`);
  await page.getByRole("button", { name: "Refund items" }).click();
  const dialog = page.getByRole("dialog", { name: /Refund of order/ });
  await dialog.getByLabel(/^Quantity of/).fill("1");
  await dialog.getByLabel(/^What became of/).selectOption("kept");
  await dialog.getByLabel("Reason").fill("A seam was open");
  const { promise: begun, resolve: isBegun } = Promise.withResolvers<void>();
  // What the live update asks for does not come before the form is sent.
  let isSent = false;
  await page.route(/\/admin\/orders\/[^/]*\.data/, async (route) => {
    isSent ||= route.request().method() === "POST";
    isBegun();
    if (isSent) await route.continue();
  });
  const lines = [{ lineId, quantity: 1, disposition: "kept" as const }];
  const other = { key: randomUUID(), lines, extra: 0, reason: "torn" };
  expect((await refundLines(shop.shop.services, aStaffMember(admin), order.id, other)).ok).toBe(true);
  await begun;
  await dialog.getByRole("button", { name: "Refund", exact: true }).click();
  const words = "₹499.00 of this order was refunded in the meantime. Nothing is left to refund.";
  await page.getByText("Nothing was changed").first().waitFor();
  await page.getByText(words).first().waitFor();
  await dialog.waitFor({ state: "hidden" });
  expect(await page.getByText(words).first().isVisible()).toBe(true);
  await page.getByText("Manual payout due").waitFor();
  await visitor.leave();
});

test("a dialog that somebody else's decision takes away says so", async () => {
  const { order, ask } = await aReturnable(shop.shop);
  expect((await ask(1)).ok).toBe(true);
  const visitor = await visitAs(shop, admin, { screen: phone });
  const { page } = visitor;
  await visitor.listen(`/admin/orders/${order.id}`);
  await page.getByRole("button", { name: "Reject return" }).click();
  const dialog = page.getByRole("dialog", { name: "Reject the return?" });
  await dialog.getByLabel("Reason").fill("Worn");
  const [request] = (await fileOf(order.id)).returns;
  const decision = { do: "reject", reason: "Worn" } as const;
  await decideReturn(shop.shop.services, aStaffMember(admin), order.id, request?.id ?? "", decision);
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Nothing of what you entered was saved. The page shows how it is now.").waitFor();
  await visitor.leave();
});

test("what is typed into a form of the page is kept, or named when somebody else's decision takes the form away", async () => {
  const { order, ask } = await aReturnable(shop.shop, { quantity: 3 });
  expect((await ask(1)).ok).toBe(true);
  const staff = aStaffMember(admin);
  const visitor = await visitAs(shop, admin, { screen: phone });
  const { page } = visitor;
  await visitor.listen(`/admin/orders/${order.id}`);
  await page.getByLabel("Message to the customer (optional)").fill("Bring it on Friday");
  await page.getByLabel("Note", { exact: true }).fill("Rang twice");
  const [request] = (await fileOf(order.id)).returns;
  await decideReturn(shop.shop.services, staff, order.id, request?.id ?? "", { do: "approve", answer: "" });
  await page.getByText("You had typed: Bring it on Friday").waitFor();
  const note = await addNote(shop.shop.services, staff, order.id, {
    key: randomUUID(),
    text: "A colleague's",
  });
  expect(note.ok).toBe(true);
  await setTags(shop.shop.services, staff, order.id, { typed: "gift", seen: "" });
  await page.getByText("A colleague's").waitFor();
  expect(await page.getByLabel("Note", { exact: true }).inputValue()).toBe("Rang twice");
  await page.getByRole("button", { name: "Save note" }).click();
  await page.getByText("Note saved").first().waitFor();
  expect(await page.getByLabel("Note", { exact: true }).inputValue()).toBe("");
  expect(await page.getByText("You had typed: Rang twice").count()).toBe(0);
  await visitor.leave();
});

test("a courier that was typed for a whole order is not lost when somebody else sends a part of it", async () => {
  const pieces = [await aShirt(shop.shop), await aShirt(shop.shop)];
  const order = await anOrder(shop.shop, asha, { pieces });
  const visitor = await visitAs(shop, admin, { screen: desktop, expected: /status of 400/ });
  const { page } = visitor;
  await visitor.listen(`/admin/orders/${order.id}`);
  const courier = page.locator("#status").getByRole("combobox", { name: "Courier" });
  await courier.fill("Delhivery");
  const file = await fileOf(order.id);
  const units = file.order.lines.slice(1).map(({ id }) => ({ lineId: id, quantity: 1 }));
  const none = { courier: "", trackingNumber: "", trackingLink: "" };
  const part = { version: file.version, units, reason: "A part is missing", ...none };
  expect(await sendNewParcel(shop.shop.services, aStaffMember(admin), order.id, part)).toMatchObject({
    ok: true,
  });
  await page.getByText("Somebody else has changed this in the meantime").first().waitFor();
  expect(await courier.inputValue()).toBe("Delhivery");
  await page.getByRole("button", { name: "Update status" }).click();
  await page.getByText("You had typed for the courier: Delhivery").waitFor();
  await visitor.leave();
});

test("a status chosen before the scripts are there stays chosen, and is set", async () => {
  const order = await anOrder(shop.shop, asha);
  const visitor = await visitAs(shop, admin, { screen: desktop });
  const { page } = visitor;
  const scripts = await holdScripts(page);
  await page.goto(`/admin/orders/${order.id}`, { waitUntil: "domcontentloaded" });
  const status = page.getByLabel("Order status");
  await status.selectOption("confirmed");
  await scripts.release();
  expect(await status.inputValue()).toBe("confirmed");
  await page.getByRole("button", { name: "Update status" }).click();
  await expect.poll(async () => (await fileOf(order.id)).order.status).toBe("confirmed");
  await visitor.leave();
});
