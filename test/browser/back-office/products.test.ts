import { sql } from "drizzle-orm";
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { ordersOf } from "../../../shop/orders/read-orders.server.ts";
import { accessibilityFaults } from "../../support/accessibility.server.ts";
import { visitAs } from "../../support/cart/cart-visits.server.ts";
import { brokenRules } from "../../support/orders.server.ts";
import { anAdmin, aShopper } from "../../support/users.server.ts";
import { desktop, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();
afterAll(async () => expect(await brokenRules(shop.shop)).toEqual([]));

const aPicture = async (name: string, background: string) => ({
  name,
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 400, height: 500, channels: 3, background } })
    .png()
    .toBuffer(),
});

async function describeKurta(page: Page, name: string) {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Price", { exact: true }).fill("999");
  await page.getByLabel("Status").selectOption("active");
  await page.getByLabel("Category", { exact: true }).selectOption({ label: "T-Shirts" });
  await page.getByLabel("Fabric").fill("Cotton cambric");
  await page.getByLabel("Gender").selectOption("women");
  for (const size of ["S", "M"]) await page.getByLabel(size, { exact: true }).check();
  await page.getByLabel("Name of the new colour").fill("Indigo");
  await page.getByRole("button", { name: "Create the variants table" }).click();
  await page.getByLabel("Stock of Indigo S").fill("2");
  await page.getByLabel("Stock of Indigo M").fill("0");
}

