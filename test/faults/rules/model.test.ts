import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seen } from "../../support/faults/seen.server.ts";
import { figure } from "../../support/faults/servers.server.ts";
import { type Real, shopCommands } from "../../support/faults/shop-model.server.ts";
import { aBuyer, aShirt, brokenRules } from "../../support/orders.server.ts";
import { anAdmin } from "../../support/people.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  await anAdmin(shop);
});
afterAll(() => shop.dispose());

test("whatever a customer and the staff do one after the other, the shop ends where the model does", async () => {
  const sequences = figure(60, 5_000);
  let steps = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands(shopCommands, { maxCommands: 14 }), async (commands) => {
      const stock = 4;
      const [buyer, one, other] = await Promise.all([
        aBuyer(shop),
        aShirt(shop, { stock, price: 49_900 }),
        aShirt(shop, { stock, price: 20_000 }),
      ]);
      const real: Real = { shop, buyer, admin: { id: randomUUID(), name: "Admin" }, shirts: [one, other] };
      const model = { cart: [0, 0], free: [stock, stock], held: [0, 0], orders: [] };
      await fc.asyncModelRun(() => ({ model, real }), commands);
      steps += [...commands].length;
    }),
    { numRuns: sequences, endOnFailure: false, interruptAfterTimeLimit: figure(60_000, 1_500_000) },
  );
  expect(await brokenRules(shop)).toEqual([]);
  seen("model", `${sequences} sequences, ${steps} steps: no divergence`);
});
