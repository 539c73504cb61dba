import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { columnsWithout, type RowOf } from "../../platform/database/rows.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { mostRedirects, type RedirectInput, readRedirect, storedPath } from "./redirect-form.server.ts";
import { redirect } from "./tables.server.ts";

const columns = columnsWithout(redirect, []);
export type RedirectRow = RowOf<typeof columns>;

/** A page of the list, the newest first. In: a part of the path or the target. */
export async function listRedirects(
  { db }: { db: Db },
  { q, page, size }: { q: string; page: number; size: number },
): Promise<{ rows: RedirectRow[]; more: boolean }> {
  const wanted = q.replaceAll("\0", "");
  const found = await db
    .select(columns)
    .from(redirect)
    .where(sql`strpos(lower(path || ' ' || target), lower(${wanted})) > 0 or ${wanted} = ''`)
    .orderBy(sql`created_at desc, path`)
    .limit(size + 1)
    .offset((page - 1) * size);
  return { rows: found.slice(0, size), more: found.length > size };
}

const targetRows = z.array(z.object({ target: z.string() }));

/**
 * Where an address leads that has no page, and counts the use; null: nowhere. In: the path of the request, still
 * encoded.
 */
export async function followRedirect({ db }: Pick<Services, "db">, pathname: string): Promise<string | null> {
  const path = storedPath(pathname);
  if (path === null) return null;
  const { rows } = await db.execute(sql`
    update redirect set hits = hits + 1, last_hit_at = now() where path = ${path} returning target`);
  return targetRows.parse(rows)[0]?.target ?? null;
}

/**
 * Adds redirects, or changes where they lead (audited). Refused: 'loop' with the path that would lead to itself in the
 * end.
 */
export async function saveRedirects(
  { db }: Pick<Services, "db">,
  actor: Actor,
  some: readonly RedirectInput[],
): Promise<Done | (Refused<"loop"> & { path: string })> {
  return inTransaction(db, async (tx) => {
    // One at a time, so that two at once make no loop together.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('redirects'))`);
    const rows = [...new Map(some.map((one) => [one.path, one.target]))].map(([path, target]) => ({
      path,
      target,
    }));
    await tx
      .insert(redirect)
      .values(rows)
      .onConflictDoUpdate({ target: redirect.path, set: { target: sql`excluded.target` } });
    const loop = await loopAmong(
      tx,
      rows.map(({ path }) => path),
    );
    if (loop !== null) return { ...refused("loop"), path: loop };
    await recordAction(tx, {
      actor,
      action: "redirect.save",
      subject: { kind: "redirect", id: rows[0]?.path ?? "", name: `${rows.length} redirects` },
      after: { redirects: rows.slice(0, 50) },
    });
    await announce(tx);
    return done();
  });
}

/** A path among these that leads to itself, over at most twenty others; null: none does. */
async function loopAmong(tx: Db, paths: string[]): Promise<string | null> {
  const { rows } = await tx.execute(sql`
    with recursive step (start, at, depth) as (
      select path, regexp_replace(split_part(split_part(target, '?', 1), '#', 1), '/+$', ''), 1 from redirect
        where path = any(${sql.param(paths)}::text[])
      union all
      select s.start, regexp_replace(split_part(split_part(r.target, '?', 1), '#', 1), '/+$', ''), s.depth + 1
        from step s join redirect r on r.path = s.at where s.at <> s.start and s.depth < 20)
    select start as path from step where at = start or depth = 20 limit 1`);
  return z.array(z.object({ path: z.string() })).parse(rows)[0]?.path ?? null;
}

/** Deletes one (audited); its address answers 404 again. Refused: 'not-found'. */
export async function deleteRedirect(
  { db }: Pick<Services, "db">,
  actor: Actor,
  path: string,
): Promise<Done | Refused<"not-found">> {
  return inTransaction(db, async (tx) => {
    const [gone] = await tx
      .delete(redirect)
      .where(eq(redirect.path, path.replaceAll("\0", "")))
      .returning();
    if (!gone) return refused("not-found");
    const subject = { kind: "redirect", id: path, name: path };
    await recordAction(tx, { actor, action: "redirect.delete", subject, before: { target: gone.target } });
    await announce(tx);
    return done();
  });
}

/** Pages that answered 404 are kept by page caches. */
async function announce(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_notify('live', '{"topic":"settings","id":"redirects"}')`);
}

/** A wrong row of a file: its line, from 1, and what is wrong. */
export type WrongRow = { line: number; text: string };

/**
 * Reads the rows of a CSV: "from, to" or Shopify's "Redirect from, Redirect to", with or without headings. Out: the
 * redirects, or the first twenty wrong rows.
 */
export function readRedirectRows(
  rows: readonly (readonly string[])[],
): { ok: true; value: RedirectInput[] } | { ok: false; wrong: WrongRow[] } {
  const isHeading = /^(redirect )?(from|path|old)\b/i.test(rows[0]?.[0]?.trim() ?? "");
  const read: RedirectInput[] = [];
  const wrong: WrongRow[] = [];
  for (const [index, [path = "", target = ""]] of rows.entries()) {
    if (index === 0 && isHeading) continue;
    const one = readRedirect(new Map(Object.entries({ path: path.trim(), target: target.trim() })));
    if (one.ok) read.push(one.value);
    else wrong.push({ line: index + 1, text: Object.values(one.errors)[0] ?? "" });
  }
  if (wrong.length > 0) return { ok: false, wrong: wrong.slice(0, 20) };
  if (read.length === 0) return { ok: false, wrong: [{ line: 1, text: "There are no rows in this file." }] };
  if (read.length > mostRedirects)
    return {
      ok: false,
      wrong: [{ line: mostRedirects + 1, text: `At most ${mostRedirects} rows at once.` }],
    };
  return { ok: true, value: read };
}

/**
 * Makes the redirects of another shop's addresses where there is none yet. In: a transaction, and from where to where.
 */
export async function addMissingRedirects(tx: Db, some: readonly RedirectInput[]): Promise<void> {
  if (some.length === 0) return;
  const rows = [...new Map(some.map((one) => [one.path, one]))].map(([, one]) => one);
  await tx.insert(redirect).values(rows).onConflictDoNothing();
  await announce(tx);
}

/** Takes them back, unless the owner has made them lead elsewhere. In: a transaction. */
export async function removeRedirects(tx: Db, some: readonly RedirectInput[]): Promise<void> {
  await tx.execute(sql`
    delete from redirect r using jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as gone (path text, target text)
    where r.path = gone.path and r.target = gone.target`);
  await announce(tx);
}
