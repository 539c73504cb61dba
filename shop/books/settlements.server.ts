import { createHash } from "node:crypto";
import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { rowsOf } from "../../platform/database/rows.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type Actor, can, recorded } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { dayInIndia } from "../tax/rates.ts";
import { cleanLine } from "../text/clean-text.ts";
import { columnNames, type ReadLine, type SettlementRead, settlementRead } from "./settlement-file.ts";
import type { ColumnNames, SettlementKind } from "./settlement-kinds.ts";
import { settlementColumns, settlementFile, settlementLine } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "clock">;

/** Lines that one statement writes or matches: 50,000 lines are a few short statements. */
const batch = 2_000;

/** Why a file was not taken, in words for its form. */
export type UploadRefusal =
  | { refused: "not-allowed" }
  | { refused: "known"; fileName: string; uploadedAt: Date }
  | ({ refused: "file" } & Exclude<SettlementRead, { kind: "read" }>);

/**
 * Reads a settlement file, keeps its lines and matches them with orders, in one transaction: all lines, or none. The
 * columns are kept for the next file of its kind. In: the headings that staff chose; null for the kept ones, or those
 * that the headings suggest. Refused: 'not-allowed', 'known' for a file with the same content, 'file' for one that
 * cannot be read as a whole. Audited.
 */
export async function uploadSettlement(
  { db, clock, threads }: Ports & Pick<Services, "threads">,
  actor: Actor,
  {
    kind,
    bytes,
    fileName,
    columns,
  }: { kind: SettlementKind; bytes: Buffer; fileName: string; columns: ColumnNames | null },
): Promise<{ ok: true; value: { id: string; lines: number } } | ({ ok: false } & UploadRefusal)> {
  if (!can(actor, "books.settle")) return { ok: false, refused: "not-allowed" };
  const digest = createHash("sha256").update(bytes).digest("hex");
  const known = await fileWith(db, digest);
  if (known) return { ok: false, refused: "known", ...known };
  const kept = columns ?? (await keptColumns({ db }, kind)).columns;
  const lines: ReadLine[] = [];
  let used: ColumnNames = {};
  for await (const message of threads.run("read-settlement", { bytes, kind, columns: kept })) {
    const read = settlementRead.parse(message);
    if (read.kind !== "read") return { ok: false, refused: "file", ...read };
    lines.push(...read.lines);
    used = read.columns;
  }
  const name = cleanLine(fileName).slice(0, 200) || "settlement.csv";
  const today = dayInIndia(clock.now());
  const id = await inTransaction(db, async (tx) => {
    const who = recorded(actor);
    const [made] = await tx
      .insert(settlementFile)
      .values({
        kind,
        fileName: name,
        digest,
        lines: lines.length,
        actorKind: who.kind,
        actorId: who.id,
        actorName: who.name,
      })
      .onConflictDoNothing({ target: settlementFile.digest })
      .returning({ id: settlementFile.id });
    if (!made) return null;
    for (let from = 0; from < lines.length; from += batch) {
      const rows = lines.slice(from, from + batch).map(({ other, day, ...line }) => ({
        ...line,
        fileId: made.id,
        kind,
        otherReference: other,
        settledOn: day ?? today,
      }));
      await tx.execute(sql`insert into settlement_line ${rowsOf(settlementLine, rows)}`);
    }
    await matchFile(tx, made.id);
    await tx
      .insert(settlementColumns)
      .values({ kind, columns: used })
      .onConflictDoUpdate({
        target: settlementColumns.kind,
        set: { columns: used, version: sql`${settlementColumns.version} + 1` },
        setWhere: sql`${settlementColumns.columns} <> excluded.columns`,
      });
    await recordAction(tx, {
      actor,
      action: "settlement.upload",
      subject: { kind: "settlement", id: made.id, name },
      after: { kind, lines: lines.length },
    });
    return made.id;
  });
  if (id) return { ok: true, value: { id, lines: lines.length } };
  const other = await fileWith(db, digest);
  return { ok: false, refused: "known", ...(other ?? { fileName: name, uploadedAt: clock.now() }) };
}

async function fileWith(db: Db, digest: string) {
  const { fileName, uploadedAt } = settlementFile;
  const [found] = await db
    .select({ fileName, uploadedAt })
    .from(settlementFile)
    .where(eq(settlementFile.digest, digest));
  return found ?? null;
}

