import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { ReadLine } from "./settlement-file.ts";
import type { SettlementKind } from "./settlement-kinds.ts";
import { type FoundLine, type MatchedLine, matchLines, type Receivable } from "./settlement-targets.ts";
import { settlementLine } from "./tables.server.ts";

/** Lines or orders of one statement, each of which ends long before the database would end it. */
export const settlementBatch = 5_000;

/** What a line is stored with besides what the file says. */
export type LineMatch = Omit<MatchedLine, "id" | "target"> & {
  orderId: string | null;
  target: string | null;
};
const unmatched: LineMatch = {
  orderId: null,
  target: null,
  paymentId: null,
  parcelId: null,
  expected: 0,
  state: "unknown",
};

type StoredLine = typeof settlementLine.$inferSelect;

/**
 * Says what the lines of a new file are for, before they are stored: 50,000 lines are written once. Lines of earlier
 * files are matched with them: of the same orders, and those that found no order, which may have its AWB since. Out: in
 * the order of the lines.
 */
export async function matchRead(
  tx: Db,
  kind: SettlementKind,
  lines: readonly ReadLine[],
): Promise<LineMatch[]> {
  const unknown = await tx
    .select()
    .from(settlementLine)
    .where(and(eq(settlementLine.state, "unknown"), isNull(settlementLine.acceptedAt)));
  const newest = await tx.execute(sql`select coalesce(max(id), 0) as id from settlement_line`);
  const first = 1 + z.tuple([z.object({ id: z.coerce.number() })]).parse(newest.rows)[0].id;
  const said = [
    ...unknown.map((line) => ({ id: line.id, kind: line.kind, references: referencesOf(line) })),
    ...lines.map((line, at) => ({
      id: first + at,
      kind,
      references: referencesOf({ reference: line.reference, otherReference: line.other }),
    })),
  ];
  const orders = new Map<number, string>();
  for (const some of batches(said))
    for (const [id, order] of await findOrders(tx, some)) orders.set(id, order);
  const found: OrderLine[] = [
    ...unknown.map((line) => ({ line: foundLine(line), stored: line })),
    ...lines.map((line, at) => ({
      line: foundLine({ ...line, kind, id: first + at, otherReference: line.other }),
      stored: null,
    })),
  ].flatMap(({ line, stored }) => {
    const orderId = orders.get(line.id);
    return orderId === undefined ? [] : [{ orderId, line, stored }];
  });
  const matched = new Map<number, LineMatch>();
  const byOrder = Map.groupBy(found, ({ orderId }) => orderId);
  for (const some of batches([...byOrder.keys()]))
    for (const [id, match] of await matchSome(tx, some, byOrder)) matched.set(id, match);
  return lines.map((_, at) => matched.get(first + at) ?? unmatched);
}

/** Matches the stored lines of some orders anew: without a file that is gone, what was paid twice is paid once. */
export async function matchOrders(tx: Db, orderIds: readonly string[]): Promise<void> {
  for (const some of batches(orderIds)) await matchSome(tx, some, new Map());
}

/** A line with its order. `stored`: what the database has of it; null for one of a new file. */
type OrderLine = { orderId: string; line: FoundLine; stored: StoredLine | null };

function* batches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += settlementBatch)
    yield items.slice(from, from + settlementBatch);
}

function referencesOf({ reference, otherReference }: Pick<StoredLine, "reference" | "otherReference">) {
  return [...new Set([reference, otherReference ?? ""])].filter((given) => given !== "");
}

function foundLine(
  line: Pick<StoredLine, "id" | "kind" | "reference" | "otherReference" | "gross" | "fee" | "tax" | "net"> &
    Partial<Pick<StoredLine, "acceptedAt" | "target">>,
): FoundLine {
  const names = referencesOf(line);
  const { id, kind, gross, fee, tax, net, acceptedAt = null, target = null } = line;
  return {
    id,
    kind,
    gross,
    fee,
    tax,
    net,
    target,
    // AWBs are written in any case.
    names: kind === "courier" ? names.map((name) => name.toUpperCase()) : names,
    isAccepted: acceptedAt !== null,
  };
}

/** Payments that no provider pays out. */
const byOthers = sql.raw(`('cod', 'outside', 'none')`);
const fullId = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const shortIdText = /^#?([0-9a-f]{8})$/i;
const orderRows = z.array(z.object({ id: z.coerce.number(), order_id: z.string() }));

/**
 * Finds the orders of lines. Source of the references: providers know payments and orders by their own ids and by ours,
 * couriers parcels by the AWB and orders by what stands on the label, which is the id or its first eight characters.
 * Each reference is a row of its own, because an `or` over both would use no index.
 */
async function findOrders(
  tx: Db,
  lines: readonly { id: number; kind: SettlementKind; references: string[] }[],
): Promise<Map<number, string>> {
  const said = lines.flatMap(({ id, kind, references }) =>
    references.map((given, place) => ({
      id,
      kind,
      place,
      given,
      order: fullId.test(given) ? given : null,
      short: shortIdText.exec(given)?.[1] ?? null,
    })),
  );
  const { rows } = await tx.execute(sql`
    with said as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(said)}::jsonb)
        as s (id bigint, kind text, place integer, given text, "order" uuid, short text)),
    found as (
      select s.id, s.place, 1 as rank, p.order_id from said s join received_payment p on p.provider_payment_id = s.given
        where s.kind = 'gateway' and p.provider not in ${byOthers}
      union all select s.id, s.place, 2, p.order_id from said s join parcel p on upper(p.tracking_number) = upper(s.given)
        where s.kind = 'courier'
      union all select s.id, s.place, 3, g.order_id from said s join gateway_order g on g.gateway_order_id = s.given
      union all select s.id, s.place, 4, o.id from said s join orders o on o.id = s."order"
      union all select s.id, s.place, 5, one.id from said s cross join lateral (
          select (array_agg(o.id))[1] as id from orders o
          where o.id between (s.short || '-0000-0000-0000-000000000000')::uuid
            and (s.short || '-ffff-ffff-ffff-ffffffffffff')::uuid having count(*) = 1) one
        where s.short is not null)
    select distinct on (id) id, order_id from found order by id, rank, place, order_id`);
  return new Map(orderRows.parse(rows).map(({ id, order_id }) => [id, order_id]));
}

