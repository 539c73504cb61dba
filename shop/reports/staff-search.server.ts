import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type Actor, can } from "../access/actor.ts";
import { listUsers } from "../accounts/users/list-users.server.ts";
import { contactOf } from "../accounts/users/users.ts";
import { cleanLine } from "../text/clean-text.ts";

export type StaffSearchResult = {
  kind: "order" | "product" | "customer";
  id: string;
  name: string;
  note: string;
};

/** The number of results of each kind. */
const maxPerKind = 5;
/** A search that matches more is too broad; the newest of the first matches are shown. */
const maxScanned = 100;
/** The indexes are trigram indexes: shorter words would read every order. */
const minLength = 3;

const rowsShape = z.array(z.object({ id: z.string(), name: z.string(), note: z.string() }));

/**
 * The back office's search: orders by id prefix, name, email or phone; products by name, brand or SKU; customers by
 * name, email or phone. Each kind only for staff who may open its screen. Nothing for fewer than three letters.
 */
export async function staffSearch(
  { db }: Pick<Services, "db">,
  actor: Actor,
  typed: string,
): Promise<StaffSearchResult[]> {
  const q = cleanLine(typed).slice(0, 60);
  if (q.length < minLength) return [];
  const [orders, products, people] = await Promise.all([
    can(actor, "orders.view") ? findOrders(db, q) : [],
    can(actor, "catalogue.edit") ? findProducts(db, q) : [],
    can(actor, "customers.view") ? findPeople(db, q) : [],
  ]);
  return [
    ...orders.map((row) => ({ kind: "order" as const, ...row })),
    ...products.map((row) => ({ kind: "product" as const, ...row })),
    ...people.map(({ id, name, ...person }) => ({
      kind: "customer" as const,
      id,
      name: name || "Unknown User",
      note: contactOf(person),
    })),
  ];
}

async function findPeople(db: Db, q: string) {
  const { rows } = await listUsers({ db }, { q, role: "", sort: "joined", descending: true, page: 1 });
  return rows.slice(0, maxPerKind);
}

async function findOrders(db: Db, q: string) {
  const digits = q.replace(/[\s+-]/g, "");
  const words = /^\d{6,}$/.test(digits) ? digits : q.toLowerCase().replace(/[\\%_]/g, "\\$&");
  const { rows } = await db.execute(sql`
    select id, left(id::text, 8) || ' · ' || name as name, status || ' · ' || phone as note from (
      (select id, name, status, phone, placed_at from orders where placed_at is not null and ${startsWith(q)} limit ${maxPerKind})
      union
      (select id, name, status, phone, placed_at from orders where placed_at is not null
        and lower(name || ' ' || email || ' ' || phone) like ${`%${words}%`} limit ${maxScanned})) o
    order by placed_at desc limit ${maxPerKind}`);
  return rowsShape.parse(rows);
}

/** The ids with this prefix, as a range of the primary key. */
function startsWith(q: string) {
  const hex = q.toLowerCase().replaceAll("-", "");
  if (!/^[0-9a-f]{4,32}$/.test(hex)) return sql`false`;
  return sql`id between ${hex.padEnd(32, "0")}::uuid and ${hex.padEnd(32, "f")}::uuid`;
}

async function findProducts(db: Db, q: string) {
  const { rows } = await db.execute(sql`
    select p.id, p.name, p.brand || ' · ' || p.status as note from (
      (select * from product where search_text like search_pattern(${q}) limit ${maxScanned})
      union (select p.* from variant v join product p on p.id = v.product_id where v.sku = ${q})) p
      order by p.status = 'active' desc, p.created_at desc limit ${maxPerKind}`);
  return rowsShape.parse(rows);
}