/** The columns that the last file of a kind had, or staff chose. Null before the first. */
export async function keptColumns(
  { db }: Pick<Ports, "db">,
  kind: SettlementKind,
): Promise<{ columns: ColumnNames | null; version: number }> {
  const [found] = await db.select().from(settlementColumns).where(eq(settlementColumns.kind, kind));
  const columns = columnNames
    .nullable()
    .catch(null)
    .parse(found?.columns ?? null);
  return {
    columns: columns && Object.keys(columns).length > 0 ? columns : null,
    version: found?.version ?? 0,
  };
}

/**
 * Keeps which heading stands for what in files of a kind; none to have them guessed again. Refused: 'not-allowed',
 * 'changed-meanwhile'. Audited.
 */
export function saveColumns(
  { db }: Pick<Ports, "db">,
  actor: Actor,
  { kind, columns, version }: { kind: SettlementKind; columns: ColumnNames; version: number },
): Promise<Done | Refused<"not-allowed" | "changed-meanwhile">> {
  return inTransaction<Done | Refused<"not-allowed" | "changed-meanwhile">>(db, async (tx) => {
    if (!can(actor, "books.settle")) return refused("not-allowed");
    await tx.insert(settlementColumns).values({ kind, columns: {}, version: 0 }).onConflictDoNothing();
    const { rowCount } = await tx
      .update(settlementColumns)
      .set({ columns, version: version + 1 })
      .where(and(eq(settlementColumns.kind, kind), eq(settlementColumns.version, version)));
    if (rowCount === 0) return refused("changed-meanwhile");
    await recordAction(tx, {
      actor,
      action: "settlement.columns",
      subject: { kind: "settlement", id: kind, name: "Columns of settlement files" },
      after: columns,
    });
    return done();
  });
}

/**
 * Removes a file with its lines. Refused: 'not-found', 'accepted' once a line of it was settled by hand, 'not-allowed'.
 * Audited.
 */
export function undoSettlement(
  { db }: Pick<Ports, "db">,
  actor: Actor,
  id: string,
): Promise<Done | Refused<"not-found" | "accepted" | "not-allowed">> {
  return inTransaction<Done | Refused<"not-found" | "accepted" | "not-allowed">>(db, async (tx) => {
    if (!can(actor, "books.settle")) return refused("not-allowed");
    if (!z.uuid().safeParse(id).success) return refused("not-found");
    const [file] = await tx.select().from(settlementFile).where(eq(settlementFile.id, id)).for("update");
    if (!file) return refused("not-found");
    const ofFile = eq(settlementLine.fileId, id);
    if ((await tx.$count(settlementLine, and(ofFile, isNotNull(settlementLine.acceptedAt)))) > 0)
      return refused("accepted");
    const targets = await tx
      .selectDistinct({ target: sql<string>`${settlementLine.target}` })
      .from(settlementLine)
      .where(and(ofFile, isNotNull(settlementLine.target)));
    await tx.delete(settlementFile).where(eq(settlementFile.id, id));
    // What was paid twice may now be paid once.
    for (let from = 0; from < targets.length; from += batch) {
      const some = targets.slice(from, from + batch).map(({ target }) => target);
      await compare(tx, sql`l.target = any(${sql.param(some)}::text[])`);
    }
    await recordAction(tx, {
      actor,
      action: "settlement.undo",
      subject: { kind: "settlement", id, name: file.fileName },
      before: { kind: file.kind, lines: file.lines },
    });
    return done();
  });
}

/** What staff settle by hand: a line as it was shown, or money that never came (`target` of a missing one). */
export type Acceptance = { note: string } & ({ id: number; seen: string } | { target: string });

/**
 * Accepts the difference of a line, or that money never came, with a note. Refused: 'empty' without a note, 'not-found',
 * 'changed-meanwhile' when it was accepted or matched otherwise since, 'not-allowed'. Audited.
 */
export function acceptDifference(
  { db, clock }: Ports,
  actor: Actor,
  acceptance: Acceptance,
): Promise<Done | Refused<"empty" | "not-found" | "changed-meanwhile" | "not-allowed">> {
  return inTransaction<Done | Refused<"empty" | "not-found" | "changed-meanwhile" | "not-allowed">>(
    db,
    async (tx) => {
      if (!can(actor, "books.settle")) return refused("not-allowed");
      const note = cleanLine(acceptance.note).slice(0, 300);
      if (note === "") return refused("empty");
      const accepted = { note, acceptedAt: clock.now(), acceptedBy: recorded(actor).name };
      const written =
        "id" in acceptance
          ? await acceptLine(tx, acceptance, accepted)
          : await acceptMissing(tx, acceptance.target, accepted);
      if (!written.ok) return written;
      await recordAction(tx, {
        actor,
        action: "settlement.accept",
        subject: { kind: "settlement", id: String(written.value.id), name: written.value.reference },
        after: { note, state: written.value.state },
      });
      return done();
    },
  );
}

