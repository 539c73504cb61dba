import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultSettings } from "../../../shop/settings/settings.ts";
import { aStaffMember } from "../../support/access/actors.ts";
import { aFirstOrder, ruledPin, shopCommands } from "../../support/faults/model/shop-commands.server.ts";
import { type Model, prices, type Real, twentyOff } from "../../support/faults/model/shop-model.server.ts";
import { seen } from "../../support/faults/seen.server.ts";
import { figure } from "../../support/faults/servers.server.ts";
import { aBuyer, aShirt, brokenRules } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin } from "../../support/users.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  await anAdmin(shop);
  // With a GSTIN there are invoices and credit notes to compare.
  const legal = JSON.stringify({ ...defaultSettings.legal, gstin: "29AAACC1234D1Z5" });
  await shop.services.db.execute(sql`insert into setting (key, value) values ('legal', ${legal}::jsonb)
    on conflict (key) do update set value = excluded.value`);
  await shop.services.db.execute(sql`
    insert into coupon (code, description, kind, value, valid_from, valid_to) values
    (${twentyOff.code}, '', 'percent', ${twentyOff.percent}, now() - interval '1 day', now() + interval '1 day')`);
  // Cash only once a fifth is paid in advance.
  const rule = { match: "all", conditions: [{ field: "pin", operator: "is", value: [ruledPin] }] };
  await shop.services.db.execute(sql`
    insert into cod_rule (position, name, rule, outcome, reason, advance_percent)
    values (0, 'In advance', ${JSON.stringify(rule)}::jsonb, 'prepay', '', 20)`);
});
afterAll(() => shop.dispose());

test("after any sequence of customer and staff actions, the shop's state equals the model's", async () => {
  const sequences = figure(120, 5_000);
  let ran = 0;
  let steps = 0;
  await fc.assert(
    fc.asyncProperty(
      aFirstOrder,
      fc.commands(shopCommands, { maxCommands: 40, size: "max" }),
      async (first, then) => {
        const stock = 6;
        const [buyer, one, other] = await Promise.all([
          aBuyer(shop),
          aShirt(shop, { stock, price: prices[0] ?? 0 }),
          aShirt(shop, { stock, price: prices[1] ?? 0 }),
        ]);
        const real: Real = { shop, buyer, admin: aStaffMember(), shirts: [one, other] };
        const model: Model = { cart: [0, 0], stock: [stock, stock], orders: [] };
        for (const command of first) await command.run(model, real);
        await fc.asyncModelRun(() => ({ model, real }), then);
        ran += 1;
        steps += first.length + [...then].length;
      },
    ),
    { numRuns: sequences, endOnFailure: false, interruptAfterTimeLimit: figure(60_000, 5_400_000) },
  );
  expect(await brokenRules(shop)).toEqual([]);
  seen("model", `${ran} sequences, ${steps} steps: no divergence`);
});
