import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking } from "../support/ask.server.ts";
import { aShopper } from "../support/people.server.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

test("a session says who asks", async () => {
  const asha = await aShopper(shop, { name: "Asha of the test" });
  const page = await (await ask("/faq", { as: asha })).text();
  expect(page).toContain("Asha of the test");
  expect(await (await ask("/faq")).text()).not.toContain("Asha of the test");
});
