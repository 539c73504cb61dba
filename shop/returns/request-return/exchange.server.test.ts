import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { someStaff } from "../../../test/support/access/actors.ts";
import { askedFor, returnsShop } from "../../../test/support/ordered/returns-shop.server.ts";
import { aReturnWish, aShirt, inSize, stockOf, takenBack } from "../../../test/support/orders.server.ts";
import { orderOf } from "../../orders/read-orders.server.ts";
import { withdrawReturn } from "../customer-steps.server.ts";
import { rejectReturn } from "../decide-return.server.ts";
import { returnOf } from "../read-returns.server.ts";
import { sendExchange } from "../receive-return.server.ts";
import { requestReturn } from "../request-return.server.ts";

const opened = returnsShop();
const { ports, delivered, refundsOf, mailsTo } = opened;
const actor = someStaff;

test("an exchange takes the other size from stock at once, and repeated rejections restock it once", async () => {
  const { asha, shirt, order, lineId } = await delivered({ quantity: 2 });
  const large = await inSize(opened.shop, shirt, "L", { stock: 1 });
  const exchange = (quantity = 1) =>
    requestReturn(
      ports(),
      asha,
      order.id,
      aReturnWish([{ lineId, quantity, exchangeVariantId: large.variantId }], { kind: "exchange" }),
    );
  expect(await exchange(2)).toEqual({ ok: false, refused: "out-of-stock" });
  const race = await Promise.all([exchange(), exchange()]);
  expect(race.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await stockOf(opened.shop, large)).toEqual({ stock: 0, reserved: 0 });
  const id = race.flatMap((answer) => (answer.ok ? [answer.value.id] : []))[0] ?? "";
  expect(await rejectReturn(ports(), id, { actor, reason: " " })).toEqual({
    ok: false,
    refused: "reason-needed",
  });
  await Promise.all(
    Array.from({ length: 4 }, () => rejectReturn(ports(), id, { actor, reason: "It was worn." })),
  );
  expect(await stockOf(opened.shop, large)).toEqual({ stock: 1, reserved: 0 });
  const second = await askedFor(exchange());
  await takenBack(opened.shop, second);
  await takenBack(opened.shop, second);
  expect(await stockOf(opened.shop, shirt)).toEqual({ stock: 4, reserved: 0 });
  const parcel = { courier: "BlueDart", trackingNumber: "BD1", trackingLink: null };
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => sendExchange(ports(), second, { actor, parcel })),
  );
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(await returnOf(ports(), second)).toMatchObject({
    state: "closed",
    courier: "BlueDart",
    refund: null,
  });
  expect(await refundsOf(order)).toEqual([]);
  await opened.shop.runDue();
  expect(mailsTo(asha).filter((subject) => subject.startsWith("Your exchange"))).toHaveLength(1);
  const after = await orderOf(ports(), order.id);
  expect(after?.status).toBe("delivered");
  const sent = after?.events.filter(({ kind, to }) => kind === "return" && to === "closed");
  expect(sent).toMatchObject([{ from: "received", remark: { code: "exchange-sent", by: "BlueDart BD1" } }]);
});

test("an exchange is for another variant of the same product at the same price", async () => {
  const { asha, shirt, order, lineId } = await delivered();
  const dear = await inSize(opened.shop, shirt, "XXL", { price: 59_900 });
  const other = await aShirt(opened.shop);
  const wanting = (exchangeVariantId: string | null) =>
    requestReturn(
      ports(),
      asha,
      order.id,
      aReturnWish([{ lineId, quantity: 1, exchangeVariantId }], { kind: "exchange" }),
    );
  for (const variantId of [null, "nonsense", shirt.variantId, other.variantId, randomUUID()]) {
    expect(await wanting(variantId)).toEqual({ ok: false, refused: "no-such-exchange" });
  }
  expect(await wanting(dear.variantId)).toEqual({ ok: false, refused: "price-differs" });
  const large = await inSize(opened.shop, shirt, "L");
  await ports().db.execute(sql`update product set price = 79900 where id = ${shirt.productId}`);
  // The price of both sizes has risen since, so the exchange makes no difference in price.
  expect(await wanting(large.variantId)).toMatchObject({ ok: true });
});

test("withdrawing an exchange puts the other size back into stock once", async () => {
  const { asha, shirt, order, lineId } = await delivered();
  const large = await inSize(opened.shop, shirt, "L", { stock: 1 });
  const wish = aReturnWish([{ lineId, quantity: 1, exchangeVariantId: large.variantId }], {
    kind: "exchange",
  });
  const id = await askedFor(requestReturn(ports(), asha, order.id, wish));
  expect(await stockOf(opened.shop, large)).toEqual({ stock: 0, reserved: 0 });
  await Promise.all([1, 2, 3].map(() => withdrawReturn(ports(), asha, id)));
  expect(await stockOf(opened.shop, large)).toEqual({ stock: 1, reserved: 0 });
});