const receivableRows = z.array(
  z.object({
    order_id: z.string(),
    id: z.string(),
    name: z.string().nullable(),
    gateway_order: z.string().nullable(),
    amount: z.coerce.number(),
    is_meant: z.boolean(),
  }),
);
const refundRows = z.array(
  z.object({ order_id: z.string(), amount: z.coerce.number(), count: z.coerce.number() }),
);

/** Matches the lines of some orders, `added` with those in the database, which are updated. Out: of all lines. */
async function matchSome(
  tx: Db,
  orderIds: string[],
  added: ReadonlyMap<string, OrderLine[]>,
): Promise<Map<number, LineMatch>> {
  const ids = sql`${sql.param(orderIds)}::uuid[]`;
  const stored = await tx
    .select()
    .from(settlementLine)
    .where(and(sql`${settlementLine.orderId} = any(${ids})`, isNotNull(settlementLine.fileId)));
  const storedOf = Map.groupBy(stored, ({ orderId }) => orderId);
  const linesOf = (orderId: string): OrderLine[] => [
    ...(storedOf.get(orderId) ?? []).map((line) => ({ orderId, line: foundLine(line), stored: line })),
    ...(added.get(orderId) ?? []),
  ];
  const all = new Map(orderIds.map((orderId) => [orderId, linesOf(orderId)]));
  const due = await receivablesOf(tx, [...all.values()].flat());
  const matches = new Map<number, LineMatch>();
  const changed: (LineMatch & { id: number })[] = [];
  for (const [orderId, lines] of all) {
    const now = new Map(lines.map(({ line, stored: before }) => [line.id, before]));
    const order = { orderId, lines: lines.map(({ line }) => line), ...due(orderId) };
    for (const { id, ...matched } of matchLines(order)) {
      const match = { orderId, ...matched };
      matches.set(id, match);
      const before = now.get(id);
      if (before && differs(before, match)) changed.push({ id, ...match });
    }
  }
  if (changed.length > 0)
    await tx.execute(sql`
      update settlement_line l set order_id = m."orderId", target = m.target, payment_id = m."paymentId",
        parcel_id = m."parcelId", expected = m.expected, state = m.state
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as m
        (id bigint, "orderId" uuid, target text, "paymentId" text, "parcelId" uuid, expected bigint, state text)
      where l.id = m.id and l.accepted_at is null`);
  return matches;
}

function differs(before: LineMatch, now: LineMatch): boolean {
  return (
    before.orderId !== now.orderId ||
    before.target !== now.target ||
    before.paymentId !== now.paymentId ||
    before.parcelId !== now.parcelId ||
    before.expected !== now.expected ||
    before.state !== now.state
  );
}

/** What is to come for the orders of some lines. */
async function receivablesOf(tx: Db, lines: readonly OrderLine[]) {
  const ordersWith = (kind: SettlementKind) => {
    const ids = new Set(lines.flatMap(({ orderId, line }) => (line.kind === kind ? [orderId] : [])));
    return sql`${sql.param([...ids])}::uuid[]`;
  };
  const back = new Set(lines.flatMap(({ orderId, line }) => (line.gross < 0 ? [orderId] : [])));
  const [payments, parcels, refunds] = await Promise.all([
    receivables(
      tx,
      sql`select order_id, provider_payment_id as id, provider_payment_id as name, gateway_order_id as gateway_order,
          amount, true as is_meant
        from received_payment where order_id = any(${ordersWith("gateway")}) and provider not in ${byOthers}
        order by effect = 'applied' desc, at, provider_payment_id`,
    ),
    receivables(
      tx,
      sql`select p.order_id, p.id, upper(p.tracking_number) as name, null as gateway_order, c.cash as amount,
          p.state not in ('prepared', 'returned', 'lost') as is_meant
        from cash_of_parcels(${ordersWith("courier")}) c join parcel p on p.id = c.parcel_id order by p.number`,
    ),
    tx.execute(sql`select order_id, amount, count(*) as count from refund
      where order_id = any(${sql.param([...back])}::uuid[]) and state <> 'failed' group by order_id, amount`),
  ]);
  const refundsOf = Map.groupBy(refundRows.parse(refunds.rows), ({ order_id }) => order_id);
  return (orderId: string) => ({
    payments: payments.get(orderId) ?? [],
    parcels: parcels.get(orderId) ?? [],
    refunds: new Map((refundsOf.get(orderId) ?? []).map(({ amount, count }) => [amount, count])),
  });
}

async function receivables(tx: Db, query: SQL): Promise<Map<string, Receivable[]>> {
  const { rows } = await tx.execute(query);
  const all = receivableRows.parse(rows).map((row) => ({
    orderId: row.order_id,
    id: row.id,
    name: row.name || null,
    gatewayOrder: row.gateway_order,
    amount: row.amount,
    isMeantByOrder: row.is_meant,
  }));
  return Map.groupBy(all, ({ orderId }) => orderId);
}
