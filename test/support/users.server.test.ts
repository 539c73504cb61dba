import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { session } from "../../platform/identity/tables.server.ts";
import { type TestShop, testShop } from "./test-shop.server.ts";
import { aShopper } from "./users.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const caller = (cookie: string | null) => ({
  origin: "http://shop.test",
  cookie,
  clientAddress: "192.0.2.1",
  userAgent: "a test",
});

test("a test shopper has the same session as after a form login, and can log in by the form", async () => {
  const { identity, db } = shop.services;
  const asha = await aShopper(shop);
  const entered = await identity.signIn(caller(null), { email: asha.email, password: asha.password });
  if (!entered.ok) throw new Error(entered.refused);
  const typed = entered.value.cookies.map((cookie) => cookie.split(";")[0]).join("; ");
  const [made, found] = await Promise.all([asha.cookie, typed].map((it) => identity.personOf(caller(it))));
  expect(made).toEqual({ ...found, person: { ...found?.person, sessionId: made?.person.sessionId } });
  expect(made?.person.id).toBe(asha.id);
  const rows = await db.select().from(session).where(eq(session.userId, asha.id));
  const shape = rows.map(({ userId, token, expiresAt, ipAddress, userAgent, secondFactorAt }) => ({
    userId,
    letters: token.length,
    ipAddress,
    userAgent,
    secondFactorAt,
    days: Math.round((expiresAt.getTime() - Date.now()) / 86_400_000),
  }));
  expect(shape).toHaveLength(2);
  expect(shape[0]).toEqual(shape[1]);
  expect((await identity.signIn(caller(null), { email: asha.email, password: "another" })).ok).toBe(false);
});
