import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { atTheLock } from "../../test/support/at-the-lock.server.ts";
import { anOrder } from "../../test/support/ordered/placed-orders.server.ts";
import { aBuyer } from "../../test/support/orders.server.ts";
import { testShop } from "../../test/support/test-shop.server.ts";
import { lockOrder } from "../orders/read-orders.server.ts";
import { confirmByCode } from "./confirm-by-code.server.ts";
import { codConfirmation } from "./tables.server.ts";

const shop = await testShop();
const { db, identity } = shop.services;
afterAll(shop.dispose);

const caller = { origin: "http://shop.test", cookie: null, clientAddress: "192.0.2.1", userAgent: null };

test("the code of a number that is corrected at the moment it is typed confirms nothing", async () => {
  const buyer = await aBuyer(shop);
  const { id, address } = await anOrder(shop, buyer);
  await db.insert(codConfirmation).values({ orderId: id, confirmBy: "code", token: "c".repeat(43) });
  const made = await identity.newPhoneCode(address.phone, { kind: "confirm-order", orderId: id });
  const code = made.ok ? made.code : "";
  const confirmed = await atTheLock(
    db,
    (tx) => lockOrder(tx, id),
    () => confirmByCode(shop.services, caller, buyer, { orderId: id, code }),
    (tx) => tx.execute(sql`update orders set phone = '+919812349999' where id = ${id}`),
  );
  expect(confirmed).toEqual({ ok: false, refused: "code-over" });
  const [asked] = await db.select().from(codConfirmation).where(eq(codConfirmation.orderId, id));
  expect(asked?.confirmedAt).toBeNull();
});
