import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { atTheLock } from "../../test/support/at-the-lock.server.ts";
import { aShirt } from "../../test/support/orders.server.ts";
import { testShop } from "../../test/support/test-shop.server.ts";
import { requestStockNotice } from "./ask-notice.server.ts";

const shop = await testShop();
const { db } = shop.services;
afterAll(shop.dispose);

test("a notice for a size that is deleted at that moment is refused in words", async () => {
  const { variantId } = await aShirt(shop, { stock: 0 });
  const asked = await atTheLock(
    db,
    (tx) => tx.execute(sql`delete from variant where id = ${variantId}`),
    () => requestStockNotice(shop.services, { kind: "guest" }, { variantId, email: "asha@campus.test" }),
    async () => undefined,
  );
  expect(asked).toEqual({ ok: false, refused: "not-found" });
});
