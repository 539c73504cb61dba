import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { approveReturn, rejectReturn } from "../../shop/returns/decide-return.server.ts";
import { returnsOf } from "../../shop/returns/read-returns.server.ts";
import { sendExchange } from "../../shop/returns/receive-return.server.ts";
import { someStaff } from "../support/access/actors.ts";
import { accessibilityFaults, sidewaysScroll } from "../support/accessibility.server.ts";
import { aDeliveredOrder, aShirt, brokenRules, inSize, takenBack } from "../support/orders.server.ts";
import { anAdmin, aShopper, cookieOf, type Person } from "../support/users.server.ts";
import { desktop, openShop, phone, type VisitOptions } from "../support/visitor.server.ts";

const shop = openShop();
const actor = someStaff;
afterAll(async () => {
  await anAdmin(shop.shop);
  expect(await brokenRules(shop.shop)).toEqual([]);
});

async function visitAs(person: Person, options: VisitOptions = {}) {
  const visitor = await shop.visit(options);
  const [name = "", value = ""] = (await cookieOf(shop.shop, person.email)).split(/=(.*)/s);
  await visitor.page.context().addCookies([{ name, value, domain: "127.0.0.1", path: "/" }]);
  return visitor;
}

async function delivered(quantity = 1) {
  const asha = await aShopper(shop.shop);
  const shirt = await aShirt(shop.shop, { name: "Indigo Kurta" });
  const order = await aDeliveredOrder(shop.shop, asha, [[shirt, quantity]]);
  const request = async () => (await returnsOf(shop.shop.services, order.id))[0]?.id ?? "";
  return { asha, shirt, order, request, path: `/orders/${order.id}/return` };
}

const aPhoto = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: "#2a3f7e" } })
    .jpeg()
    .toBuffer();

test("a return with a photo is requested, and its page follows it live until the refund", async () => {
  const { asha, request, path } = await delivered(2);
  const visitor = await visitAs(asha, { screen: phone });
  const { page } = visitor;
  await visitor.listen("/orders");
  await page.getByRole("link", { name: /Return\/Exchange/ }).click();
  await page.waitForURL(`**${path}`);
  await page.getByLabel("Refund", { exact: true }).check();
  await page.getByLabel("Quantity of Indigo Kurta to return").selectOption("1");
  await page.getByLabel("Why?").selectOption({ label: "It arrived damaged" });
  await page.getByLabel("Tell us more").fill("A seam is open");
  const files = Array.from({ length: 5 }, async (_, place) => ({
    name: `${place}.jpg`,
    mimeType: "image/jpeg",
    buffer: await aPhoto(),
  }));
  await page.getByLabel("Photos").setInputFiles(await Promise.all(files));
  await page.getByRole("button", { name: "Send Request" }).click();
  await page.getByText("Too many photos.").waitFor();
  expect(await page.getByLabel("Tell us more").inputValue()).toBe("A seam is open");
  await page.getByLabel("Photos").setInputFiles(await Promise.all(files.slice(0, 1)));
  await page.getByRole("button", { name: "Send Request" }).click();
  await page.getByText("Under review", { exact: true }).waitFor();
  await page.getByText("It arrived damaged: A seam is open").waitFor();
  const picture = page.getByRole("img", { name: "What you sent, 1 of 1" });
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(300);
  // The form is empty again, for a request for the other piece.
  expect(await page.getByLabel("Tell us more").inputValue()).toBe("");
  await approveReturn(shop.shop.services, await request(), { actor, answer: "Give it to the courier." });
  await page.getByText("Give it to the courier.").waitFor();
  await takenBack(shop.shop, await request());
  await page.getByText("Where should we send your ₹499.00?").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await visitor.leave();
});

test("choosing another size chooses one piece; the card of the order withdraws the request", async () => {
  const { asha, shirt, path, order } = await delivered(2);
  await inSize(shop.shop, shirt, "L", { stock: 2 });
  const visitor = await visitAs(asha, { screen: phone });
  const { page } = visitor;
  await visitor.open(path);
  await page.getByLabel("Exchange", { exact: true }).check();
  const quantity = page.getByLabel("Quantity of Indigo Kurta to return");
  await quantity.selectOption("0");
  const size = page.getByLabel("Exchange for another Indigo Kurta");
  await size.selectOption({ label: "size L (2 left)" });
  expect(await quantity.inputValue()).toBe("1");
  await quantity.selectOption("2");
  await size.selectOption({ label: "size L (2 left)" });
  expect(await quantity.inputValue()).toBe("2");
  await page.getByLabel("Why?").selectOption({ label: "It is too small" });
  await page.getByRole("button", { name: "Send Request" }).click();
  await page.getByText("2 × Indigo Kurta (size M), for size L").waitFor();
  await visitor.listen("/orders");
  const card = page.getByRole("article", { name: `Order ${order.id.slice(0, 8)}` });
  await card.getByText("Under review").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await card.getByRole("button", { name: "Withdraw this request" }).click();
  await card.getByText("You have withdrawn this request").waitFor();
  await visitor.leave();
});

