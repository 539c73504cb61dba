import { afterAll, expect, test } from "vitest";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import { testShop } from "../../../test/support/test-shop.server.ts";
import { anAdmin } from "../../../test/support/users.server.ts";
import type { Done, Refused } from "../../refused.ts";
import { changeRole, setBanned } from "../sessions.server.ts";
import { deleteAccount } from "./my-data.server.ts";

const shop = await testShop();
const { db } = shop.services;
afterAll(shop.dispose);

test("deleting, demoting and banning the same admins concurrently never deadlocks", async () => {
  for (let round = 0; round < 2; round++) {
    const admins = await Promise.all(Array.from({ length: 4 }, () => anAdmin(shop)));
    type Action = (tx: Db) => Promise<Done | Refused<string>>;
    const actions = admins.flatMap((admin): Action[] => [
      (tx: Db) => deleteAccount({ db: tx }, admin, admin.email),
      (tx: Db) => changeRole({ db: tx }, admin.id, "user"),
      (tx: Db) => setBanned({ db: tx }, admin.id, true),
      (tx: Db) => changeRole({ db: tx }, admin.id, "admin"),
    ]);
    // After a deadlock a transaction is tried again.
    let attempts = 0;
    const counted = (action: Action) =>
      inTransaction(db, (tx) => {
        attempts++;
        return action(tx);
      });
    const answers = await Promise.all(actions.map(counted));
    expect(attempts).toBe(actions.length);
    for (const answer of answers) {
      if (!answer.ok) expect(["last-admin", "not-found"]).toContain(answer.refused);
    }
  }
});
