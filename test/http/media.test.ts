import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { savePicture } from "../../shop/catalogue/pictures/save-picture.server.ts";
import { warmPictures } from "../../shop/catalogue/pictures/served-picture.server.ts";
import { asking } from "../support/ask.server.ts";
import { aShirt } from "../support/orders.server.ts";
import { testShop } from "../support/test-shop.server.ts";

const shop = await testShop();
const { services } = shop;
afterAll(shop.dispose);

const cloth = { type: "gaussian", mean: 120, sigma: 20 } as const;
const upload = await sharp({
  create: { width: 800, height: 1000, channels: 3, background: "#000", noise: cloth },
})
  .jpeg()
  .toBuffer();
const taken = await savePicture(services, upload);
const key = taken.ok ? taken.value.key : "";

const ask = await asking(services);

describe("a picture", () => {
  test.each([
    ["avif", "image/avif", "heif"],
    ["webp", "image/webp", "webp"],
    ["jpg", "image/jpeg", "jpeg"],
  ])("is served as %s in the requested width, cacheable for a year", async (extension, type, decoded) => {
    const answer = await ask(`/media/${key}/320.${extension}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe(type);
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get("Content-Length")).toBe(String(bytes.length));
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 400, format: decoded });
  });

  test("is never enlarged", async () => {
    const answer = await ask(`/media/${key}/1600.webp`);
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width: 800 });
  });

  test("answers HEAD with the same headers and no body", async () => {
    const [whole, head] = await Promise.all([
      ask(`/media/${key}/240.webp`),
      ask(`/media/${key}/240.webp`, { method: "HEAD" }),
    ]);
    expect(head.status).toBe(200);
    expect([...head.headers]).toEqual([...whole.headers]);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });

  test("answers 304 when the browser has it", async () => {
    const tag = (await ask(`/media/${key}/240.webp`)).headers.get("ETag") ?? "";
    expect(
      (await ask(`/media/${key}/240.webp`, { headers: { "If-None-Match": `W/"x", ${tag}` } })).status,
    ).toBe(304);
    expect((await ask(`/media/${key}/320.webp`, { headers: { "If-None-Match": tag } })).status).toBe(200);
  });

  test("requested thirty times at once is the same in all responses", async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(`/media/${key}/640.avif`)));
    const bodies = await Promise.all(
      answers.map(async (answer) => Buffer.from(await answer.arrayBuffer()).toString("hex")),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  test("can be generated before the first request", async () => {
    await warmPictures(services, [key], [480], new AbortController().signal);
    for (const format of ["avif", "webp"]) {
      expect(await services.storage.has(`pictures/${key}/480.${format}`)).toBe(true);
    }
  });
});

test.each([
  ["unknown key", `/media/${"0".repeat(32)}/320.webp`],
  ["no key", "/media/x/320.webp"],
  ["a path for a key", "/media/..%2F..%2Fetc/320.webp"],
  ["unknown width", `/media/${key}/321.webp`],
  ["endless width", `/media/${key}/99999999999.webp`],
  ["negative width", `/media/${key}/-320.webp`],
  ["unknown format", `/media/${key}/320.gif`],
  ["no format", `/media/${key}/320`],
  ["NUL", `/media/${key}/320.webp%00`],
  ["the whole file by its name in storage", `/media/${key}/original`],
])("404 for %s", async (_, path) => {
  expect((await ask(path)).status).toBe(404);
});

test.each(["", "सूती Kurta"])(
  "the preview picture of a product with the brand '%s' is drawn",
  async (brand) => {
    const { productId, slug } = await aShirt(shop);
    await services.db.execute(sql`update product set brand = ${brand} where id = ${productId}`);
    const answer = await ask(`/media/og/${slug}.jpg`);
    expect(answer.status).toBe(200);
    const picture = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(picture).toMatchObject({ width: 1200, height: 630 });
  },
);

test("while nothing can be stored, pictures, share pictures and the brand's are shown all the same", async () => {
  const full = async () => Promise.reject(new Error("ENOSPC: no space left on device"));
  const askFull = await asking({ ...services, storage: { ...services.storage, put: full } });
  const shirt = await aShirt(shop);
  for (const path of [
    `/media/${key}/640.webp`,
    `/media/brand/${key}-logo.png`,
    `/media/og/${shirt.slug}.jpg`,
  ]) {
    const answer = await askFull(path);
    expect([path, answer.status]).toEqual([path, 200]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect((await sharp(bytes).metadata()).width).toBeGreaterThan(50);
  }
});