test("staff enter an exchange by keyboard on a phone, and the customer's open page shows it", async () => {
  const { asha, shirt, order, path } = await delivered(2);
  await inSize(shop.shop, shirt, "L", { stock: 2 });
  const customer = await visitAs(asha);
  await customer.listen(path);
  const staff = await visitAs(await anAdmin(shop.shop), { screen: phone, scheme: "dark" });
  const { page } = staff;
  await staff.listen(`/admin/orders/${order.id}`);
  await page.getByRole("button", { name: "More", exact: true }).press("Enter");
  await page.getByRole("link", { name: "Enter a return" }).press("Enter");
  await page.getByRole("radio", { name: "Exchange", exact: true }).press("Space");
  await page.getByLabel("Exchange for another Indigo Kurta").selectOption({ label: "size L (2 left)" });
  await page.getByLabel("Why?").selectOption({ label: "It is too small" });
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Enter return" }).press("Enter");
  await page.getByText("Request entered").waitFor();
  await page.getByText("1 × Indigo Kurta (size M), for size L", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Approve exchange" }).waitFor();
  await customer.page.getByText("Under review", { exact: true }).waitFor();
  await staff.leave();
  await customer.leave();
});

test("an exchange for another size is rejected, requested again without scripts, and sent", async () => {
  const { asha, shirt, request, path } = await delivered(2);
  await inSize(shop.shop, shirt, "L", { stock: 2 });
  const visitor = await visitAs(asha, { screen: desktop, scheme: "dark", expected: /status of 400/ });
  const { page } = visitor;
  await visitor.listen(path);
  const ask = async () => {
    await page.getByLabel("Quantity of Indigo Kurta to return").selectOption("1");
    await page.getByLabel("Exchange", { exact: true }).check();
    await page.getByLabel("Why?").selectOption({ label: "It is too small" });
    await page.getByRole("button", { name: "Send Request" }).click();
  };
  await ask();
  await page.getByText("Please choose what to exchange it for.").waitFor();
  expect(await page.getByLabel("Why?").inputValue()).toBe("too-small");
  await page.getByLabel("Exchange for another Indigo Kurta").selectOption({ label: "size L (2 left)" });
  await page.getByRole("button", { name: "Send Request" }).click();
  await page.getByText("1 × Indigo Kurta (size M), for size L").waitFor();
  await rejectReturn(shop.shop.services, await request(), { actor, reason: "It was worn." });
  await page.getByText("It was worn.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await visitor.leave();
  const plain = await visitAs(asha, { screen: phone, scripts: false, expected: /status of 400/ });
  await plain.open(path);
  await plain.page.getByLabel("Quantity of Indigo Kurta to return").selectOption("1");
  await plain.page.getByLabel("Exchange", { exact: true }).check();
  await plain.page.getByLabel("Why?").selectOption("other");
  await plain.page.getByLabel("Exchange for another Indigo Kurta").selectOption({ index: 1 });
  await plain.page.getByRole("button", { name: "Send Request" }).click();
  await plain.page.getByText("Please say what is wrong.").waitFor();
  await plain.page.getByLabel("Tell us more").fill("Sleeves");
  await plain.page.getByRole("button", { name: "Send Request" }).click();
  await plain.page.getByText("Something else: Sleeves").waitFor();
  await takenBack(shop.shop, await request());
  await sendExchange(shop.shop.services, await request(), {
    actor,
    parcel: { courier: "BlueDart", trackingNumber: "77" },
  });
  await plain.open(path);
  await plain.page.getByText("BlueDart 77").waitFor();
  await plain.leave();
});

test("a review written by keyboard shows on the open product page, and again when it is changed", async () => {
  const { asha, shirt, order } = await delivered();
  const visitor = await visitAs(asha, { screen: phone });
  const { page } = visitor;
  await visitor.open(`/orders/${order.id}/review`);
  await page.getByRole("radio", { name: "1 star", exact: true }).focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
  await page.getByLabel("Your words").fill("Soft and warm");
  await page.getByRole("button", { name: "Send Review" }).click();
  await page.getByText("Thank you for your review").waitFor();
  expect(await page.getByRole("radio", { name: "5 stars" }).isChecked()).toBe(true);
  const guest = await shop.visit({ screen: desktop });
  await guest.listen(`/product/${shirt.slug}`);
  await guest.page.getByText("Soft and warm").waitFor();
  await guest.page.getByText("Verified buyer").waitFor();
  await page.getByRole("radio", { name: "2 stars" }).check({ force: true });
  await page.getByLabel("Show a name instead of Anonymous User").check();
  await page.getByLabel("Name to show").fill("Asha from Pune");
  await page.getByRole("button", { name: "Change Review" }).click();
  await guest.page.getByText("Asha from Pune", { exact: true }).waitFor();
  await guest.page.getByRole("img", { name: "2 out of 5 stars" }).first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await visitor.leave();
  await guest.leave();
});

test("a size that has just sold out is refused and no longer offered, and what was typed stays", async () => {
  const { asha, shirt, path } = await delivered();
  const large = await inSize(shop.shop, shirt, "L", { stock: 1 });
  await inSize(shop.shop, shirt, "XL", { stock: 5 });
  const visitor = await visitAs(asha, { expected: /status of 400/ });
  const { page } = visitor;
  await visitor.listen(path);
  await page.getByLabel("Exchange", { exact: true }).check();
  const sizes = page.getByLabel("Exchange for another Indigo Kurta");
  await sizes.selectOption({ label: "size L (1 left)" });
  await page.getByLabel("Why?").selectOption({ label: "It is too small" });
  await page.getByLabel("Tell us more").fill("Tight");
  const other = await aShopper(shop.shop);
  await aDeliveredOrder(shop.shop, other, [[large, 1]]);
  await page.getByRole("button", { name: "Send Request" }).click();
  // Refused, or told by a live update before it was sent.
  await page.getByText("It is no longer available. Please choose another.").waitFor();
  await expect
    .poll(() => sizes.locator("option").allTextContents())
    .toEqual(["Please choose", "size XL (5 left)"]);
  expect(await page.getByLabel("Tell us more").inputValue()).toBe("Tight");
  await visitor.leave();
});