test("a product added with sizes and pictures appears at once in a shopper's open list and can be bought", async () => {
  const shopper = await aShopper(shop.shop);
  const looking = await visitAs(shop, shopper);
  await looking.listen("/shop?sort=newest");

  const office = await visitAs(shop, await anAdmin(shop.shop), { expected: /422/ });
  const { page } = office;
  await office.open("/admin/products");
  await page.getByRole("link", { name: "Add Product" }).click();
  await page.getByRole("heading", { name: "Add New Product" }).waitFor();
  await describeKurta(page, "Moonlit Kurta");
  await page
    .getByLabel(/Add images/)
    .setInputFiles([await aPicture("front.png", "#2a3f7e"), await aPicture("back.png", "#a1321d")]);
  await page.getByText("Images uploaded successfully").waitFor();
  await page.getByLabel("What image 1 shows").fill("The front");
  await page.getByLabel("What image 2 shows").fill("The back");
  await page.getByLabel("Colour of image 1").selectOption("Indigo");
  await page
    .getByLabel(/Add images/)
    .setInputFiles([
      { name: "evil.jpg", mimeType: "image/jpeg", buffer: Buffer.from("<svg onload=alert(1)>") },
    ]);
  await page.getByText("Failed to upload images").waitFor();
  expect(await page.getByText("not a JPEG, PNG, WebP or AVIF.").count()).toBeGreaterThan(0);
  // The second picture is moved to the front by keyboard.
  await page.getByRole("button", { name: "Move image 2 earlier" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Image 2 is now at place 1 of 2").waitFor();
  expect(await page.getByLabel("What image 1 shows").inputValue()).toBe("The back");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Create Product" }).last().click();
  await page.getByText("Product created successfully").waitFor();
  await page.getByRole("link", { name: "Moonlit Kurta", exact: true }).waitFor();

  await looking.page.getByText("Moonlit Kurta").first().click();
  await looking.page.getByRole("heading", { name: "Moonlit Kurta", level: 1 }).waitFor();
  await looking.page.getByText("S", { exact: true }).first().click();
  await looking.page.getByRole("button", { name: "Add to Cart" }).first().click();
  await looking.page
    .getByText("Item added to cart")
    .or(looking.page.getByText("Added to cart"))
    .first()
    .waitFor();
  await looking.open("/checkout");
  await looking.page.getByLabel("Phone").fill("98765 43210");
  await looking.page.getByLabel("Street Address").fill("12, MG Road");
  await looking.page.getByLabel("PIN Code").fill("411004");
  await expect.poll(() => looking.page.getByLabel("City").inputValue()).toBe("Pune");
  await looking.page.getByRole("button", { name: "Place Order" }).click();
  await looking.page.waitForURL(/\/order-confirmation\//);
  expect((await ordersOf(shop.shop.services, shopper.id))[0]?.lines).toMatchObject([
    { name: "Moonlit Kurta", size: "S", colour: "Indigo", total: 99_900 },
  ]);
  await looking.leave();
  await office.leave();
});

test("sizes and a colour without rows yet get them when it is saved, to be looked at first", async () => {
  const office = await visitAs(shop, await anAdmin(shop.shop), { screen: phone });
  const { page } = office;
  await office.open("/admin/products/new");
  await page.getByLabel("Name", { exact: true }).fill("Ticked Kurta");
  await page.getByLabel("Price", { exact: true }).fill("999");
  await page.getByLabel("Category", { exact: true }).selectOption({ label: "T-Shirts" });
  for (const size of ["S", "M"]) await page.getByLabel(size, { exact: true }).check();
  await page.getByLabel("Name of the new colour").fill("Indigo");
  await page.getByLabel("Stock", { exact: true }).fill("3");
  await page.getByRole("button", { name: "Create Product" }).last().click();
  await page
    .getByText(/^No row yet for .*the table has them now/)
    .first()
    .waitFor();
  await page.getByLabel("Stock of Indigo S").fill("2");
  await page.getByLabel("Stock of Indigo M").fill("1");
  await page.getByRole("button", { name: "Create Product" }).last().click();
  await page.getByText("Product created successfully").waitFor();
  await office.leave();
});

test("a product saved while its pictures are still being uploaded has them", async () => {
  const office = await visitAs(shop, await anAdmin(shop.shop), { expected: /422/ });
  const { page } = office;
  await office.open("/admin/products/new");
  const arrives = Promise.withResolvers<void>();
  await page.route("**/admin/pictures", async (route) => {
    await arrives.promise;
    await route.continue();
  });
  const evil = { name: "evil.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") };
  const create = page.getByRole("button", { name: "Create Product" }).last();
  await page.getByLabel("Name", { exact: true }).fill("Slow Train Dupatta");
  await page.getByLabel("Price", { exact: true }).fill("499");
  await page.getByLabel("Stock", { exact: true }).fill("3");
  await page.getByLabel(/Add images/).setInputFiles([await aPicture("front.png", "#2a3f7e"), evil]);
  await create.click();
  await page.getByText("Images are being uploaded. Then it is saved.").waitFor();
  arrives.resolve();
  // One was refused: the form stays open to show which.
  await page.getByText("Failed to upload images").waitFor();
  await page.getByText("Unsaved changes").waitFor();
  await page.getByLabel(/Add images/).setInputFiles([await aPicture("back.png", "#a1321d")]);
  await create.click();
  await page.getByText("Product created successfully").waitFor();
  await page.getByRole("link", { name: "Slow Train Dupatta", exact: true }).click();
  await page.getByLabel("What image 2 shows").waitFor();
  await office.leave();
});

test.each([desktop, phone])(
  "a product of 15 variants with SKUs, prices and stock of their own takes under 25 taps at $width px",
  async (screen) => {
    const office = await visitAs(shop, await anAdmin(shop.shop), { screen });
    const { page } = office;
    await office.open("/admin/products/new");
    let taps = 0;
    const tap = async (where: Locator) => {
      taps += 1;
      await where.click();
    };
    const type = async (label: string, text: string) => {
      await tap(page.getByLabel(label, { exact: label === "Name" || label === "Price" }));
      await page.keyboard.type(text);
    };
    /** One tap opens a select, the other one chooses. */
    const choose = async (label: string, option: string) => {
      taps += 2;
      await page.getByLabel(label, { exact: label === "Category" }).selectOption(option);
    };
    const column = (name: string) =>
      page
        .getByRole("table", { name: "Variants" })
        .getByLabel(new RegExp(`^${name} of (Indigo|Rose|Black) `))
        .evaluateAll((cells) => cells.map((cell) => (cell instanceof HTMLInputElement ? cell.value : "")));

    await type("Name", `Fifteen at ${screen.width}`);
    await type("Price", "999");
    await choose("Category", "T-Shirts");
    await type("Fabric", "Cotton cambric");
    await choose("Gender", "women");
    await tap(page.getByRole("button", { name: "All sizes" }));
    await type("Name of the new colour", "Indigo, Rose, Black");
    await tap(page.getByRole("button", { name: "Create the variants table" }));
    // The table is below the fold of a phone: its heading is on screen, and has the focus.
    const heading = page.getByRole("heading", { name: "15 variants" });
    await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true);
    const { y = -1 } = (await heading.boundingBox()) ?? {};
    expect(y > 0 && y < screen.height - 100).toBe(true);
    await type("SKU of all 15 rows", `F${screen.width}-{colour}-{size}`);
    await page.keyboard.press("Enter");
    await type("Stock of all 15 rows", "10");
    await page.keyboard.press("Enter");
    // The rows of one colour get another price.
    await choose("Choose rows", "Rose");
    await type("Own price of 5 chosen rows", "1099");
    await page.keyboard.press("Enter");
    // In a cell, Enter goes on to the next row; what a spreadsheet has in a column fills the rows below.
    await tap(page.getByLabel("Stock of Indigo S"));
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await page.keyboard.type("8");
    await page.keyboard.press("ArrowDown");
    await page.locator(":focus").evaluate((cell) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "1\n2\n3\n");
      cell.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.getByText("3 rows filled from what you pasted.").waitFor();
    expect(await column("Stock")).toEqual(["7", "8", "1", "2", "3", ...Array(10).fill("10")]);
    expect(await column("Own price")).toEqual([
      ...Array(5).fill(""),
      ...Array(5).fill("1099"),
      ...Array(5).fill(""),
    ]);
    expect(await column("SKU")).toContain(`F${screen.width}-ROSE-XL`);
    await tap(page.getByRole("button", { name: "Create Product" }).last());
    await page.getByText("Product created successfully").waitFor();
    expect(taps).toBeLessThan(25);
    const { rows } = await shop.shop.services.db.execute(
      sql`select count(distinct v.sku)::integer as variants, sum(v.stock)::integer as pieces, sum(v.price)::integer as prices
        from variant v join product p on p.id = v.product_id where p.name = ${`Fifteen at ${screen.width}`}`,
    );
    expect(rows).toEqual([{ variants: 15, pieces: 121, prices: 5 * 109_900 }]);
    await office.leave();
  },
);

test("a removed picture comes back with Undo, and any picture becomes the cover", async () => {
  const office = await visitAs(shop, await anAdmin(shop.shop));
  const { page } = office;
  await office.open("/admin/products/new");
  await page
    .getByLabel(/Add images/)
    .setInputFiles([await aPicture("one.png", "#101010"), await aPicture("two.png", "#f0f0f0")]);
  await page.getByLabel("What image 2 shows").fill("The second");
  await page.getByRole("button", { name: "Make image 2 the cover" }).click();
  const cover = page.getByRole("listitem").filter({ hasText: "Cover" });
  expect(await cover.getByLabel("What image 1 shows").inputValue()).toBe("The second");
  await page.getByRole("button", { name: "Remove image 1" }).click();
  expect(await cover.getByLabel("What image 1 shows").inputValue()).toBe("");
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await cover.getByLabel("What image 1 shows").inputValue()).toBe("The second");
  // The handle has the focus again, and its arrow keys move the picture.
  await page.keyboard.press("ArrowRight");
  expect(await cover.getByLabel("What image 1 shows").inputValue()).toBe("");
  await page.getByText("Image 1 is now at place 2 of 2").waitFor();
  await office.leave();
});

