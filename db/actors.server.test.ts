import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { writeBackup } from "../platform/backup/write-backup.server.ts";
import { connect } from "../platform/database/database.server.ts";
import { makeLog } from "../platform/log.server.ts";
import { folderStorage } from "../platform/storage/storage.server.ts";
import { listRoles } from "../shop/access/roles.server.ts";
import { jobNames } from "../shop/jobs.server.ts";
import { databaseAt, onDatabase } from "../test/support/cluster/databases.server.ts";
import { migrate, migrationsFolder } from "./migrate.server.ts";
import { restore } from "./restore.server.ts";

const [meera, asha, gone, order] = [1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`);

/** A database from before migration 0160, when actors were stored as text. */
const olderShop = `
  insert into users (id, name, email, email_verified, role) values
    ('${meera}', 'Meera Iyer', 'meera@campus.test', true, 'admin'), ('${asha}', 'Asha', 'asha@campus.test', true, 'user');
  insert into audit_entry (admin_id, admin_name, action, subject_kind, subject_id, subject_name) values
    ('${gone}', 'Ravi Before', 'product.update', 'product', 'p', 'Shirt'),
    ('${gone}', 'Ravi Menon', 'product.update', 'product', 'p', 'Shirt');
  insert into orders (id, user_id, kind, method, status, placed_at, subtotal, discount, total)
    values ('${order}', '${asha}', 'cart', 'cod', 'pending', now(), 100, 0, 100);
  insert into order_event (order_id, who, kind) values
    ('${order}', 'customer ${asha}', 'status'), ('${order}', 'staff ${meera}', 'note'), ('${order}', 'staff ${gone}', 'note'),
    ('${order}', 'cashfree', 'payment'), ('${order}', 'shop', 'payment'), ('${order}', 'staff', 'note');
  insert into product (id, slug, name, brand, price, status) values ('${asha}', 'shirt', 'Shirt', 'Test', 100, 'draft');
  insert into variant (id, product_id, sku) values ('${meera}', '${asha}', 'SHIRT');
  insert into stock_move (variant_id, sku, delta, who, why, source_id) values
    ('${meera}', 'SHIRT', 9, 'demo', 'opening stock', null), ('${meera}', 'SHIRT', 1, 'admin Meera Iyer', 'counted', null),
    ('${meera}', 'SHIRT', -1, 'customer ${asha}', 'order ${order} shipped', '${order}');`;

test("a backup from before the actor columns is restored with every actor in these columns", async () => {
  const cluster = inject("testCluster");
  const [older, newer] = [1, 2].map(() => `actors_${randomUUID().replaceAll("-", "")}`);
  const folder = await mkdtemp(join(tmpdir(), "campus-style-actors-"));
  const storage = folderStorage(join(folder, "files"));
  for (const name of [older, newer]) await onDatabase(cluster.url, `create database ${name}`);
  const [from, to] = [older, newer].map((name) => databaseAt(cluster.url, name ?? ""));
  const before = (await readdir(migrationsFolder)).filter((file) => file < "0160" && file.endsWith(".sql"));
  await migrate({ url: from ?? "", only: before });
  await onDatabase(from ?? "", olderShop);
  const file = join(folder, "older.tar.gz");
  await writeBackup({ url: from ?? "", storage, file });
  const log = makeLog({ level: "silent", json: true });
  await restore({ file, url: to ?? "", storage, jobNames, log });

  const { db, close } = connect({ url: to ?? "", log });
  const who = sql`concat_ws(' ', actor_kind, actor_id, nullif(actor_name, '')) as who`;
  const events = await db.execute(sql`select ${who} from order_event order by id`);
  expect(events.rows.map((row) => row.who)).toEqual([
    `customer ${asha}`,
    `staff ${meera} Meera Iyer`,
    `staff ${gone} Ravi Menon`,
    "gateway cashfree",
    "system",
    "staff",
  ]);
  const moves = await db.execute(sql`select ${who}, reason, code from stock_move order by id`);
  expect(moves.rows).toEqual([
    { who: "system demo", reason: null, code: "opening-stock" },
    { who: "staff Meera Iyer", reason: "counted", code: null },
    { who: `customer ${asha}`, reason: null, code: "order-shipped" },
  ]);
  const entries = await db.execute(sql`select ${who} from audit_entry order by id`);
  expect(entries.rows.map((row) => row.who)).toEqual([
    `staff ${gone} Ravi Before`,
    `staff ${gone} Ravi Menon`,
  ]);
  expect((await listRoles({ db })).find(({ key }) => key === "admin")?.permissions.size).toBeGreaterThan(20);
  await expect(
    onDatabase(
      to ?? "",
      `insert into order_event (order_id, actor_kind, actor_name, kind) values ('${order}', 'customer', 'Asha', 'note')`,
    ),
  ).rejects.toThrow("order_event_actor_name");

  await close();
  for (const name of [older, newer]) await onDatabase(cluster.url, `drop database ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});
