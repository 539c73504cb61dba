import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { connect } from "../platform/database/database.server.ts";
import { makeLog } from "../platform/log.server.ts";
import { databaseAt, onDatabase } from "../test/support/cluster/databases.server.ts";
import { brokenRulesOf } from "../test/support/orders.server.ts";
import { migrate, migrationsFolder } from "./migrate.server.ts";

/** A database from before differences were posted: one shirt, and an order in each state that was wrong then. */
const olderShop = `
  insert into users (id, name, email, email_verified, role) values
    ('00000000-0000-4000-8000-000000000001', 'Asha', 'asha@campus.test', true, 'admin');
  insert into category (id, slug, name, kind) values
    ('00000000-0000-4000-8000-000000000002', 'shirts', 'Shirts', 'dress');
  insert into product (id, slug, name, brand, price, status, category_id) values
    ('00000000-0000-4000-8000-000000000003', 'shirt', 'Shirt', 'Test', 10000, 'active',
      '00000000-0000-4000-8000-000000000002');
  insert into variant (id, product_id, sku) values
    ('00000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-000000000003', 'SHIRT');
  insert into stock_move (variant_id, sku, delta, who, why) values
    ('00000000-0000-4000-8000-000000000004', 'SHIRT', 20, 'staff', 'counted');
  insert into coupon (code, description, kind, value, valid_from, valid_to, used) values
    ('OLD10', 'Old', 'flat', 1000, now() - interval '1 year', now() + interval '1 year', 1);`;

type Old = { status: string; method: string; from?: string; moves: number[]; coupon?: boolean };

/** An order of two shirts as the older version left it: its status history and its stock moves. */
function anOldOrder({ status, method, from, moves, coupon }: Old): string {
  const id = randomUUID();
  const path = [
    "pending",
    ...(from && from !== "pending" ? [from] : []),
    ...(status === "pending" ? [] : [status]),
  ];
  const discount = coupon ? 1_000 : 0;
  return `
    insert into orders (id, user_id, kind, method, status, placed_at, subtotal, discount, total, coupon_code)
      values ('${id}', '00000000-0000-4000-8000-000000000001', 'cart', '${method}', '${status}', now(), 20000,
        ${discount}, ${20_000 - discount}, ${coupon ? "'OLD10'" : "null"});
    insert into order_line (order_id, position, product_id, variant_id, name, slug, sku, unit_price, quantity, total, discount)
      values ('${id}', 0, '00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000004', 'Shirt',
        'shirt', 'SHIRT', 10000, 2, 20000, ${discount});
    ${coupon ? `insert into coupon_use (coupon_code, order_id, user_id, amount) values ('OLD10', '${id}', '00000000-0000-4000-8000-000000000001', 1000);` : ""}
    ${path
      .map(
        (to, step) => `insert into order_event (order_id, who, kind, from_value, to_value)
      values ('${id}', 'shop', 'status', ${step === 0 ? "null" : `'${path[step - 1]}'`}, '${to}');`,
      )
      .join("\n")}
    ${moves
      .map(
        (delta) => `insert into stock_move (variant_id, sku, delta, who, why)
      values ('00000000-0000-4000-8000-000000000004', 'SHIRT', ${delta}, 'shop', 'order ${id}${delta > 0 ? " cancelled" : ""}');`,
      )
      .join("\n")}`;
}

test("a database of an older version satisfies every rule after migration", async () => {
  const name = `older_${randomUUID().replaceAll("-", "")}`;
  await onDatabase(inject("testCluster").url, `create database ${name}`);
  const url = databaseAt(inject("testCluster").url, name);
  const before = (await readdir(migrationsFolder)).filter((file) => file < "0120" && file.endsWith(".sql"));
  await migrate({ url, only: before });
  const orders: Old[] = [
    { status: "delivered", method: "cod", moves: [-2] },
    // Restocked twice.
    { status: "cancelled", method: "cod", from: "processing", moves: [-2, 2, 2] },
    // Shipped without having taken stock.
    { status: "shipped", method: "online", moves: [] },
    { status: "cancelled", method: "cod", from: "shipped", moves: [-2, 2] },
    { status: "cancelled", method: "cod", from: "delivered", moves: [-2] },
    // Abandoned, with its coupon still counted as used.
    { status: "pending", method: "online", moves: [], coupon: true },
  ];
  await onDatabase(url, olderShop + orders.map(anOldOrder).join("\n"));
  await migrate({ url });
  const { db, close } = connect({ url, log: makeLog({ level: "silent", json: true }) });
  expect(await brokenRulesOf(db)).toEqual([]);
  const { rows } = await db.execute(sql`select stock, (select used from coupon) as used from variant`);
  // Six units are out: of the delivered order, the shipped one, and the one cancelled after delivery.
  expect(rows).toEqual([{ stock: 14, used: 0 }]);
  await close();
  await onDatabase(inject("testCluster").url, `drop database ${name} with (force)`);
});
