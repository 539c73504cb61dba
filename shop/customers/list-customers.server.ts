import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { searchedDigits } from "../accounts/customer/formats.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { csvByteOrderMark, csvRow } from "../csv.ts";
import type { Paise } from "../money.ts";
import { type FieldSql, ruleSql } from "../rules/rule-sql.server.ts";
import type { Rule } from "../rules/rules.ts";
import type { CustomerRuleField } from "./customer-rules.ts";

export const customerSorts = ["-last", "name", "orders", "spent", "joined"] as const;
export const customersPerPage = 50;

/** What a list of customers asks for. "" means all; `rule`: of the chosen group. */
export type CustomerQuery = {
  q: string;
  sort: string;
  descending: boolean;
  page: number;
  ordered: string;
  newsletter: string;
  tag: string;
  rule: Rule | null;
};

/** A customer in the list. Amounts in paise. */
export type CustomerRow = {
  id: string;
  name: string;
  /** Null: the account was made with a mobile number. */
  email: string | null;
  verifiedPhone: string | null;
  phone: string | null;
  city: string;
  orders: number;
  spent: Paise;
  lastOrderAt: Date | null;
  /** Orders with cash on delivery of which a parcel came or comes back undelivered. */
  codRefused: number;
  /** Returns that were asked for, without those rejected or withdrawn. */
  returned: number;
  tags: string[];
  newsletter: boolean;
  blocked: boolean;
  joinedAt: Date;
};

const rowsShape = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    verifiedPhone: z.string().nullable(),
    phone: z.string().nullable(),
    city: z.string(),
    orders: z.number(),
    spent: z.coerce.number(),
    lastOrderAt: z.coerce.date().nullable(),
    codRefused: z.number(),
    returned: z.number(),
    tags: z.array(z.string()),
    newsletter: z.boolean(),
    blocked: z.boolean(),
    joinedAt: z.coerce.date(),
  }),
);

/** A search that matches more is too broad; the first of them are shown. */
const maxMatches = 500;

/** Where the facts come from: accounts `u`, figures `c`, the default address `a`, the newsletter `n`. */
const customersFrom = sql`users u join customer c on c.user_id = u.id
  left join address a on a.user_id = u.id and a.is_default
  left join newsletter_subscriber n on n.email = lower(u.email::text) and n.status = 'confirmed'`;

/** Everybody with an account, but for staff who have never ordered. */
const isCustomer = sql`(u.role = 'user' or c.orders > 0)`;
const cityOf = sql`coalesce(nullif(c.city, ''), a.city, '')`;

/** The expressions of the fields, of `customersFrom`. */
const customerRuleSql: Record<CustomerRuleField, FieldSql> = {
  spent: { value: sql`c.spent` },
  orders: { value: sql`c.orders::bigint` },
  lastOrder: { value: sql`c.last_order_at` },
  joined: { value: sql`u.created_at` },
  city: { value: sql`lower(${cityOf} collate "C")` },
  newsletter: { value: sql`(n.email is not null)` },
  tag: { value: sql`lower(c.tags::text collate "C")::text[]`, many: true },
};

function conditionOf(query: CustomerQuery, now: Date): SQL {
  const { q, ordered, newsletter, tag, rule } = query;
  const parts = [isCustomer];
  if (q !== "") parts.push(sql`u.id in (${matching(q)})`);
  if (ordered !== "") parts.push(ordered === "yes" ? sql`c.orders > 0` : sql`c.orders = 0`);
  if (newsletter !== "") parts.push(newsletter === "yes" ? sql`n.email is not null` : sql`n.email is null`);
  if (tag !== "") parts.push(sql`c.tags <> '{}' and c.tags @> array[${tag}]::text[]`);
  if (rule) parts.push(ruleSql(rule, customerRuleSql, now));
  return sql.join(parts, sql` and `);
}

/** The ids that a search finds: words of name and email, a phone in any form, a city, a tag. Each by its own index. */
function matching(q: string): SQL {
  const words = sql.join(
    q
      .split(/\s+/)
      .slice(0, 5)
      .map(
        (word) =>
          sql`search_normal(m.name || ' ' || coalesce(m.email::text, '')) like search_pattern(${word})`,
      ),
    sql` and `,
  );
  const ways = [
    sql`(select m.id from users m where ${words} limit ${maxMatches})`,
    sql`(select m.user_id from customer m where m.tags <> '{}' and m.tags @> array[${q}]::text[] limit ${maxMatches})`,
    sql`(select m.user_id from customer m where m.city <> '' and lower(m.city) = lower(${q}) limit ${maxMatches})`,
  ];
  const digits = searchedDigits(q);
  if (digits.length >= 4 && /^[\d\s+()-]+$/.test(q)) {
    const part = `%${digits}%`;
    ways.push(
      sql`(select m.user_id from profile m where m.phone like ${part} limit ${maxMatches})`,
      sql`(select m.id from users m where m.verified_phone like ${part} limit ${maxMatches})`,
      sql`(select m.user_id from orders m where lower(m.name || ' ' || m.email || ' ' || m.phone) like ${part}
        and m.user_id is not null limit ${maxMatches})`,
    );
  }
  return sql.join(ways, sql` union `);
}

const orderings: Record<string, (way: SQL, nulls: SQL) => SQL> = {
  last: (way, nulls) => sql`c.last_order_at ${way} ${nulls}, u.id`,
  name: (way) => sql`lower(u.name) ${way}, u.id ${way}`,
  orders: (way) => sql`c.orders ${way}, u.id`,
  spent: (way) => sql`c.spent ${way}, u.id`,
  joined: (way) => sql`u.created_at ${way}, u.id ${way}`,
};

