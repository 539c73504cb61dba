import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConcurrentAction, customerActions } from "../../support/faults/concurrent-actions.server.ts";
import { staffActions } from "../../support/faults/concurrent-staff-actions.server.ts";
import { seen } from "../../support/faults/seen.server.ts";
import { figure } from "../../support/faults/servers.server.ts";
import { brokenRules } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin } from "../../support/users.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  await anAdmin(shop);
});
afterAll(() => shop.dispose());

/** So many pairs run on the same records before new ones are created: their orders are then in every state. */
const pairsPerRecords = 18;

test.each([
  ["customers and staff", customerActions],
  ["staff with orders by hand, refunds, parcels and returns", staffActions],
])(
  "any two actions of %s at the same moment throw no error and break no invariant",
  async (who, actionsOf) => {
    const rounds = figure(1, 30);
    const names = Object.keys(await actionsOf(shop));
    const pairs = names.flatMap((one, at) => names.slice(at).map((other): [string, string] => [one, other]));
    let done = 0;
    for (let round = 0; round < rounds; round++) {
      const mixed = [...pairs].sort(() => Math.random() - 0.5).slice(0, figure(90, pairs.length));
      let actions: Record<string, ConcurrentAction> = {};
      for (const [at, [one, other]] of mixed.entries()) {
        if (at % pairsPerRecords === 0) {
          expect(await brokenRules(shop)).toEqual([]);
          actions = await actionsOf(shop);
        }
        const ended = await Promise.allSettled([one, other].map((name) => actions[name]?.()));
        const thrown = ended.flatMap((end) =>
          end.status === "rejected" ? [String(end.reason?.cause ?? end.reason)] : [],
        );
        expect(thrown, `${one} beside ${other}`).toEqual([]);
        done++;
      }
    }
    await shop.runDue();
    expect(await brokenRules(shop)).toEqual([]);
    seen(
      "pairs",
      `${who}: ${names.length} calls, ${done} pairs at once in ${rounds} rounds: no error, no rule broken`,
    );
  },
);
