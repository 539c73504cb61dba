import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { someStaff } from "../../test/support/access/actors.ts";
import { testShop } from "../../test/support/test-shop.server.ts";
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
