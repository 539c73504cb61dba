import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { atTheLock } from "../../test/support/at-the-lock.server.ts";
import { anOrder } from "../../test/support/ordered/placed-orders.server.ts";
import { aBuyer } from "../../test/support/orders.server.ts";
import { testShop } from "../../test/support/test-shop.server.ts";
import { lockOrder } from "../orders/read-orders.server.ts";
import { confirmByLink, replaceConfirmationLink } from "./confirmation.server.ts";
import { codConfirmation } from "./tables.server.ts";

const shop = await testShop();
const { db } = shop.services;
afterAll(shop.dispose);

/** As it was mailed to an address of somebody else. */
const token = "a".repeat(43);

test("a link that is replaced at the moment it is followed confirms nothing", async () => {
  const { id } = await anOrder(shop, await aBuyer(shop));
  await db.insert(codConfirmation).values({ orderId: id, confirmBy: "link", token });
  const confirmed = await atTheLock(
    db,
    (tx) => lockOrder(tx, id),
    () => confirmByLink(shop.services, token),
    (tx) => replaceConfirmationLink(tx, id),
  );
  expect(confirmed).toEqual({ ok: false, refused: "not-found" });
  const [asked] = await db.select().from(codConfirmation).where(eq(codConfirmation.orderId, id));
  expect(asked?.confirmedAt).toBeNull();
});
