import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { deleteOldAddKeys } from "../../../shop/cart/add-once.server.ts";
import { type Ask, asking, posted } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { aShopper } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let kurta: string;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
  const page = await (await ask("/product/maroon-festive-kurta")).text();
  kurta = /name="product" value="([^"]+)"/.exec(page)?.[1] ?? "";
});
afterAll(() => shop.dispose());

const icon = z.object({ src: z.string(), sizes: z.string(), purpose: z.string() });
const manifestShape = z.object({
  name: z.string(),
  short_name: z.string().max(12),
  start_url: z.literal("/"),
  scope: z.literal("/"),
  display: z.literal("standalone"),
  icons: z.array(icon),
  shortcuts: z.array(z.object({ url: z.string() })),
});

test("the manifest has what browsers require of an installable app", async () => {
  const html = await (await ask("/")).text();
  expect(html).toContain('rel="manifest" href="/manifest.webmanifest"');
  const answer = await ask("/manifest.webmanifest");
  expect(answer.headers.get("Content-Type")).toContain("application/manifest+json");
  const manifest = manifestShape.parse(await answer.json());
  expect(manifest.name).toBe("Campus Style");
  for (const { src, sizes } of manifest.icons) {
    const file = resolve(import.meta.dirname, `../../../public${src}`);
    expect(existsSync(file), src).toBe(true);
    const { width, height } = await sharp(file).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(["any", "any", "maskable", "monochrome"]);
  for (const { url } of manifest.shortcuts) expect((await ask(url)).status, url).toBeLessThan(400);
});

test("the offline page is served to everybody and is noindex", async () => {
  const answer = await ask("/offline");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("X-Robots-Tag")).toBe("noindex");
  expect(await answer.text()).toContain("You are offline");
});

const wanted = () => ({ intent: "add", product: kurta, size: "M", colour: "Maroon", next: "/shop" });
const answerShape = z.object({
  toast: z.object({
    title: z.string(),
    text: z.string().optional(),
    link: z.object({ to: z.string() }).optional(),
  }),
});
async function send(fields: Record<string, string>, as?: { cookie: string }) {
  const answer = await ask("/functions/cart-add", { ...posted(fields), as });
  return { status: answer.status, ...answerShape.parse(await answer.json()).toast };
}
async function unitsOf({ id }: { id: string }): Promise<number> {
  const { rows } = await shop.services.db.execute(
    sql`select coalesce(sum(quantity), 0)::integer as units from cart_line where user_id = ${id}`,
  );
  return z.array(z.object({ units: z.number() })).parse(rows)[0]?.units ?? 0;
}

test("an add that is repeated with its key counts once, also when the first went to another endpoint", async () => {
  const asha = await aShopper(shop);
  const key = randomUUID();
  await ask("/cart", { ...posted({ ...wanted(), key }), as: asha });
  const again = await Promise.all([1, 2, 3].map(() => send({ ...wanted(), key, customer: asha.id }, asha)));
  expect(again.map(({ title }) => title)).toEqual(["Success", "Success", "Success"]);
  expect(await unitsOf(asha)).toBe(1);
  await send({ ...wanted(), key: randomUUID() }, asha);
  expect(await unitsOf(asha)).toBe(2);
});

test("a refused add returns the reason and a link, and its key can be used again", async () => {
  const asha = await aShopper(shop);
  const key = randomUUID();
  const { size: _, ...without } = wanted();
  expect(await send({ ...without, key }, asha)).toMatchObject({
    title: "Choose a size",
    link: { to: "/shop" },
  });
  expect(await unitsOf(asha)).toBe(0);
  await send({ ...wanted(), key }, asha);
  expect(await unitsOf(asha)).toBe(1);
});

test("an add queued by one customer is not put into another's cart, and a guest is asked to sign in", async () => {
  const [asha, ravi] = [await aShopper(shop), await aShopper(shop)];
  const left = { ...wanted(), key: randomUUID(), customer: asha.id };
  expect(await send(left, ravi)).toMatchObject({ title: "Not added to your cart" });
  expect(await unitsOf(ravi)).toBe(0);
  expect(await send(left)).toMatchObject({
    title: "Please login",
    link: { to: expect.stringMatching(/^\/auth/) },
  });
});

test("keys of adds are deleted after a month", async () => {
  const asha = await aShopper(shop);
  await send({ ...wanted(), key: randomUUID() }, asha);
  await shop.services.db.execute(sql`update cart_add_key set created_at = now() - interval '31 days'`);
  await deleteOldAddKeys(shop.services);
  const { rows } = await shop.services.db.execute(sql`select 1 from cart_add_key`);
  expect(rows).toEqual([]);
});
