import { crc32, deflateRawSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { accessibilityFaults, sidewaysScroll } from "../../support/accessibility.server.ts";
import { visitAs } from "../../support/cart/cart-visits.server.ts";
import { anAdmin } from "../../support/users.server.ts";
import { desktop, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

/** A ZIP of one file, as any archiver writes it. */
function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc32(content), 0);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(content.length, 8);
  const names = Buffer.alloc(4);
  names.writeUInt16LE(name.length, 0);
  const common = Buffer.concat([Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0x21, 0x5b]), sizes, names]);
  const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, Buffer.from(name), packed]);
  const central = Buffer.concat([
    Buffer.from("PK\x01\x02", "latin1"),
    Buffer.from([20, 0]),
    common,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

const csv = [
  "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Variant Inventory Qty,Image Src,Image Position,Image Alt Text,Status",
  '"monsoon-kurta","Monsoon ""Rain"" Kurta","<p>Light &amp; quick to dry</p>",Ambiya Loom,Kurtas,rain,TRUE,Size,S,MON-S,899,1199,4,monsoon.png,1,A blue kurta,active',
  "monsoon-kurta,,,,,,,,M,MON-M,899,1199,0,,,,",
  "no-price,No Price,,Ambiya Loom,Kurtas,,TRUE,Size,S,NOP-S,much,,4,,,,active",
].join("\r\n");

test("a Shopify file is previewed, imported with its picture, and shown in the shop", async () => {
  const picture = await sharp({ create: { width: 400, height: 500, channels: 3, background: "#25466b" } })
    .png()
    .toBuffer();
  const office = await visitAs(shop, await anAdmin(shop.shop));
  const { page } = office;
  await office.open("/admin/import");
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "products_export.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await page.getByLabel(/Pictures in a ZIP/).setInputFiles({
    name: "pictures.zip",
    mimeType: "application/zip",
    buffer: zipOf("monsoon.png", picture),
  });
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.getByRole("heading", { name: "What would happen" }).waitFor();
  const wrong = page.getByRole("row").filter({ hasText: "Variant Price" });
  expect(await wrong.getByRole("cell").first().textContent()).toBe("4");
  expect(await accessibilityFaults(page)).toEqual([]);
  // On a phone the sentence that says what is wrong is not cut.
  await page.setViewportSize(phone);
  const problems = page.getByRole("table", { name: "Problems in the file" });
  expect(
    await problems.evaluate((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0)),
  ).toBe(false);
  await page.setViewportSize(desktop);
  // The preview changed nothing.
  const shopper = await shop.visit({ screen: phone });
  await shopper.open("/shop?q=monsoon+rain+kurta");
  expect(await shopper.page.getByRole("link", { name: /Monsoon/ }).count()).toBe(0);

  await page.getByRole("button", { name: "Import 1 product" }).click();
  await page.getByRole("heading", { name: "Running" }).waitFor();
  await shop.shop.runDue();
  await page.getByRole("heading", { name: "Done" }).waitFor();
  await shopper.open("/product/monsoon-kurta");
  await shopper.page.getByRole("heading", { name: 'Monsoon "Rain" Kurta', level: 1 }).waitFor();
  await shopper.page.getByText("Light & quick to dry").waitFor();
  await shopper.page.getByRole("img", { name: "A blue kurta" }).first().waitFor();
  expect(await shopper.page.getByRole("radio", { name: /^M\b/ }).isDisabled()).toBe(true);
  await shopper.page.getByText("S", { exact: true }).first().click();
  await shopper.open("/shop?q=monsoon");
  await shopper.page
    .getByRole("link", { name: /Monsoon "Rain" Kurta/ })
    .first()
    .waitFor();
  expect(await sidewaysScroll(shopper.page)).toBe(0);
  await shopper.leave();
  await office.leave();
});
