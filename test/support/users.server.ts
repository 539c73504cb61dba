import { createHmac, randomBytes, randomUUID, scryptSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { credential, session, users } from "../../platform/identity/tables.server.ts";
import type { Customer } from "../../shop/access/actor.ts";
import { type TestShop, testSecret } from "./test-shop.server.ts";

/** Somebody with a verified address and a session: `cookie` is the Cookie header of their browser. */
export type Person = Customer & { email: string; password: string; cookie: string };

const password = "a password for tests";
/**
 * A password hash in the shop's format at the lowest cost: it can log in, and hundreds of tests do not wait for it.
 */
const cheapHash = [
  "scrypt",
  2,
  8,
  1,
  Buffer.from("salt").toString("base64url"),
  scryptSync(password, "salt", 32, { N: 2, r: 8, p: 1 }).toString("base64url"),
].join("$");

/** A signed-in customer, with a random name and email address unless given. */
export async function aShopper(
  shop: TestShop,
  {
    name = "Asha Rao",
    email = `shopper-${randomUUID()}@campus.test`,
  }: { name?: string; email?: string } = {},
): Promise<Person> {
  const { db } = shop.services;
  const id = randomUUID();
  await db.insert(users).values({ id, name, email, emailVerified: true });
  await db
    .insert(credential)
    .values({ id: randomUUID(), userId: id, accountId: id, providerId: "credential", password: cheapHash });
  return { kind: "customer", id, name, email, password, cookie: await sessionCookie(shop, id) };
}

/** An admin who is signed in. */
export async function anAdmin(shop: TestShop): Promise<Person> {
  const person = await aShopper(shop, { name: "Admin", email: `admin-${randomUUID()}@campus.test` });
  await shop.services.db.update(users).set({ role: "admin" }).where(eq(users.id, person.id));
  return person;
}

/** One more session of somebody, as on another device; gives its Cookie header. */
export async function cookieOf(shop: TestShop, email: string): Promise<string> {
  const [person] = await shop.services.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!person) throw new Error(`Nobody has the address ${email}`);
  return sessionCookie(shop, person.id);
}

/** A session as signing in makes it (users.server.test.ts holds the two against each other), without the password. */
async function sessionCookie(shop: TestShop, userId: string): Promise<string> {
  const token = randomBytes(16).toString("hex");
  const expiresAt = new Date(Date.now() + 30 * 86_400_000);
  const device = { ipAddress: "192.0.2.1", userAgent: "a test" };
  await shop.services.db.insert(session).values({ id: randomUUID(), userId, token, expiresAt, ...device });
  const signature = createHmac("sha256", testSecret).update(token).digest("base64");
  return `session=${encodeURIComponent(`${token}.${signature}`)}`;
}
