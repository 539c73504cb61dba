import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { csvByteOrderMark, csvRow } from "../csv.ts";
import { shortDate } from "../dates.ts";
import { type Paise, rupeesField } from "../money.ts";
import type { ItemDisposition } from "../orders/change-order.server.ts";
import { creditParcel } from "../orders/change-parcels.server.ts";
import { type Order, shortId } from "../orders/orders.ts";
import {
  deliveryFailures,
  failureLabels,
  type OrderParcel,
  parcelPrepaid,
  parcelStateLabels,
  type ReturnedBy,
} from "../orders/parcels.ts";
import { recordDispositions } from "../orders/posting/dispositions.server.ts";
import { postPaymentStatus } from "../orders/posting/payment-status.server.ts";
import { lineRefund } from "../orders/posting/refund-of-line.ts";
import { lockOrder } from "../orders/read-orders.server.ts";
import { reasonLabels, returnReasons } from "../orders/remarks/return-reasons.ts";
import { refundedByLine } from "../payments/read-payments.server.ts";
import { refundable, startRefund } from "../payments/refunds.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "payments" | "log">;

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

/**
 * What came back: parcels that came back or were lost, and returns that a courier fetched or whose way back was paid.
 * `failure`: why a parcel did not arrive, or the reason of the return.
 */
const back = sql`back as (
  select id, order_id, number, state, ended_at, courier, tracking_number as awb, failure, attempts, cost from parcel
  union all
  select id, order_id, null, 'return', received_at, pickup_courier, pickup_number, reason, null, pickup_cost
    from return_request where pickup_number is not null or pickup_cost is not null),
  back_line as (select parcel_id as id, order_line_id, quantity from parcel_line
    union all select return_id, order_line_id, quantity from return_line)`;

const backIn = (wanted: string | null) =>
  sql`c.ended_at is not null${wanted ? sql` and ${month} = ${wanted}` : sql``}`;

/**
 * The parcels that came back or were lost and the returns that a courier fetched, added up, the most costly first; and
 * all of them together. The cost of each is shared among its products by their units. Money in paise.
 */
export async function returnedParcels(
  { db }: { db: Db },
  { by, month: wanted }: ReturnedQuery,
): Promise<{ groups: ReturnedGroup[]; more: boolean; all: Omit<ReturnedGroup, "name"> }> {
  const { rows } = await db.execute(sql`
    with ${back}, units as (
      select c.id, ${groupNames[by]} as name, sum(u.quantity) as units,
        coalesce(c.cost, 0) * sum(u.quantity) / sum(sum(u.quantity)) over (partition by c.id) as cost
      from back c join orders o on o.id = c.order_id join back_line u on u.id = c.id
        join order_line l on l.id = u.order_line_id
      where ${backIn(wanted)} group by c.id, c.cost, 2)
    select name, count(*)::integer as parcels, sum(units)::integer as units, round(sum(cost)) as cost
    from units group by name order by sum(cost) desc, count(*) desc, name limit ${mostGroups + 1}`);
  const groups = groupRows.parse(rows);
  const whole = await db.execute(sql`
    with ${back} select '' as name, count(*)::integer as parcels, coalesce(sum(c.cost), 0) as cost,
      coalesce(sum((select sum(quantity) from back_line where id = c.id)), 0)::integer as units
    from back c where ${backIn(wanted)}`);
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
  const reason = returnReasons.find((one) => one === failure);
  return known ? failureLabels[known] : reason ? reasonLabels[reason] : "";
}

