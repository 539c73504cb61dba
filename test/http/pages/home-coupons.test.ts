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
    items: "0,1",
    "item.0.kind": "tabs",
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

test("a coupon that does not exist is refused at its field, and one that is deleted later is left out", async () => {
  const admin = await anAdmin(shop);
  const db = shop.services.db;
  const path = "/admin/content/home";
  const form = async (code: string) => {
    const open = await (await ask(path, { as: admin })).text();
    const version = /name="version" value="([^"]*)"/.exec(open)?.[1] ?? "";
    const fields = {
      version,
      items: "0",
      intent: "publish",
      ...{ "item.0.kind": "strip", "item.0.text": "Hundred off", "item.0.code": code },
    };
    const answer = await ask(path, { ...posted(fields), as: admin });
    return { status: answer.status, html: await answer.text() };
  };
  for (const code of ["NEVERMADE", "no code"]) {
    const refused = await form(code);
    expect(refused.status).toBe(400);
    expect(textOf(refused.html)).toContain("There is no coupon with this code.");
    const field = /<input[^>]*name="item.0.code"[^>]*>/.exec(refused.html)?.[0];
    expect(field).toContain('aria-invalid="true"');
    expect(field).toContain(`value="${code}"`);
  }
  await db.execute(sql`insert into coupon
    (code, description, kind, value, min_order, per_user_limit, valid_from, valid_to, active)
    values ('HUNDRED', '', 'flat', 10000, 0, 1, '2020-01-01', '2099-01-01', true)`);
  expect((await form("hundred")).status).toBeLessThan(400);
  const home = async () => textOf(await (await ask("/")).text());
  await expect.poll(home).toContain("Hundred off");
  await db.execute(sql`delete from coupon where code = 'HUNDRED'`);
  await expect.poll(home).not.toContain("Hundred off");
});