type Accepted = { note: string; acceptedAt: Date; acceptedBy: string };
type AcceptedLine = { id: number; reference: string; state: string };

async function acceptLine(
  tx: Db,
  { id, seen }: { id: number; seen: string },
  accepted: Accepted,
): Promise<Done<AcceptedLine> | Refused<"not-found" | "changed-meanwhile">> {
  const [line] = await tx.select().from(settlementLine).where(eq(settlementLine.id, id)).for("update");
  if (!line) return refused("not-found");
  if (line.acceptedAt || line.state === "matched" || line.state !== seen) return refused("changed-meanwhile");
  await tx.update(settlementLine).set(accepted).where(eq(settlementLine.id, id));
  return done(line);
}

const missingRow = z.object({
  kind: z.enum(["gateway", "courier"]),
  order_id: z.string(),
  parcel_id: z.string().nullable(),
  payment_id: z.string().nullable(),
  reference: z.string(),
  expected: z.coerce.number(),
});

async function acceptMissing(
  tx: Db,
  target: string,
  accepted: Accepted,
): Promise<Done<AcceptedLine> | Refused<"not-found" | "changed-meanwhile">> {
  const [, what, id = ""] = /^(payment|parcel) (.{1,100})$/.exec(target) ?? [];
  if (!what || (what === "parcel" && !z.uuid().safeParse(id).success)) return refused("not-found");
  const { rows } = await tx.execute(
    what === "parcel"
      ? sql`select 'courier' as kind, order_id, id as parcel_id, null as payment_id,
          coalesce(tracking_number, order_id::text) as reference, cash_of_parcel(id) as expected
          from parcel where id = ${id} for update`
      : sql`select 'gateway' as kind, order_id, null as parcel_id, provider_payment_id as payment_id,
          provider_payment_id as reference, amount as expected
          from received_payment where provider_payment_id = ${id} for update`,
  );
  const missing = missingRow.safeParse(rows[0]);
  if (!missing.success) return refused("not-found");
  if ((await tx.$count(settlementLine, eq(settlementLine.target, target))) > 0)
    return refused("changed-meanwhile");
  const { kind, order_id, parcel_id, payment_id, reference, expected } = missing.data;
  const [made] = await tx
    .insert(settlementLine)
    .values({
      ...{ kind, reference, target, expected, state: "short", ...accepted },
      ...{ orderId: order_id, parcelId: parcel_id, paymentId: payment_id },
      ...{ gross: 0, fee: 0, tax: 0, net: 0, settledOn: dayInIndia(accepted.acceptedAt) },
    })
    .returning({ id: settlementLine.id, reference: settlementLine.reference, state: settlementLine.state });
  return made ? done(made) : refused("not-found");
}

/**
 * Matches the lines of a file, and those of earlier ones that found no order: it may have its AWB since. Source of the
 * references: providers know payments and orders by their own ids and by ours, couriers parcels by the AWB and orders
 * by what stands on the label, which is the id or its first eight characters.
 */
async function matchFile(tx: Db, fileId: string): Promise<void> {
  const bounds = await tx.execute(sql`select id from settlement_line
    where file_id = ${fileId} or (state = 'unknown' and accepted_at is null) order by id`);
  const ids = z.array(z.object({ id: z.coerce.number() })).parse(bounds.rows);
  for (let from = 0; from < ids.length; from += batch) {
    const some = ids.slice(from, from + batch).map(({ id }) => id);
    await findOrders(tx, sql`l.id = any(${sql.param(some)}::bigint[])`);
  }
  for (let from = 0; from < ids.length; from += batch) {
    const some = ids.slice(from, from + batch).map(({ id }) => id);
    await compare(
      tx,
      sql`l.target in (select target from settlement_line where id = any(${sql.param(some)}::bigint[]))`,
    );
  }
  await tx.execute(sql`
    update settlement_file f set covers_from = (
      select min(coalesce(r.at, p.delivered_at, p.sent_at)) from settlement_line l
        left join received_payment r on r.provider_payment_id = l.payment_id
        left join parcel p on p.id = l.parcel_id
      where l.file_id = f.id and l.order_id is not null)
    where id = ${fileId}`);
}

