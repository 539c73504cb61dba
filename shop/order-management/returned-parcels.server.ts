import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { csvByteOrderMark, csvRow } from "../csv.ts";
import { shortDate } from "../dates.ts";
import { type Paise, rupeesField } from "../money.ts";
import { shortId } from "../orders/orders.ts";
import { deliveryFailures, failureLabels, parcelStateLabels, type ReturnedBy } from "../orders/parcels.ts";

/** `month`: "2026-11" in India, null for all. */
export type ReturnedQuery = { by: ReturnedBy; month: string | null };

/** What came back of one product, PIN code, courier, month or reason. `cost` in paise. */
export type ReturnedGroup = { name: string; parcels: number; units: number; cost: Paise };

/** More are in the CSV. */
const mostGroups = 200;

const month = sql`to_char(c.ended_at at time zone 'Asia/Kolkata', 'YYYY-MM')`;

const groupNames: Record<ReturnedBy, SQL> = {
  product: sql`coalesce(l.name, '')`,
  pin: sql`o.postal_code`,
  courier: sql`coalesce(c.courier, '')`,
  month,
  why: sql`coalesce(c.failure, '')`,
};

const groupRows = z.array(
  z.object({
    name: z.string(),
    parcels: z.number(),
    units: z.number(),
    cost: z.coerce.number(),
  }),
);

const backIn = (wanted: string | null) =>
  sql`c.ended_at is not null${wanted ? sql` and ${month} = ${wanted}` : sql``}`;

/**
 * The parcels that came back or were lost, added up, the most costly first; and all of them together. A parcel's cost is
 * shared among its products by their units. Money in paise.
 */
export async function returnedParcels(
  { db }: { db: Db },
  { by, month: wanted }: ReturnedQuery,
): Promise<{ groups: ReturnedGroup[]; more: boolean; all: Omit<ReturnedGroup, "name"> }> {
  const { rows } = await db.execute(sql`
    with units as (
      select c.id, ${groupNames[by]} as name, sum(u.quantity) as units,
        coalesce(c.cost, 0) * sum(u.quantity) / sum(sum(u.quantity)) over (partition by c.id) as cost
      from parcel c join orders o on o.id = c.order_id join parcel_line u on u.parcel_id = c.id
        join order_line l on l.id = u.order_line_id
      where ${backIn(wanted)} group by c.id, 2)
    select name, count(*)::integer as parcels, sum(units)::integer as units, round(sum(cost)) as cost
    from units group by name order by sum(cost) desc, count(*) desc, name limit ${mostGroups + 1}`);
  const groups = groupRows.parse(rows);
  const whole = await db.execute(sql`
    select '' as name, count(*)::integer as parcels, coalesce(sum(c.cost), 0) as cost,
      coalesce(sum((select sum(quantity) from parcel_line where parcel_id = c.id)), 0)::integer as units
    from parcel c where ${backIn(wanted)}`);
  const [all] = groupRows.parse(whole.rows);
  return {
    groups: groups.slice(0, mostGroups).map((group) => ({ ...group, name: groupName(by, group.name) })),
    more: groups.length > mostGroups,
    all: { parcels: all?.parcels ?? 0, units: all?.units ?? 0, cost: all?.cost ?? 0 },
  };
}

function groupName(by: ReturnedBy, name: string): string {
  if (by === "why") return whyInWords(name) || "No reason recorded";
  if (name !== "") return name;
  return by === "courier" ? "No courier" : "Unknown";
}

function whyInWords(failure: string | null): string {
  const known = deliveryFailures.find((one) => one === failure);
  return known ? failureLabels[known] : "";
}

const csvRows = z.array(
  z.object({
    id: z.string(),
    number: z.number(),
    state: z.enum(["returned", "lost"]),
    at: z.coerce.date(),
    courier: z.string().nullable(),
    awb: z.string().nullable(),
    pin: z.string(),
    failure: z.string().nullable(),
    attempts: z.number(),
    items: z.string(),
    cost: z.coerce.number().nullable(),
  }),
);

const heads = [
  "Order",
  "Parcel",
  "Date",
  "Outcome",
  "Courier",
  "AWB",
  "PIN",
  "Reason",
  "Attempts",
  "Items",
  "Cost",
];

/** The parcels that came back or were lost as a CSV, the newest first. */
export async function* exportReturned(
  { db }: { db: Db },
  { month: wanted }: Pick<ReturnedQuery, "month">,
): AsyncGenerator<string> {
  yield csvByteOrderMark + csvRow(heads);
  const { rows } = await db.execute(sql`
    select o.id, c.number, c.state, c.ended_at as at, c.courier, c.tracking_number as awb, o.postal_code as pin,
      c.failure, c.attempts, c.cost,
      (select coalesce(string_agg(u.quantity || ' × ' || l.name || ' (' || l.sku || ')', ', ' order by l.position), '')
        from parcel_line u join order_line l on l.id = u.order_line_id where u.parcel_id = c.id) as items
    from parcel c join orders o on o.id = c.order_id where ${backIn(wanted)} order by c.ended_at desc, c.id`);
  for (const row of csvRows.parse(rows))
    yield csvRow([
      shortId(row.id),
      String(row.number),
      shortDate(row.at),
      parcelStateLabels[row.state],
      row.courier ?? "",
      row.awb ?? "",
      row.pin,
      whyInWords(row.failure),
      String(row.attempts),
      row.items,
      row.cost === null ? "" : rupeesField(row.cost),
    ]);
}
