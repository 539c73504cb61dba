import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { users } from "../../../platform/identity/tables.server.ts";
import { customerOf } from "../../../test/support/access/actors.ts";
import { testShop } from "../../../test/support/test-shop.server.ts";
import { aShopper } from "../../../test/support/users.server.ts";
import { provePhone } from "./prove-phone.server.ts";

const shop = await testShop();
const { services } = shop;
afterAll(shop.dispose);

const caller = {
  origin: "http://shop.test",
  cookie: null,
  clientAddress: "192.0.2.1",
  userAgent: null,
  shopName: "Campus Style",
};

test("a number is not moved to an account that is deleted at that moment", async () => {
  const phone = "+919812345671";
  const [asha, ravi] = [await aShopper(shop), await aShopper(shop)];
  await services.db.update(users).set({ verifiedPhone: phone }).where(eq(users.id, ravi.id));
  const made = await services.identity.newPhoneCode(phone, { kind: "prove", userId: asha.id });
  await services.db.delete(users).where(eq(users.id, asha.id));
  const typed = { phone, code: made.ok ? made.code : "" };
  expect(await provePhone(services, caller, customerOf(asha), typed)).toEqual({
    ok: false,
    refused: "code-over",
  });
  const [still] = await services.db.select().from(users).where(eq(users.id, ravi.id));
  expect(still?.verifiedPhone).toBe(phone);
});
