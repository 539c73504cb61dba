import { createHash } from "node:crypto";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { rowsOf } from "../../platform/database/rows.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import { type Actor, can, recorded } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { dayInIndia } from "../dates.ts";
import { keepFileColumns, keptFileColumns, saveFileColumns } from "../import/file-columns.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { cleanLine } from "../text/clean-text.ts";
import { columnNames, type ReadLine, type SettlementRead, settlementRead } from "./settlement-file.ts";
import type { ColumnNames, SettlementKind } from "./settlement-kinds.ts";
import { matchOrders, matchRead, settlementBatch } from "./settlement-matching.server.ts";
import { settlementFile, settlementLine } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "clock">;

/**
 * One file at a time: two that name the same payment would not see each other's lines. Out: whether it is this
 * transaction's turn; it does not wait, since a file may take longer than a statement may.
 */
async function takeTurn(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock(hashtext('settlements')) as mine`);
  return z.tuple([z.object({ mine: z.boolean() })]).parse(rows)[0].mine;
}

/** Why a file was not taken, in words for its form. */
export type UploadRefusal =
  | { refused: "not-allowed" }
  | { refused: "busy" }
  | { refused: "known"; fileName: string; uploadedAt: Date }
  | ({ refused: "file" } & Exclude<SettlementRead, { kind: "read" }>);

/**
 * Reads a settlement file, keeps its lines and matches them with orders, in one transaction: all lines, or none. The
 * columns are kept for the next file of its kind. In: the headings that staff chose; null for the kept ones, or those
 * that the headings suggest. Refused: 'not-allowed', 'known' for a file with the same content, 'file' for one that
 * cannot be read as a whole, 'busy' while another one is read. Audited.
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
  const name = cutText(cleanLine(fileName), 200) || "settlement.csv";
  const today = dayInIndia(clock.now());
  const id = await inTransaction(db, async (tx) => {
    if (!(await takeTurn(tx))) return null;
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
    const matches = await matchRead(tx, kind, lines);
    const rows = lines.map(({ other, day, ...line }, at) => ({
      ...line,
      ...matches[at],
      fileId: made.id,
      kind,
      otherReference: other,
      settledOn: day ?? today,
    }));
    for (let from = 0; from < rows.length; from += settlementBatch)
      await tx.execute(
        sql`insert into settlement_line ${rowsOf(settlementLine, rows.slice(from, from + settlementBatch))}`,
      );
    await tx.execute(sql`
      update settlement_file f set covers_from = (
        select min(coalesce(r.at, p.delivered_at, p.sent_at)) from settlement_line l
          left join received_payment r on r.provider_payment_id = l.payment_id
          left join parcel p on p.id = l.parcel_id
        where l.file_id = f.id and l.order_id is not null)
      where id = ${made.id}`);
    await keepFileColumns(tx, kind, used);
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
  return other ? { ok: false, refused: "known", ...other } : { ok: false, refused: "busy" };
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
  const { columns, version } = await keptFileColumns(db, kind, columnNames);
  return { columns: columns && Object.keys(columns).length > 0 ? columns : null, version };
}

/**
 * Keeps which heading stands for what in files of a kind; none to have them guessed again. Refused: 'not-allowed',
 * 'changed-meanwhile'. Audited.
 */
export function saveColumns(
  { db }: Pick<Ports, "db">,
  actor: Actor,
  { kind, columns, version }: { kind: SettlementKind; columns: ColumnNames; version: string },
): Promise<Done | Refused<"not-allowed" | "changed-meanwhile">> {
  return inTransaction<Done | Refused<"not-allowed" | "changed-meanwhile">>(db, async (tx) => {
    if (!can(actor, "books.settle")) return refused("not-allowed");
    if (!(await saveFileColumns(tx, kind, { columns, version }))) return refused("changed-meanwhile");
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
 * Removes a file with its lines, and matches the other lines of their orders anew. Refused: 'not-found', 'accepted' once
 * a line of it was settled by hand, 'busy' while a file is read, 'not-allowed'. Audited.
 */
export function undoSettlement(
  { db }: Pick<Ports, "db">,
  actor: Actor,
  id: string,
): Promise<Done | Refused<"not-found" | "accepted" | "busy" | "not-allowed">> {
  return inTransaction<Done | Refused<"not-found" | "accepted" | "busy" | "not-allowed">>(db, async (tx) => {
    if (!can(actor, "books.settle")) return refused("not-allowed");
    if (!(await takeTurn(tx))) return refused("busy");
    if (!z.uuid().safeParse(id).success) return refused("not-found");
    const [file] = await tx.select().from(settlementFile).where(eq(settlementFile.id, id)).for("update");
    if (!file) return refused("not-found");
    const ofFile = eq(settlementLine.fileId, id);
    // Locked first, so that no line is settled by hand while they are removed.
    await tx.execute(
      sql`select count(*) from (select 1 from settlement_line where file_id = ${id} for update) locked`,
    );
    if ((await tx.$count(settlementLine, and(ofFile, isNotNull(settlementLine.acceptedAt)))) > 0)
      return refused("accepted");
    const orders = await tx
      .selectDistinct({ id: sql<string>`${settlementLine.orderId}` })
      .from(settlementLine)
      .where(and(ofFile, isNotNull(settlementLine.orderId)));
    await tx.delete(settlementFile).where(eq(settlementFile.id, id));
    await matchOrders(
      tx,
      orders.map((order) => order.id),
    );
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
      const note = cutText(cleanLine(acceptance.note), 300);
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
      kind,
      reference,
      target,
      expected,
      state: "short",
      ...accepted,
      orderId: order_id,
      parcelId: parcel_id,
      paymentId: payment_id,
      gross: 0,
      fee: 0,
      tax: 0,
      net: 0,
      settledOn: dayInIndia(accepted.acceptedAt),
    })
    .returning({ id: settlementLine.id, reference: settlementLine.reference, state: settlementLine.state });
  return made ? done(made) : refused("not-found");
}