function selected(condition: SQL, order: SQL, limit: number, offset = 0): SQL {
  // What is counted per customer is counted for this page only.
  return sql`
    with page as materialized (
      select u.id, u.name, u.email, u.verified_phone as "verifiedPhone", ${cityOf} as city, c.orders, c.spent,
        c.last_order_at as "lastOrderAt", c.tags, n.email is not null as newsletter, u.banned_at is not null as blocked,
        u.created_at as "joinedAt", row_number() over (order by ${order}) as place
      from ${customersFrom} where ${condition} order by ${order} limit ${limit} offset ${offset})
    select p.*, coalesce(f.phone, (select nullif(o.phone, '') from orders o where o.user_id = p.id
        and o.placed_at is not null order by o.created_at desc limit 1)) as phone,
      (select count(*)::integer from orders o where o.user_id = p.id and o.method = 'cod'
        and exists (select from parcel s where s.order_id = o.id and s.state in ('returning', 'returned')))
        as "codRefused",
      (select count(*)::integer from return_request r join orders o on o.id = r.order_id
        where o.user_id = p.id and r.state not in ('rejected', 'withdrawn')) as returned
    from page p left join profile f on f.user_id = p.id order by p.place`;
}

/** A page of customers. Out: at most `customersPerPage` rows, and whether more follow. */
export async function listCustomers(
  { db, clock }: Pick<Services, "db" | "clock">,
  query: CustomerQuery,
): Promise<{ rows: CustomerRow[]; more: boolean }> {
  const { sort, descending, page } = query;
  const way = descending ? sql`desc` : sql`asc`;
  const nulls = descending ? sql`nulls last` : sql`nulls first`;
  const order = (orderings[sort] ?? orderings.last)?.(way, nulls) ?? sql`u.id`;
  const { rows } = await db.execute(
    selected(conditionOf(query, clock.now()), order, customersPerPage + 1, (page - 1) * customersPerPage),
  );
  const found = rowsShape.parse(rows);
  return { rows: found.slice(0, customersPerPage), more: found.length > customersPerPage };
}

/** One customer as the list has it; null for an unknown id, which must be a UUID. Also of staff. */
export async function customerRow({ db }: { db: Db }, id: string): Promise<CustomerRow | null> {
  const { rows } = await db.execute(selected(sql`u.id = ${id}`, sql`u.id`, 1));
  return rowsShape.parse(rows)[0] ?? null;
}

/** How many customers fit a rule, and how many there are. */
export async function countCustomers(
  { db, clock }: Pick<Services, "db" | "clock">,
  rule: Rule,
): Promise<{ matched: number; all: number }> {
  const { rows } = await db.execute(sql`
    select (count(*) filter (where ${ruleSql(rule, customerRuleSql, clock.now())}))::integer as matched,
      count(*)::integer as all from ${customersFrom} where ${isCustomer}`);
  return z.tuple([z.object({ matched: z.number(), all: z.number() })]).parse(rows)[0];
}

/** The tags in use, by name. */
export async function customerTags({ db }: { db: Db }): Promise<string[]> {
  const { rows } = await db.execute(
    sql`select distinct t as tag from customer, unnest(tags) t where tags <> '{}' order by 1 limit 300`,
  );
  return z
    .array(z.object({ tag: z.string() }))
    .parse(rows)
    .map(({ tag }) => tag);
}

const head = [
  "Customer ID",
  "Name",
  "Email",
  "Phone",
  "City",
  "Orders",
  "Spent (INR)",
  "Last order",
  "COD refused",
  "Returns",
  "Newsletter",
  "Tags",
  "Account made",
];
const batch = 1_000;
const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Kolkata", dateStyle: "short" });

/**
 * The customers of a query as CSV, by id, in chunks of 1,000 rows; audited. Dates in Indian time, amounts in rupees.
 */
export async function* exportCustomers(
  { db, clock }: Pick<Services, "db" | "clock">,
  actor: Actor,
  query: CustomerQuery,
): AsyncGenerator<string> {
  await recordAction(db, {
    actor,
    action: "customer.export",
    subject: { kind: "customer", id: "list", name: "Customers" },
  });
  yield csvByteOrderMark + csvRow(head);
  const condition = conditionOf(query, clock.now());
  let after: string | null = null;
  do {
    const further: SQL = after === null ? sql`true` : sql`u.id > ${after}`;
    const { rows } = await db.execute(selected(sql`${condition} and ${further}`, sql`u.id`, batch));
    const found = rowsShape.parse(rows);
    if (found.length > 0) yield found.map(line).join("");
    after = found.length === batch ? (found.at(-1)?.id ?? null) : null;
  } while (after !== null);
}

function line(one: CustomerRow): string {
  return csvRow([
    one.id,
    one.name,
    one.email ?? "",
    one.verifiedPhone ?? one.phone ?? "",
    one.city,
    String(one.orders),
    // A number: a negative text would be escaped as a formula, and not add up.
    one.spent / 100,
    one.lastOrderAt ? day.format(one.lastOrderAt) : "",
    String(one.codRefused),
    String(one.returned),
    one.newsletter ? "yes" : "no",
    one.tags.join(", "),
    day.format(one.joinedAt),
  ]);
}