async function anId() {
  const { rows } = await shop.shop.services.db.execute(
    sql`select id from product where slug = 'pocket-logo-essential-tee'`,
  );
  return String(rows[0]?.id);
}

test("two admins edit one product: the second is warned while typing and when saving, and loses no input", async () => {
  const id = await anId();
  const [one, other] = [
    await visitAs(shop, await anAdmin(shop.shop)),
    await visitAs(shop, await anAdmin(shop.shop)),
  ];
  await one.open(`/admin/products/${id}`);
  await other.listen(`/admin/products/${id}`);
  await other.page.getByLabel("Name", { exact: true }).fill("My own name");
  await one.page.getByLabel("Price", { exact: true }).fill("650");
  await one.page.getByRole("button", { name: "Update Product" }).last().click();
  await one.page.getByText("Product updated successfully").waitFor();
  await other.page.getByText("Somebody else has changed this in the meantime").waitFor();
  await other.page.getByRole("button", { name: "Update Product" }).last().click();
  const table = other.page.getByRole("region", { name: "What differs" });
  await table.getByText("650.00").waitFor();
  expect(await other.page.getByLabel("Name", { exact: true }).inputValue()).toBe("My own name");
  expect(await accessibilityFaults(other.page)).toEqual([]);
  await other.page.getByRole("button", { name: "Update Product" }).last().click();
  await other.page.getByText("Product updated successfully").waitFor();
  await one.leave();
  await other.leave();
});

