import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import { type Actor, can } from "../access/actor.ts";
import { formatMobile } from "../accounts/customer/formats.ts";
import { listUsers } from "../accounts/users/list-users.server.ts";
import { contactOf } from "../accounts/users/users.ts";
import { readRows } from "../order-management/lists/list-orders.server.ts";
import { readOrderQuery } from "../order-management/lists/order-query.ts";
import { shortId, statusLabels } from "../orders/orders.ts";
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

const rowsShape = z.array(
  z.object({ id: z.string(), name: z.string(), note: z.string(), isSku: z.boolean() }),
);

/**
 * The back office's search: orders as their list finds them (`waysToFind`); products by name, brand or SKU; customers
 * by name, email or phone. Each kind only for staff who may open its screen. Nothing for fewer than three letters.
 */
export async function staffSearch(
  { db }: Pick<Services, "db">,
  actor: Actor,
  typed: string,
): Promise<StaffSearchResult[]> {
  const q = cutText(cleanLine(typed), 60);
  if (q.length < minLength) return [];
  const [orders, products, people] = await Promise.all([
    can(actor, "orders.view") ? findOrders(db, q) : [],
    can(actor, "catalogue.edit") ? findProducts(db, q) : [],
    can(actor, "customers.view") ? findPeople(db, q) : [],
  ]);
  // A whole SKU stands for its product; the order list finds the orders with it.
  const isSku = products.some((row) => row.isSku);
  return [
    ...(isSku ? [] : orders).map((row) => ({ kind: "order" as const, ...row })),
    ...products.map(({ isSku: _, ...row }) => ({ kind: "product" as const, ...row })),
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
  const found = await readRows(db, readOrderQuery(new URLSearchParams({ q })), maxPerKind);
  return found.map(({ id, name, status, phone }) => ({
    id,
    name: `${shortId(id)} · ${name}`,
    note: [statusLabels[status], formatMobile(phone)].filter(Boolean).join(" · "),
  }));
}

async function findProducts(db: Db, q: string) {
  const { rows } = await db.execute(sql`
    select p.id, p.name, p.brand || ' · ' || p.status as note,
      exists (select from variant v where v.product_id = p.id and v.sku = ${q}) as "isSku" from (
      (select * from product where search_text like search_pattern(${q}) limit ${maxScanned})
      union (select p.* from variant v join product p on p.id = v.product_id where v.sku = ${q})) p
      order by p.status = 'active' desc, p.created_at desc limit ${maxPerKind}`);
  return rowsShape.parse(rows);
}
