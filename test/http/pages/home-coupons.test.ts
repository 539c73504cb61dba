import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

test("the home page names a coupon while somebody can use it", async () => {
  const admin = await anAdmin(shop);
  const db = shop.services.db;
  await db.execute(sql`insert into coupon
    (code, description, kind, value, min_order, usage_limit, per_user_limit, valid_from, valid_to, active)
    values ('MONSOON', 'Rain', 'percent', 10, 0, 5, 1, '2020-01-01', '2099-01-01', true)`);
  const fields = {
    ...{ items: "0,1", "item.0.kind": "tabs" },
    ...{ "item.1.kind": "strip", "item.1.text": "Ten off in the rain", "item.1.code": "monsoon" },
  };
  await ask("/admin/content/home", { ...posted({ version: "", ...fields, intent: "publish" }), as: admin });
  const home = async () => textOf(await (await ask("/")).text());
  await expect.poll(home).toContain("Ten off in the rain");
  for (const [over, back] of [
    [sql`active = false`, sql`active = true`],
    [sql`valid_to = '2020-02-01'`, sql`valid_to = '2099-01-01'`],
    [sql`used = 5`, sql`used = 0`],
  ] as const) {
    await db.execute(sql`update coupon set ${over} where code = 'MONSOON'`);
    expect(await home()).not.toContain("Ten off in the rain");
    await db.execute(sql`update coupon set ${back} where code = 'MONSOON'`);
    expect(await home()).toContain("Ten off in the rain");
  }
});
