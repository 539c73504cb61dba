import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { testShop } from "../../../test/support/test-shop.server.ts";
import { originalKey } from "./picture-keys.ts";
import { savePicture } from "./save-picture.server.ts";
import { servedPicture } from "./served-picture.server.ts";

const shop = await testShop();
const { services } = shop;
afterAll(shop.dispose);

const plain = (width = 400, height = 500) =>
  sharp({ create: { width, height, channels: 3, background: "#336699" } });

async function stored(bytes: Buffer) {
  const result = await savePicture(services, bytes);
  if (!result.ok) throw new Error(`Refused: ${result.refused}`);
  return result.value;
}

test.each([
  ["JPEG", () => plain().jpeg().toBuffer()],
  ["PNG", () => plain().png().toBuffer()],
  ["WebP", () => plain().webp().toBuffer()],
  ["AVIF", () => plain().avif({ effort: 0 }).toBuffer()],
])("a %s is stored and can be served", async (_, make) => {
  const picture = await stored(await make());
  expect(picture).toMatchObject({
    width: 400,
    height: 500,
    tint: expect.stringMatching(/^#3[0-9a-f]6[0-9a-f]9[0-9a-f]$/),
  });
  expect(await servedPicture(services, picture.key, 160, "webp")).not.toBeNull();
});

test("transparent pixels count as the page's background in the mean colour", async () => {
  const clear = sharp({ create: { width: 300, height: 300, channels: 4, background: "#00000000" } });
  expect((await stored(await clear.png().toBuffer())).tint).toBe("#fcfbf7");
});

test("on a nearly full disk uploads are refused, and existing pictures are still served", async () => {
  const picture = await stored(await plain(410).jpeg().toBuffer());
  const full = { ...services, storage: { ...services.storage, isFull: async () => true } };
  expect(await savePicture(full, await plain(420).jpeg().toBuffer())).toEqual({
    ok: false,
    refused: "no-space",
  });
  expect(await servedPicture(full, picture.key, 160, "jpg")).not.toBeNull();
  expect(await services.storage.has(`pictures/${picture.key}/160.jpg`)).toBe(false);
});

test("the same file uploaded twice is one picture", async () => {
  const bytes = await plain().jpeg().toBuffer();
  expect(await stored(bytes)).toEqual(await stored(bytes));
});

test("a rotated photograph is turned upright, and its EXIF data is removed", async () => {
  const photograph = await plain(600, 400)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: "Secret Person" }, IFD3: { GPSLatitude: "28/1 37/1 0/1" } })
    .jpeg()
    .toBuffer();
  expect(photograph.includes("Secret Person")).toBe(true);
  const { key, width, height } = await stored(photograph);
  expect({ width, height }).toEqual({ width: 400, height: 600 });
  const chunks: Buffer[] = [];
  for await (const chunk of (await services.storage.get(originalKey(key)))?.body ?? [])
    chunks.push(Buffer.from(chunk));
  const whole = Buffer.concat(chunks);
  expect(whole.includes("Secret Person")).toBe(false);
  expect((await sharp(whole).metadata()).exif).toBeUndefined();
});

test("a very large picture is scaled down", async () => {
  const { width, height } = await stored(await plain(5000, 4000).jpeg({ quality: 30 }).toBuffer());
  expect({ width, height }).toEqual({ width: 2400, height: 1920 });
});

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`;
const page = "<!doctype html><script>alert(1)</script>";
const gif = () => plain(20, 20).gif().toBuffer();
const wholeJpeg = () =>
  sharp({
    create: {
      width: 800,
      height: 800,
      channels: 3,
      background: "#000",
      noise: { type: "gaussian", mean: 120, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();
const twoFrames = async () => {
  const frames = await Promise.all(
    ["#f00", "#00f"].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
};

test.each<[string, string, () => Promise<Buffer> | Buffer]>([
  ["an SVG with a script", "picture-not-supported", () => Buffer.from(svg)],
  ["a page", "picture-not-supported", () => Buffer.from(page)],
  ["a GIF", "picture-not-supported", gif],
  ["nothing", "picture-not-supported", () => Buffer.alloc(0)],
  [
    "a page that begins like a JPEG",
    "picture-broken",
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(page)]),
  ],
  [
    "an SVG that begins like a PNG",
    "picture-broken",
    () => Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from(svg)]),
  ],
  ["half of a JPEG", "picture-broken", async () => (await wholeJpeg()).subarray(0, 60_000)],
  ["an animation", "picture-animated", twoFrames],
  [
    "a bomb of 16,000 by 16,000 pixels",
    "picture-too-many-pixels",
    () => plain(16_000, 16_000).png().toBuffer(),
  ],
  ["8 MB and one byte", "picture-too-big", () => Buffer.alloc(8 * 1024 * 1024 + 1)],
])("%s is refused: %s", async (_, reason, make) => {
  expect(await savePicture(services, await make())).toEqual({ ok: false, refused: reason });
});

test("a picture with HTML appended is served without the HTML", async () => {
  const { key } = await stored(Buffer.concat([await plain().jpeg().toBuffer(), Buffer.from(page)]));
  const served = await servedPicture(services, key, 160, "jpg");
  expect(served?.includes("<script>")).toBe(false);
});
