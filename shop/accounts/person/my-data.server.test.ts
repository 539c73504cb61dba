import { and, count, eq, isNull } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import type { Db } from "../../../platform/database/database.server.ts";
import { users } from "../../../platform/identity/tables.server.ts";
import { anAdmin, aShopper } from "../../../test/support/people.server.ts";
import { testShop } from "../../../test/support/test-shop.server.ts";
import { ban, changeRole } from "../sessions.server.ts";
import { deleteAccount } from "./my-data.server.ts";

const shop = await testShop();
const { services } = shop;
const { db } = services;
afterAll(shop.dispose);

async function howManyAdmins(): Promise<number> {
  const [row] = await db
    .select({ admins: count() })
    .from(users)
    .where(and(eq(users.role, "admin"), isNull(users.bannedAt)));
  return row?.admins ?? 0;
}

test("all admins leave, step down and are shut out at once: nobody waits for ever, and one stays", async () => {
  for (let round = 0; round < 2; round++) {
    const admins = await Promise.all(Array.from({ length: 4 }, () => anAdmin(shop)));
    const deeds = admins.flatMap(({ id, email }) => [
      (tx: Db) => deleteAccount({ db: tx }, id, email),
      (tx: Db) => changeRole({ db: tx }, id, "user"),
      (tx: Db) => ban({ db: tx }, id, true),
      (tx: Db) => changeRole({ db: tx }, id, "admin"),
    ]);
    // In transactions of our own nothing is tried again, so that a deadlock throws.
    const answers = await Promise.all(deeds.map((deed) => db.transaction(deed)));
    for (const answer of answers) {
      if (!answer.ok) expect(["last-admin", "not-found"]).toContain(answer.refused);
    }
    expect(await howManyAdmins()).toBeGreaterThan(0);
  }
});

test("two admins delete themselves at once: the second is the last and stays", async () => {
  await db.delete(users);
  const [one, two] = [await anAdmin(shop), await anAdmin(shop)];
  const answers = await Promise.all([one, two].map(({ id, email }) => deleteAccount(services, id, email)));
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(answers).toContainEqual({ ok: false, refused: "last-admin" });
  expect(await howManyAdmins()).toBe(1);
});

test("a customer may always leave", async () => {
  const asha = await aShopper(shop);
  expect(await deleteAccount(services, asha.id, asha.email)).toMatchObject({ ok: true });
});