const csvRows = z.array(
  z.object({
    id: z.string(),
    number: z.number().nullable(),
    state: z.enum(["returned", "lost", "return"]),
    at: z.coerce.date(),
    courier: z.string().nullable(),
    awb: z.string().nullable(),
    pin: z.string(),
    failure: z.string().nullable(),
    attempts: z.number().nullable(),
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

/** What came back or was lost as a CSV, the newest first. */
export async function* exportReturned(
  { db }: { db: Db },
  { month: wanted }: Pick<ReturnedQuery, "month">,
): AsyncGenerator<string> {
  yield csvByteOrderMark + csvRow(heads);
  const { rows } = await db.execute(sql`
    with ${back} select o.id, c.number, c.state, c.ended_at as at, c.courier, c.awb, o.postal_code as pin,
      c.failure, c.attempts, c.cost,
      (select coalesce(string_agg(u.quantity || ' × ' || l.name || ' (' || l.sku || ')', ', ' order by l.position), '')
        from back_line u join order_line l on l.id = u.order_line_id where u.id = c.id) as items
    from back c join orders o on o.id = c.order_id where ${backIn(wanted)} order by c.ended_at desc, c.id`);
  for (const row of csvRows.parse(rows))
    yield csvRow([
      shortId(row.id),
      String(row.number ?? ""),
      shortDate(row.at),
      row.state === "return" ? "Return" : parcelStateLabels[row.state],
      row.courier ?? "",
      row.awb ?? "",
      row.pin,
      whyInWords(row.failure),
      String(row.attempts ?? ""),
      row.items,
      row.cost === null ? "" : rupeesField(row.cost),
    ]);
}

/**
 * What the return of one of several parcels does to stock and money. Out: 'refund' for a paid order, null where all of
 * its money went back before, with the order; 'credit' for an unpaid one. An order that is to be paid online and of
 * which nothing is paid stays owed as a whole. Of one that is paid in part the parcel is not owed any more, and what was
 * paid for it goes back.
 */
export async function settlePart(
  ports: Ports,
  tx: Db,
  actor: Actor,
  order: Order,
  parcel: OrderParcel,
  back: ItemDisposition[],
): Promise<Done<OrderParcel["settled"]> | Refused<"provider-missing">> {
  await recordDispositions(
    tx,
    order.id,
    back.map((unit) => ({ ...unit, cause: "parcel" as const })),
    parcel.id,
  );
  const earlier = await refundedByLine({ db: tx }, order.id);
  const lines = parcel.lines.flatMap(({ lineId, quantity }) => {
    const line = order.lines.find(({ id }) => id === lineId);
    const before = earlier.get(lineId) ?? { quantity: 0, amount: 0 };
    const units = line ? Math.min(quantity, line.quantity - before.quantity) : 0;
    if (!line || units <= 0) return [];
    const amount = Math.max(0, lineRefund(line, 0, before.quantity + units) - before.amount);
    return [{ lineId, quantity: units, amount }];
  });
  if (!order.paid) {
    if (order.method !== "online" || order.hasPayment)
      await creditParcel(tx, parcel.id, new Map(lines.map(({ lineId, amount }) => [lineId, amount])));
    const credited = lines.reduce((sum, { amount }) => sum + amount, 0);
    const left = await refundable({ db: tx }, order.id);
    const prepaid = Math.min(parcelPrepaid(order, parcel), credited, left);
    if (prepaid > 0) {
      const reason = { code: "order-edited" as const };
      const started = await startRefund({ ...ports, db: tx }, order.id, { amount: prepaid, reason, actor });
      if (!started.ok) return refusedRefund(started.refused);
    }
    return done("credit");
  }
  const within = { ...ports, db: tx };
  const owed = lines.reduce((sum, { amount }) => sum + amount, 0);
  const amount = Math.min(owed, await refundable(within, order.id));
  if (amount > 0) {
    const reason = { code: "parcel-back" as const };
    const started = await startRefund(within, order.id, { amount, reason, actor, lines });
    if (!started.ok) return refusedRefund(started.refused);
  }
  // Its units count as refunded with it (`unitsRefunded`) only if they were.
  return done(owed > 0 && amount === 0 ? null : "refund");
}

/**
 * Brings the payment status to what is owed now: what came back may have been all that was still due. Out: the order.
 */
export async function postOwed(tx: Db, order: Order, actor: Actor): Promise<Order> {
  if (!order.hasPayment) return order;
  await postPaymentStatus(tx, order, actor);
  return (await lockOrder(tx, order.id)) ?? order;
}

function refusedRefund(why: string): Refused<"provider-missing"> {
  if (why === "provider-missing") return refused("provider-missing");
  throw new Error(`a parcel could not be refunded: ${why}`);
}
