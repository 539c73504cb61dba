import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  aReturnable,
  aReturnWish,
  aShirt,
  brokenRules,
  inSize,
  stockOf,
  takenBack,
} from "../../test/support/orders.server.ts";
import { anAdmin } from "../../test/support/people.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import type { Order } from "../orders/orders.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { rejectReturn } from "./decide-return.server.ts";
import { returnOf } from "./read-returns.server.ts";
import { sendExchange } from "./receive-return.server.ts";
import { requestReturn } from "./request-return.server.ts";

let shop: TestShop;
const ports = () => shop.services;
const who = "staff 1";

beforeAll(async () => {
  shop = await testShop({ seed: true });
  await anAdmin(shop);
});
afterAll(async () => {
  const broken = await brokenRules(shop);
  await shop.dispose();
  expect(broken).toEqual([]);
});

const delivered = (over: Parameters<typeof aReturnable>[1] = {}) => aReturnable(shop, over);

async function asked(answer: ReturnType<typeof requestReturn>): Promise<string> {
  const given = await answer;
  if (!given.ok) throw new Error(given.refused);
  return given.value.id;
}

const refundsOf = async ({ id }: Order) =>
  (
    await ports().db.execute(
      sql`select amount::integer from refund where order_id = ${id} order by created_at`,
    )
  ).rows.map(({ amount }) => amount);
const mailsTo = ({ email }: { email: string }) =>
  shop
    .sentMail()
    .flatMap(({ to, subject }) => (to === email ? [subject.replace(/ [0-9a-f]{8}( |$)/, " ")] : []));

test("an exchange takes the other size at once, and rejecting it twice gives it back once", async () => {
  const { asha, shirt, order, lineId } = await delivered({ quantity: 2 });
  const large = await inSize(shop, shirt, "L", { stock: 1 });
  const exchange = (quantity = 1) =>
    requestReturn(
      ports(),
      asha.id,
      order.id,
      aReturnWish([{ lineId, quantity, exchangeVariantId: large.variantId }], { kind: "exchange" }),
    );
  expect(await exchange(2)).toEqual({ ok: false, refused: "out-of-stock" });
  const race = await Promise.all([exchange(), exchange()]);
  expect(race.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await stockOf(shop, large)).toEqual({ stock: 0, held: 0 });
  const id = race.flatMap((answer) => (answer.ok ? [answer.value.id] : []))[0] ?? "";
  expect(await rejectReturn(ports(), id, { who, reason: " " })).toEqual({
    ok: false,
    refused: "reason-needed",
  });
  await Promise.all(
    Array.from({ length: 4 }, () => rejectReturn(ports(), id, { who, reason: "It was worn." })),
  );
  expect(await stockOf(shop, large)).toEqual({ stock: 1, held: 0 });
  const second = await asked(exchange());
  await takenBack(shop, second);
  await takenBack(shop, second);
  expect(await stockOf(shop, shirt)).toEqual({ stock: 4, held: 0 });
  const parcel = { courier: "BlueDart", trackingNumber: "BD1", trackingLink: null };
  await Promise.all(Array.from({ length: 3 }, () => sendExchange(ports(), second, { who, parcel })));
  expect(await returnOf(ports(), second)).toMatchObject({
    state: "closed",
    courier: "BlueDart",
    refund: null,
  });
  expect(await refundsOf(order)).toEqual([]);
  await shop.runDue();
  expect(mailsTo(asha).filter((subject) => subject.startsWith("Your exchange"))).toHaveLength(1);
  expect((await orderOf(ports(), order.id))?.status).toBe("delivered");
});

test("an exchange is for another variant of the same product at the same price", async () => {
  const { asha, shirt, order, lineId } = await delivered();
  const dear = await inSize(shop, shirt, "XXL", { price: 59_900 });
  const other = await aShirt(shop);
  const wanting = (exchangeVariantId: string | null) =>
    requestReturn(
      ports(),
      asha.id,
      order.id,
      aReturnWish([{ lineId, quantity: 1, exchangeVariantId }], { kind: "exchange" }),
    );
  for (const variantId of [null, "nonsense", shirt.variantId, other.variantId, randomUUID()]) {
    expect(await wanting(variantId)).toEqual({ ok: false, refused: "no-such-exchange" });
  }
  expect(await wanting(dear.variantId)).toEqual({ ok: false, refused: "price-differs" });
  const large = await inSize(shop, shirt, "L");
  await ports().db.execute(sql`update product set price = 79900 where id = ${shirt.productId}`);
  // Both sizes have become dearer since: changing one for the other costs nobody anything.
  expect(await wanting(large.variantId)).toMatchObject({ ok: true });
});
