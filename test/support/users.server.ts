import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { hashPassword } from "../../platform/identity/password.server.ts";
import { accounts, users } from "../../platform/identity/tables.server.ts";
import type { Customer } from "../../shop/access/actor.ts";
import type { TestShop } from "./test-shop.server.ts";

/** Somebody with a verified address and a session: `cookie` is the Cookie header of their browser. */
export type Person = Customer & { email: string; password: string; cookie: string };

const password = "a password for tests";
let hash: Promise<string> | undefined;

/** A customer who is signed in. Named and addressed at random unless told. */
export async function aShopper(
  shop: TestShop,
  {
    name = "Asha Rao",
    email = `shopper-${randomUUID()}@campus.test`,
  }: { name?: string; email?: string } = {},
): Promise<Person> {
  const { db } = shop.services;
  const id = randomUUID();
  hash ??= hashPassword(password);
  await db.insert(users).values({ id, name, email, emailVerified: true });
  await db
    .insert(accounts)
    .values({ id: randomUUID(), userId: id, accountId: id, providerId: "credential", password: await hash });
  return { kind: "customer", id, name, email, password, cookie: await cookieOf(shop, email) };
}

/** An admin who is signed in. */
export async function anAdmin(shop: TestShop): Promise<Person> {
  const person = await aShopper(shop, { name: "Admin", email: `admin-${randomUUID()}@campus.test` });
  await shop.services.db.update(users).set({ role: "admin" }).where(eq(users.id, person.id));
  return person;
}

/** Signs somebody in on one more device; gives its Cookie header. */
export async function cookieOf(shop: TestShop, email: string, origin = "http://shop.test"): Promise<string> {
  const caller = { origin, cookie: null, clientAddress: "192.0.2.1", userAgent: "a test" };
  const answer = await shop.services.identity.signIn(caller, { email, password });
  if (!answer.ok) throw new Error(`${email} could not sign in: ${answer.refused}`);
  return answer.value.cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}