const byOthers = sql.raw(`('cod', 'outside', 'none')`);
const uuidText = sql.raw(`'^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$'`);

function findOrders(tx: Db, which: SQL) {
  return tx.execute(sql`
    update settlement_line l set order_id = f.order_id, payment_id = f.payment_id, parcel_id = f.parcel_id,
      target = case
        when l.gross < 0 then 'refund ' || f.order_id || ' ' || l.gross
        when l.kind = 'gateway' and f.payment_id is not null then 'payment ' || f.payment_id
        when l.kind = 'courier' and f.parcel_id is not null then 'parcel ' || f.parcel_id
        else 'order ' || f.order_id end
    from settlement_line n cross join lateral (
      select found.order_id,
        case when n.kind = 'gateway' then coalesce(found.payment_id, (
          select p.provider_payment_id from received_payment p
          where p.order_id = found.order_id and p.provider not in ${byOthers}
          order by p.effect = 'applied' desc, p.amount = n.gross desc, p.at limit 1)) end as payment_id,
        case when n.kind = 'courier' then coalesce(found.parcel_id, (
          select (array_agg(p.id))[1] from parcel p
          where p.order_id = found.order_id and p.state not in ('prepared', 'returned', 'lost')
          having count(*) = 1)) end as parcel_id
      from (
        select 1 as rank, p.order_id, p.provider_payment_id as payment_id, null::uuid as parcel_id
          from received_payment p
          where n.kind = 'gateway' and p.provider_payment_id in (n.reference, n.other_reference)
            and p.provider not in ${byOthers}
        union all select 2, p.order_id, null, p.id from parcel p
          where n.kind = 'courier' and p.tracking_number is not null
            and upper(p.tracking_number) in (upper(n.reference), upper(n.other_reference))
        union all select 3, g.order_id, (select p.provider_payment_id from received_payment p
            where p.order_id = g.order_id and p.gateway_order_id = g.gateway_order_id order by p.at limit 1), null
          from gateway_order g where g.gateway_order_id in (n.reference, n.other_reference)
        union all select 4, o.id, null, null from orders o
          where o.id = any(array(select given::uuid from unnest(array[n.reference, n.other_reference]) given
            where given ~ ${uuidText}))
        union all select 5, s.id, null, null from unnest(array[n.reference, n.other_reference]) given
          cross join lateral (select (array_agg(o.id))[1] as id from orders o
            where o.id between (lower(ltrim(given, '#')) || '-0000-0000-0000-000000000000')::uuid
              and (lower(ltrim(given, '#')) || '-ffff-ffff-ffff-ffffffffffff')::uuid having count(*) = 1) s
          where given ~* '^#?[0-9a-f]{8}$'
      ) found order by found.rank limit 1) f
    where n.id = l.id and ${which}`);
}

/**
 * Compares all lines of some targets with what was expected. A second line of one target is 'twice'. `net` counts, so
 * that what was kept besides the named fee is seen.
 */
async function compare(tx: Db, which: SQL): Promise<void> {
  await tx.execute(sql`
    update settlement_line l set expected = c.expected,
      state = case when c.is_again then 'twice'
        when l.net = c.expected - l.fee - l.tax then 'matched'
        when l.net < c.expected - l.fee - l.tax then 'short' else 'over' end
    from (
      select d.id, d.is_again, case when d.is_again then 0 else d.due end as expected from (
        select l.id, e.due, l.place > case when l.gross < 0 then greatest(e.count, 1) else 1 end as is_again
        from (select l.*, row_number() over (partition by l.target order by l.id) as place
          from settlement_line l where l.file_id is not null and ${which}) l
        cross join lateral (select
          case when l.gross < 0 then (select count(*) from refund r
            where r.order_id = l.order_id and r.amount = -l.gross and r.state <> 'failed') end as count) n
        cross join lateral (select n.count, coalesce(case
          when l.gross < 0 then case when l.kind = 'gateway' and n.count > 0 then l.gross else 0 end
          when l.kind = 'gateway' then (select max(p.amount) from received_payment p
            where p.provider_payment_id = l.payment_id and p.order_id = l.order_id)
          when l.parcel_id is not null then cash_of_parcel(l.parcel_id)
          else (select sum(cash_of_parcel(p.id)) from parcel p where p.order_id = l.order_id) end, 0)::bigint as due) e
      ) d) c
    where l.id = c.id and l.accepted_at is null`);
}
