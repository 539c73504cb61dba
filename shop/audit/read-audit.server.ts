import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { RecordedActor } from "../access/actor.ts";
import { actorOf, actorRow } from "../access/actor-columns.server.ts";
import { csvByteOrderMark, csvRow } from "../csv.ts";
import { readDay } from "../dates.ts";
import { type ActPart, actWords } from "./act-words.ts";
import { withNames } from "./names-of-ids.server.ts";

/** An entry as it was recorded: one act on one record. */
type RecordedEntry = ActPart & {
  id: number;
  at: Date;
  actor: RecordedActor;
  action: string;
  act: string | null;
};

/**
 * One act of the log, by the first entry of it that fits the filters. `parts`: what it changed, at most
 * `mostParts` records; `count`: how many it changed.
 */
export type AuditEntry = RecordedEntry & { parts: ActPart[]; count: number };

/** Filters; "" for no filter. Days as "2026-11-21" in India, both inclusive. `actor` is an id. */
export type AuditQuery = { actor: string; action: string; kind: string; q: string; from: string; to: string };

/** The number of acts per page. */
const auditPerPage = 50;
/** How many records of an act are shown. */
const mostParts = 100;

const shape = z.array(
  z.object({
    id: z.coerce.number(),
    at: z.coerce.date(),
    ...actorRow,
    action: z.string(),
    act: z.string().nullable(),
    subject_kind: z.string(),
    subject_id: z.string(),
    subject_name: z.string(),
    before: z.unknown(),
    after: z.unknown(),
  }),
);

/**
 * A page of the log, newest first: one entry for each act. `after` and `before` are entry ids: older than it, or newer.
 * Out: at most `auditPerPage` acts, and whether older and newer ones follow.
 */
export async function auditLog(
  { db }: Pick<Services, "db">,
  query: AuditQuery,
  { after, before }: { after: number | null; before: number | null },
): Promise<{ entries: AuditEntry[]; older: boolean; newer: boolean }> {
  const back = before !== null;
  const place = back ? sql`id > ${before}` : after === null ? sql`true` : sql`id < ${after}`;
  const found = await read(
    db,
    sql`${where(query)} and ${place} and ${isFirstOfItsAct(query)}`,
    back ? sql`asc` : sql`desc`,
    auditPerPage + 1,
    isShort(query),
  );
  const more = found.length > auditPerPage;
  const shown = found.slice(0, auditPerPage);
  if (back) shown.reverse();
  return { entries: await withParts(db, shown), older: back || more, newer: back ? more : after !== null };
}

/** The entry stands for its act: no earlier one of the same act fits the filters. */
function isFirstOfItsAct(query: AuditQuery): SQL {
  return sql`(act is null or not exists (select 1 from audit_entry e
    where e.act = a.act and e.action = a.action and e.id < a.id and ${where(query)}))`;
}

const partRows = z.array(
  z.object({
    act: z.string(),
    action: z.string(),
    subject_kind: z.string(),
    subject_id: z.string(),
    subject_name: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    parts: z.coerce.number(),
  }),
);

async function withParts(db: Db, entries: RecordedEntry[]): Promise<AuditEntry[]> {
  const ids = entries.flatMap(({ act }) => act ?? []);
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await db.execute(sql`
    select * from (select act, action, subject_kind, subject_id, subject_name, before, after,
        row_number() over (partition by act, action order by id) as number, count(*) over (partition by act, action) as parts
      from audit_entry where act = any(${sql.param(ids)}::uuid[])) one
    where number <= ${mostParts} order by number`);
  const byAct = Map.groupBy(partRows.parse(rows), ({ act, action }) => `${act} ${action}`);
  const found = entries.map((entry) => {
    const parts = byAct.get(`${entry.act} ${entry.action}`);
    if (!parts) return { ...entry, parts: [partOf(entry)], count: 1 };
    const entriesOfAct = parts[0]?.parts ?? 1;
    // One record may be changed in two steps. Of acts with more entries than are read, the entries are counted.
    const records = new Set(parts.map(({ subject_kind: kind, subject_id: id }) => `${kind} ${id}`)).size;
    return {
      ...entry,
      count: entriesOfAct === parts.length ? records : entriesOfAct,
      parts: parts.map((part) => ({
        subject: { kind: part.subject_kind, id: part.subject_id, name: part.subject_name },
        before: part.before,
        after: part.after,
      })),
    };
  });
  const named = await withNames(
    db,
    found.flatMap(({ parts }) => parts),
  );
  return found.map((entry) => ({ ...entry, parts: named.splice(0, entry.parts.length) }));
}

const partOf = ({ subject, before, after }: RecordedEntry): ActPart => ({ subject, before, after });

const atOnce = 1_000;

