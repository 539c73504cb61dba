import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/database.server.ts";
import { aStaffMember } from "../../test/support/access/actors.ts";
import { onDatabase } from "../../test/support/cluster/databases.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { recordAction } from "./record-action.server.ts";
import { auditEntry } from "./tables.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const admin = aStaffMember({ name: "Meera" });
const subject = { kind: "product", id: "p1", name: "Indigo Kurta" };
const entries = () => shop.services.db.select().from(auditEntry).orderBy(auditEntry.id);

test("an action is recorded with actor, action, and the values before and after, but no secret", async () => {
  await inTransaction(shop.services.db, (tx) =>
    recordAction(tx, {
      actor: admin,
      action: "product.update",
      subject,
      before: { price: 99_900 },
      after: { price: 89_900, mail: { smtpPassword: "hush", host: "mail.example" } },
    }),
  );
  const [entry] = await entries();
  expect(entry).toMatchObject({
    actorKind: "staff",
    actorId: admin.id,
    actorName: "Meera",
    action: "product.update",
    subjectName: "Indigo Kurta",
  });
  expect(entry?.before).toEqual({ price: 99_900 });
  expect(entry?.after).toEqual({ price: 89_900, mail: { host: "mail.example" } });
});

test("an action that fails leaves no entry", async () => {
  const before = (await entries()).length;
  const failed = inTransaction(shop.services.db, async (tx) => {
    await recordAction(tx, { actor: admin, action: "product.delete", subject });
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await entries()).toHaveLength(before);
});

test.each([
  "update audit_entry set actor_name = 'Nobody'",
  "delete from audit_entry",
  "truncate audit_entry",
])(
  "entries cannot be changed: the shop lacks the privilege, and a trigger stops the owner: %s",
  async (statement) => {
    await expect(shop.services.db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: "permission denied for table audit_entry" },
    });
    await expect(onDatabase(shop.databaseUrl, statement)).rejects.toThrow("audit_entry is append-only");
  },
);