test("leaving unsaved changes asks first, and deleting asks with the product's name", async () => {
  const office = await visitAs(shop, await anAdmin(shop.shop));
  const { page } = office;
  await office.open(`/admin/products/${await anId()}`);
  await page.getByLabel("Brand").fill("Another brand");
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Stay here" }).click();
  expect(await page.getByLabel("Brand").inputValue()).toBe("Another brand");
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await page.getByRole("heading", { name: "Products", exact: true }).waitFor();
  await office.open("/admin/products?q=tan+moccasins");
  await page.getByRole("button", { name: "Delete Tan Moccasins" }).click();
  await page.getByText(/This permanently deletes Tan Moccasins/).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Product deleted successfully").waitFor();
  await office.leave();
});

test("a bulk edit archives 25 products, and Undo restores them", async () => {
  const office = await visitAs(shop, await anAdmin(shop.shop));
  const { page } = office;
  await office.open("/admin/products");
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByText("25 selected").waitFor();
  await page.getByLabel("What to change").selectOption("status:archived");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("25 products changed").waitFor();
  // The toast shows with the response; the rows follow when the list has been reloaded.
  await page.getByText("Archived", { exact: true }).nth(24).waitFor();
  // A toast with an action stays for 20 seconds, others for 5.
  await page.waitForTimeout(6_000);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("25 products are as before").waitFor();
  await office.leave();
});

test("stock is adjusted in its row of the inventory", async () => {
  const office = await visitAs(shop, await anAdmin(shop.shop));
  const { page } = office;
  await office.open("/admin/inventory?q=ran4088-nav-l");
  await page.getByLabel(/^Change for/).fill("-1");
  await page.getByLabel(/^Reason for/).fill("Damaged");
  await page.keyboard.press("Enter");
  await page.getByText("Stock adjusted").waitFor();
  await page.getByRole("link", { name: /Pocket Logo|My own name/ }).click();
  await page.getByRole("cell", { name: "Damaged" }).waitFor();
  await office.leave();
});

test("a decimal comma typed into a price is refused at the field and does not become a hundredfold", async () => {
  const office = await visitAs(shop, await anAdmin(shop.shop), { expected: /422/ });
  const { page } = office;
  await office.open("/admin/products/new");
  await page.getByLabel("Name", { exact: true }).fill("Comma Kurta");
  await page.getByLabel("Stock", { exact: true }).fill("3");
  const price = page.getByLabel("Price", { exact: true });
  await price.pressSequentially("1299,00");
  await page.getByRole("button", { name: "Create Product" }).last().click();
  await page.getByText("Failed to create product").first().waitFor();
  expect(await price.inputValue()).toBe("1299,00");
  expect(await price.getAttribute("aria-invalid")).toBe("true");

  await price.fill("1,299.50");
  await page.getByRole("button", { name: "Create Product" }).last().click();
  await page.getByText("Product created successfully").first().waitFor();
  await page.getByText("₹1,299.50").first().waitFor();
});