/** The filtered log as CSV chunks, newest first: a row for each record that an act changed, with its words. */
export async function* auditCsv({ db }: Pick<Services, "db">, query: AuditQuery): AsyncGenerator<string> {
  yield csvByteOrderMark +
    csvRow(["Entry", "When (UTC)", "Who", "What", "Action", "Kind", "Id", "Name", "Before", "After", "Act"]);
  let last: number | null = null;
  do {
    const place: SQL = last === null ? sql`true` : sql`id < ${last}`;
    const entries: RecordedEntry[] = await read(db, sql`${where(query)} and ${place}`, sql`desc`, atOnce);
    const named = await withNames(db, entries.map(partOf));
    yield entries
      .map(({ id, at, actor, action, act, subject, before, after }, place) =>
        csvRow([
          String(id),
          at.toISOString(),
          actor.name,
          actWords(action, named.slice(place, place + 1)),
          action,
          subject.kind,
          subject.id,
          subject.name,
          before === null ? "" : JSON.stringify(before),
          after === null ? "" : JSON.stringify(after),
          act ?? "",
        ]),
      )
      .join("");
    last = entries.length === atOnce ? (entries.at(-1)?.id ?? null) : null;
  } while (last !== null);
}

/** The values to filter by: actors, actions and kinds. A loose index scan jumps from value to value. */
export async function auditChoices({ db }: Pick<Services, "db">): Promise<{
  actors: { id: string; name: string }[];
  actions: string[];
  kinds: string[];
}> {
  const { rows } = await db.execute(sql`
    with recursive d (v) as (
      (select action from audit_entry order by action limit 1)
      union all
      select (select action from audit_entry where action > d.v order by action limit 1) from d where d.v is not null),
    k (v) as (
      (select subject_kind from audit_entry order by subject_kind limit 1)
      union all
      select (select subject_kind from audit_entry where subject_kind > k.v order by subject_kind limit 1)
        from k where k.v is not null),
    a (v) as (
      (select actor_id from audit_entry order by actor_id limit 1)
      union all
      select (select actor_id from audit_entry where actor_id > a.v order by actor_id limit 1)
        from a where a.v is not null)
    select 'action' as what, v as value, v as name from d where v is not null
    union all select 'kind', v, v from k where v is not null
    union all select 'actor', v, (select actor_name from audit_entry e where e.actor_id = v order by id desc limit 1)
      from a where v is not null`);
  const all = z.array(z.object({ what: z.string(), value: z.string(), name: z.string() })).parse(rows);
  const values = (what: string) => all.filter((row) => row.what === what);
  return {
    actors: values("actor").map(({ value, name }) => ({ id: value, name })),
    actions: values("action").map(({ value }) => value),
    kinds: values("kind").map(({ value }) => value),
  };
}

const summaryRows = z.array(
  z.object({ action: z.string(), times: z.coerce.number(), last: z.coerce.date() }),
);

/** What one actor did: each action with how often and when last, at most 20, the latest first. In: an account's id. */
export async function actionsOf(
  { db }: Pick<Services, "db">,
  actor: string,
): Promise<{ action: string; times: number; last: Date }[]> {
  const { rows } = await db.execute(sql`
    select action, count(*) as times, max(at) as last from audit_entry where actor_id = ${actor}
    group by action order by max(at) desc, action limit 20`);
  return summaryRows.parse(rows);
}

function where({ actor, action, kind, q, from, to }: AuditQuery): SQL {
  const wanted = [sql`true`];
  if (actor) wanted.push(sql`actor_id = ${actor}`);
  if (action) wanted.push(sql`action = ${action}`);
  if (kind) wanted.push(sql`subject_kind = ${kind}`);
  if (q) wanted.push(sql`(subject_id = ${q} or search_normal(subject_name) like search_pattern(${q}))`);
  const [first, last] = [readDay(from), readDay(to)];
  if (first) wanted.push(sql`at >= (${first}::date)::timestamp at time zone 'Asia/Kolkata'`);
  if (last) wanted.push(sql`at < (${last}::date + 1)::timestamp at time zone 'Asia/Kolkata'`);
  return sql.join(wanted, sql` and `);
}

/** At most 92 days, with both ends given. */
function isShort({ from, to }: AuditQuery): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  return days <= 92;
}

/** `byTime`: finds entries by their time and sorts them, instead of scanning from the newest back to that time. */
async function read(
  db: Db,
  condition: SQL,
  way: SQL,
  limit: number,
  byTime = false,
): Promise<RecordedEntry[]> {
  const order = byTime ? sql`id + 0` : sql`id`;
  const { rows } = await db.execute(
    sql`select * from audit_entry a where ${condition} order by ${order} ${way} limit ${limit}`,
  );
  return shape.parse(rows).map((row) => ({
    id: row.id,
    at: row.at,
    actor: actorOf(row),
    action: row.action,
    act: row.act,
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    before: row.before,
    after: row.after,
  }));
}
