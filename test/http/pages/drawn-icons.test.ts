import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

const icon = async (colours: string) => {
  const answer = await ask(`/media/brand/${colours}-512.png`);
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
};

test("an icon is drawn once for everybody who asks for it at the same time and later", async () => {
  const all = await Promise.all(Array.from({ length: 60 }, () => icon("102030ffeedd")));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  const [first] = all;
  expect(first?.headers.get("Content-Type")).toBe("image/png");
  expect((await icon("102030ffeedd")).bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true);
});

test("somebody who asks for icons in ever new colours is put off, and pictures of the shop are not held up", async () => {
  const colours = Array.from(
    { length: 80 },
    (_, at) => `${(1_000 + at).toString(16).padStart(6, "0")}ffffff`,
  );
  const all = await Promise.all(colours.map(icon));
  const refused = all.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get("Retry-After")).toBe("5");
  expect(refused[0]?.headers.get("Cache-Control")).toBe("no-store");
  expect(all.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(20);
  expect((await icon("102030ffeedd")).status).toBe(200);
});
