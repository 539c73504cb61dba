import { desc, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import { csvByteOrderMark, csvRow } from "../csv.ts";
import { shopSettings } from "../settings/settings.server.ts";
import {
  kindLabels,
  type SettlementKind,
  type SettlementState,
  settlementKinds,
  settlementStateLabels,
  settlementStates,
} from "./settlement-kinds.ts";
import { settlementFile } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "clock">;

/** `month`: a time, from midnight to midnight in India; null for all. `file`: the id of one. */
export type SettlementFilter = {
  kind: SettlementKind | "";
  state: SettlementState | "";
  month: { from: Date; to: Date } | null;
  file: string;
  q: string;
};

const rowShape = z.object({
  id: z.coerce.number().nullable(),
  kind: z.enum(settlementKinds),
  state: z.enum(settlementStates),
  /** The state that a form was shown. */
  seen: z.string(),
  target: z.string().nullable(),
  reference: z.string(),
  order_id: z.string().nullable(),
  day: z.string(),
  utr: z.string().nullable(),
  gross: z.coerce.number(),
  fee: z.coerce.number(),
  tax: z.coerce.number(),
  net: z.coerce.number(),
  expected: z.coerce.number(),
  difference: z.coerce.number(),
  note: z.string().nullable(),
  accepted_by: z.string().nullable(),
  file_name: z.string().nullable(),
  line: z.number().nullable(),
});
/** A line, or money that never came. Amounts in paise; `difference`: paid out more (or less) than expected. */
export type SettlementRow = z.infer<typeof rowShape>;

/**
 * All rows as one table: the lines of files, and the payments and delivered parcels for which none came in the days of
 * the settings. Of these only what is not older than the first files of its kind.
 */
async function allRows(ports: Ports, { kind, state, month, file, q }: SettlementFilter): Promise<SQL> {
  const { settlements } = await shopSettings(ports);
  const until = (days: number) => new Date(ports.clock.now().getTime() - days * 86_400_000).toISOString();
  const since = (one: SettlementKind) =>
    sql`(select min(covers_from) from settlement_file where kind = ${one})`;
  const words = cutText(q.trim(), 100);
  const isFound = (...columns: SQL[]) =>
    words === ""
      ? sql`true`
      : sql`(${sql.join(
          columns.map((column) => sql`strpos(upper(coalesce(${column}, '')), upper(${words})) > 0`),
          sql` or `,
        )})`;
  const isOne = z.uuid().safeParse(file).success;
  const lines = sql`
    select l.id, l.kind, case when l.accepted_at is not null then 'accepted' else l.state end as state, l.state as seen,
      l.target, l.reference, l.order_id, l.settled_on as day, l.utr, l.gross, l.fee, l.tax, l.net, e.expected,
      l.net - (e.expected - l.fee - l.tax) as difference, l.note, l.accepted_by, f.file_name,
      case when f.id is not null then l.line end as line
    from settlement_line l left join settlement_file f on f.id = l.file_id
      -- Money that was settled by hand and came after all is expected with the line of its file.
      cross join lateral (select case when l.file_id is null and exists (
          select from settlement_line came where came.file_id is not null
            and came.target in (l.target, 'order ' || l.order_id))
        then 0 else l.expected end as expected) e
    where ${isFound(sql`l.reference`, sql`l.other_reference`, sql`l.utr`, sql`l.order_id::text`)}
      ${isOne ? sql`and l.file_id = ${file}` : sql``}
      ${
        month
          ? sql`and l.settled_on >= (${month.from.toISOString()}::timestamptz at time zone 'Asia/Kolkata')::date
        and l.settled_on < (${month.to.toISOString()}::timestamptz at time zone 'Asia/Kolkata')::date`
          : sql``
      }`;
  const missing = (what: SQL, at: SQL) => sql`
    select null::bigint as id, ${what}, 'missing' as state, 'missing' as seen, m.target, m.reference, m.order_id,
      (${at} at time zone 'Asia/Kolkata')::date as day, null as utr, 0 as gross, 0 as fee, 0 as tax, 0 as net, m.due,
      -m.due, null as note, null as accepted_by, null as file_name, null::integer as line`;
  const inMonth = (at: SQL) =>
    month ? sql`and ${at} >= ${month.from.toISOString()} and ${at} < ${month.to.toISOString()}` : sql``;
  const payments = sql`${missing(sql`'gateway' as kind`, sql`m.at`)}
    from (select p.at, p.amount as due, 'payment ' || p.provider_payment_id as target,
        p.provider_payment_id as reference, p.order_id
      from received_payment p where p.provider not in ('cod', 'outside', 'none')
        and p.at >= ${since("gateway")} and p.at < ${until(settlements.onlineDays)} ${inMonth(sql`p.at`)}
        and ${isFound(sql`p.provider_payment_id`, sql`p.order_id::text`)}) m
    where not exists (select from settlement_line l where l.target in (m.target, 'order ' || m.order_id))`;
  // What each parcel should bring is asked for those without a line only: it takes a tenth of a millisecond.
  const parcels = sql`${missing(sql`'courier' as kind`, sql`m.at`)}
    from (select w.*, cash_of_parcel(w.id) as due from (
        select p.id, p.delivered_at as at, 'parcel ' || p.id as target,
          coalesce(p.tracking_number, p.order_id::text) as reference, p.order_id
        from parcel p join orders o on o.id = p.order_id where p.state = 'delivered' and o.method <> 'online'
          and (o.status <> 'cancelled' or exists (select from received_payment r
            where r.order_id = o.id and r.effect = 'applied' and r.provider = 'cod'))
          and p.delivered_at >= ${since("courier")} and p.delivered_at < ${until(settlements.courierDays)}
          ${inMonth(sql`p.delivered_at`)} and ${isFound(sql`p.tracking_number`, sql`p.order_id::text`)}
          and not exists (select from settlement_line l
            where l.target in ('parcel ' || p.id, 'order ' || p.order_id))
        offset 0) w) m
    where m.due > 0`;
  const parts = isOne || (state !== "" && state !== "missing") ? [lines] : [lines, payments, parcels];
  const wanted = [
    ...(kind ? [sql`kind = ${kind}`] : []),
    ...(state ? [sql`state = ${state}`] : []),
    sql`true`,
  ];
  return sql`(select * from (${sql.join(parts, sql` union all `)}) every_row where ${sql.join(wanted, sql` and `)}) rows`;
}

const columns =
  sql.raw(`id, kind, state, seen, target, reference, order_id, day::text as day, utr, gross, fee, tax, net,
  expected, difference, note, accepted_by, file_name, line`);

/** A page of the rows, the newest first. */
export async function listSettlements(
  ports: Ports,
  filter: SettlementFilter,
  { page, size }: { page: number; size: number },
): Promise<{ rows: SettlementRow[]; more: boolean }> {
  const found = await ports.db.execute(sql`select ${columns} from ${await allRows(ports, filter)}
    order by day desc, id desc nulls first, reference limit ${size + 1} offset ${(page - 1) * size}`);
  const rows = z.array(rowShape).parse(found.rows);
  return { rows: rows.slice(0, size), more: rows.length > size };
}

const sumShape = z.object({
  state: z.enum(settlementStates),
  count: z.coerce.number(),
  expected: z.coerce.number(),
  gross: z.coerce.number(),
  fee: z.coerce.number(),
  tax: z.coerce.number(),
  net: z.coerce.number(),
  difference: z.coerce.number(),
});
/** The rows of one state added up, in paise. */
export type SettlementSum = z.infer<typeof sumShape>;

/** The sums of each state, whatever state the list shows. */
export async function settlementSums(ports: Ports, filter: SettlementFilter): Promise<SettlementSum[]> {
  const found = await ports.db.execute(sql`
    select state, count(*) as count, sum(expected) as expected, sum(gross) as gross, sum(fee) as fee, sum(tax) as tax,
      sum(net) as net, sum(difference) as difference
    from ${await allRows(ports, { ...filter, state: "" })} group by state`);
  const sums = z.array(sumShape).parse(found.rows);
  return settlementStates.flatMap((state) => sums.find((sum) => sum.state === state) ?? []);
}

const heading = [
  ...[
    "State",
    "Kind",
    "Reference",
    "Order",
    "Date",
    "UTR",
    "Expected",
    "Amount",
    "Fee",
    "Tax on fee",
    "Paid out",
  ],
  ...["Difference", "Note", "Settled by", "File", "Line"],
];
const atOnce = 2_000;

/** The rows as CSV, in rupees, the newest first. */
export async function* settlementCsv(ports: Ports, filter: SettlementFilter): AsyncGenerator<string> {
  yield csvByteOrderMark + csvRow(heading);
  for (let page = 1; ; page++) {
    const { rows, more } = await listSettlements(ports, filter, { page, size: atOnce });
    const text = rows.map((row) =>
      csvRow([
        ...[
          settlementStateLabels[row.state],
          kindLabels[row.kind],
          row.reference,
          row.order_id ?? "",
          row.day,
          row.utr ?? "",
        ],
        ...[row.expected, row.gross, row.fee, row.tax, row.net, row.difference].map((amount) => amount / 100),
        ...[row.note ?? "", row.accepted_by ?? "", row.file_name ?? "", row.line ?? ""],
      ]),
    );
    if (text.length > 0) yield text.join("");
    if (!more) return;
  }
}

/** The newest twenty files. `accepted`: how many of their lines were settled by hand. */
export async function listSettlementFiles({ db }: Pick<Ports, "db">) {
  const { id, kind, fileName, lines, uploadedAt, actorName } = settlementFile;
  const accepted = sql<number>`(select count(*)::integer from settlement_line l
    where l.file_id = settlement_file.id and l.accepted_at is not null)`;
  return db
    .select({ id, kind, fileName, lines, uploadedAt, actorName, accepted })
    .from(settlementFile)
    .orderBy(desc(uploadedAt))
    .limit(20);
}
