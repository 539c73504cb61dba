import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { someStaff } from "../../test/support/access/actors.ts";
import { anOrder } from "../../test/support/ordered/placed-orders.server.ts";
import { aBuyer } from "../../test/support/orders.server.ts";
import { testShop } from "../../test/support/test-shop.server.ts";
import { listSettlements } from "./settlement-list.server.ts";
import { acceptDifference, undoSettlement, uploadSettlement } from "./settlements.server.ts";

const shop = await testShop();
const { db } = shop.services;
afterAll(shop.dispose);

/** A file with one payment that the shop does not know. */
async function aFile(payment: string) {
  const bytes = Buffer.from(`cf_payment_id,Event Amount,Event Settlement Amount\n${payment},10.50,10.50\n`);
  const file = { kind: "gateway" as const, bytes, fileName: "june.csv", columns: null };
  const read = await uploadSettlement(shop.services, someStaff, file);
  if (!read.ok) throw new Error(read.refused);
  const { rows } = await db.execute(
    sql`select id, state as seen from settlement_line where file_id = ${read.value.id}`,
  );
  const [line] = z.tuple([z.object({ id: z.coerce.number(), seen: z.string() })]).parse(rows);
  return { id: read.value.id, line };
}

test("a line that is settled by hand while its file is removed stays, or was gone before", async () => {
  for (let round = 0; round < 25; round++) {
    const { id, line } = await aFile(`77${round}`);
    const [accepted, undone] = await Promise.all([
      acceptDifference(shop.services, someStaff, { ...line, note: "The bank confirmed it" }),
      undoSettlement(shop.services, someStaff, id),
    ]);
    expect([accepted.ok, undone.ok].filter(Boolean)).toHaveLength(1);
    const { rows } = await db.execute(sql`select note from settlement_line where id = ${line.id}`);
    expect(rows).toEqual(accepted.ok ? [{ note: "The bank confirmed it" }] : []);
  }
});

test("money that was settled by hand as missing and comes after all is expected once", async () => {
  const order = await anOrder(shop, await aBuyer(shop), { method: "online" });
  await db.execute(sql`insert into received_payment (provider, provider_payment_id, order_id, amount, currency, effect)
    values ('cashfree', '8801', ${order.id}, 1050, 'INR', 'late')`);
  const all = { kind: "", state: "", month: null, file: "", q: "8801" } as const;
  const shown = async () =>
    (await listSettlements(shop.services, all, { page: 1, size: 10 })).rows
      .map(({ state, expected, difference }) => [state, expected, difference])
      .sort();
  const byHand = { target: "payment 8801", note: "The bank is asked" };
  expect((await acceptDifference(shop.services, someStaff, byHand)).ok).toBe(true);
  expect(await shown()).toEqual([["accepted", 1_050, -1_050]]);

  const { id } = await aFile("8801");
  expect(await shown()).toEqual([
    ["accepted", 0, 0],
    ["matched", 1_050, 0],
  ]);
  await undoSettlement(shop.services, someStaff, id);
  expect(await shown()).toEqual([["accepted", 1_050, -1_050]]);
});
