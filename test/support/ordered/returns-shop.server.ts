import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect } from "vitest";
import type { requestReturn } from "../../../shop/returns/request-return.server.ts";
import { aReturnable, brokenRules } from "../orders.server.ts";
import { type TestShop, testShop } from "../test-shop.server.ts";
import { anAdmin } from "../users.server.ts";

/** The demo shop with an admin, for the tests of one file; afterwards the invariants are checked. */
export function returnsShop() {
  let opened: TestShop | undefined;
  const shop = () => {
    if (!opened) throw new Error("The shop is open inside of tests only");
    return opened;
  };
  beforeAll(async () => {
    opened = await testShop({ seed: true });
    await anAdmin(opened);
  });
  afterAll(async () => {
    const broken = await brokenRules(shop());
    await shop().dispose();
    expect(broken).toEqual([]);
  });
  return {
    get shop(): TestShop {
      return shop();
    },
    ports: () => shop().services,
    delivered: (over: Parameters<typeof aReturnable>[1] = {}) => aReturnable(shop(), over),
    /** The amounts that an order's refunds give back, in paise. */
    refundsOf: async ({ id }: { id: string }) =>
      (
        await shop().services.db.execute(
          sql`select amount::integer from refund where order_id = ${id} order by created_at`,
        )
      ).rows.map(({ amount }) => amount),
    /** The subjects of what somebody was sent, without the order's short id. */
    mailsTo: ({ email }: { email: string }) =>
      shop()
        .sentMail()
        .flatMap(({ to, subject }) => (to === email ? [subject.replace(/ [0-9a-f]{8}( |$)/, " ")] : [])),
  };
}

/** The id of a requested return; throws when it was refused. */
export async function askedFor(answer: ReturnType<typeof requestReturn>): Promise<string> {
  const given = await answer;
  if (!given.ok) throw new Error(given.refused);
  return given.value.id;
}
