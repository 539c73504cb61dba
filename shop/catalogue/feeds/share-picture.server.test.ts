import sharp from "sharp";
import { expect, test } from "vitest";
import { testShop } from "../../../test/support/test-shop.server.ts";
import type { ProductPicture } from "../product.ts";
import { sharePicture, shippedShare } from "./share-picture.server.ts";

const shop = await testShop();
const price = { paid: 129_900, struck: 199_900, percentOff: 35 };
const plain = { name: "Red kurta", brand: "Weave", price, pictures: [] as ProductPicture[] };

/** Per row of the picture, the first and the last column with ink; null: none. Whole: the bar below is left out. */
async function rowsOfInk(product: Partial<typeof plain>, shopName = "Shop", look = shippedShare) {
  const drawn = await sharePicture(shop.services, { ...plain, ...product }, shopName, look);
  if (drawn === "busy") throw new Error("Busy.");
  const { data, info } = await sharp(drawn.bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: 600 }, (_, row) => {
    const line = [...data.subarray(row * info.width, (row + 1) * info.width)].map((light) => light < 200);
    return line.includes(true) ? { from: line.indexOf(true), to: line.lastIndexOf(true) } : null;
  });
}

/** How far to the right a name reaches. */
async function widthOf(name: string): Promise<number> {
  const rows = (await rowsOfInk({ name })).slice(195, 400);
  return Math.max(...rows.map((row) => row?.to ?? 0));
}

// A script without a typeface is drawn as boxes, which are all of one width.
test.each([
  ["Devanagari", "र", "औ"],
  ["Bengali", "র", "ঔ"],
  ["Gujarati", "ર", "ઔ"],
  ["Gurmukhi", "ਰ", "ਔ"],
  ["Odia", "ର", "ଔ"],
  ["Tamil", "ர", "ஔ"],
  ["Telugu", "ర", "ఔ"],
  ["Kannada", "ರ", "ಔ"],
  ["Malayalam", "ര", "ഔ"],
  ["Urdu", "ا", "ص"],
])("a name in %s is drawn in letters", async (_, narrow, wide) => {
  const [less, more] = [await widthOf(narrow.repeat(12)), await widthOf(wide.repeat(12))];
  expect(more).toBeGreaterThan(less * 1.2);
});

test.each([
  ["words", "Handloom Mulmul Cotton Hand-Block-Printed Anarkali Kurta With Dupatta Set"],
  ["one word", "W".repeat(120)],
])("a long name of %s covers neither the price nor the shop's name", async (_, name) => {
  const brand = "An Exceptionally Long Brand Name That Goes On For A While, Private Limited";
  const source = await sharp({ create: { width: 60, height: 60, channels: 3, background: "#fcfbf7" } })
    .png()
    .toBuffer();
  await shop.services.storage.put("pictures/aa/original", source);
  const pictures = [{ key: "aa", alt: "", width: 60, height: 60, tint: "#fcfbf7", colour: null }];
  const short = await rowsOfInk({});
  const long = await rowsOfInk(
    { name, brand, pictures },
    "The Long Named Clothing Company of Pune ".repeat(7),
  );
  const price = short.findIndex((row, at) => at > 300 && row);
  expect(long.slice(price - 8, price)).toEqual(Array(8).fill(null));
  expect(long.slice(138, 150)).toEqual(Array(12).fill(null));
});

test("a name of nothing but a flower, or cut within one, is drawn without it", async () => {
  const rows = await rowsOfInk({ name: "🌸", brand: "🌸" }, "🌸");
  expect(rows.slice(0, 300).every((row) => row === null)).toBe(true);
  expect(await widthOf(`${"Kurta ".repeat(5)}🌸`)).toBe(await widthOf("Kurta ".repeat(5)));
});

test.each(["Shop", "Kaapi", "ag", "Été", "No. 1", "தமிழ்"])(
  "the icon stands beside the name %s",
  async (shopName) => {
    const mark = await sharp({ create: { width: 96, height: 96, channels: 3, background: "#2a3f7e" } })
      .png()
      .toBuffer();
    const rows = await rowsOfInk({}, shopName, { ...shippedShare, mark });
    expect(rows[74]?.from).toBe(60);
  },
);
