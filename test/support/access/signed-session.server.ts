import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { session, users } from "../../../platform/identity/tables.server.ts";
import type { Customer } from "../../../shop/access/actor.ts";
import { type TestShop, testSecret } from "../test-shop.server.ts";

export type SignedIn = Customer & { email: string; cookie: string };

/** A person in a role with a session inserted into the database: no sign-in, and no password is hashed. */
export async function someoneAs(shop: TestShop, role: string): Promise<SignedIn> {
  const { db } = shop.services;
  const [id, name] = [randomUUID(), `Somebody as ${role}`];
  const email = `${role}-${id}@campus.test`;
  await db.insert(users).values({ id, name, email, role, emailVerified: true });
  const token = randomBytes(24).toString("base64url");
  // The database's time counts for sessions, and the shop's clock stands still at a day of its own.
  const expiresAt = new Date(Date.now() + 30 * 86_400_000);
  await db.insert(session).values({ id: randomUUID(), userId: id, token, expiresAt });
  const signature = createHmac("sha256", testSecret).update(token).digest("base64");
  return {
    kind: "customer",
    id,
    name,
    email,
    cookie: `session=${encodeURIComponent(`${token}.${signature}`)}`,
  };
}
