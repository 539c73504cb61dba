import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { columnsWithout, type RowOf } from "../../platform/database/rows.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { plural } from "../money.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import {
  mostRedirects,
  ownAddress,
  type RedirectInput,
  readRedirect,
  storedPath,
} from "./redirect-form.server.ts";
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
 * Where an address leads that has no page, encoded as headers need it, and counts the use; null: nowhere. In: the path
 * of the request, still encoded.
 */
export async function followRedirect({ db }: Pick<Services, "db">, pathname: string): Promise<string | null> {
  const path = storedPath(pathname);
  if (path === null) return null;
  const { rows } = await db.execute(sql`
    update redirect set hits = hits + 1, last_hit_at = now() where path = ${path} returning target`);
  const [found] = targetRows.parse(rows);
  return found ? (ownAddress(found.target) ?? found.target) : null;
}

/**
 * Adds redirects, or changes where they lead (audited); a target at the shop's own address becomes a path. Refused:
 * 'loop' with the path that would lead to itself in the end.
 */
export async function saveRedirects(
  { db, site }: Pick<Services, "db" | "site">,
  actor: Actor,
  some: readonly RedirectInput[],
): Promise<Done | (Refused<"loop"> & { path: string })> {
  return inTransaction(db, async (tx) => {
    // One at a time, so that two at once make no loop together.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('redirects'))`);
    const home = site.publicUrl && `${site.publicUrl}/`;
    const rows = [...new Map(some.map((one) => [one.path, one.target]))].map(([path, target]) => ({
      path,
      target: home && target.startsWith(home) ? target.slice(home.length - 1) : target,
    }));
    await tx
      .insert(redirect)
      .values(rows)
      .onConflictDoUpdate({ target: redirect.path, set: { target: sql`excluded.target` } });
    const loop = await loopAmong(tx, rows);
    if (loop !== null) return { ...refused("loop"), path: loop };
    await recordAction(tx, {
      actor,
      action: "redirect.save",
      subject: {
        kind: "redirect",
        id: rows[0]?.path ?? "",
        name: plural(rows.length, "redirect", "redirects"),
      },
      after: { redirects: rows.slice(0, 50) },
    });
    await announce(tx);
    return done();
  });
}

/** From where a redirect is followed, and the path at which one is then; null outside of the shop. */
type Step = { start: string; at: string | null };

const pathAt = (target: string) => storedPath(ownAddress(target)?.split(/[?#]/, 1)[0] ?? "");

/** A path among these that leads to itself, over at most twenty others; null: none does. */
async function loopAmong(tx: Db, some: readonly RedirectInput[]): Promise<string | null> {
  let open: Step[] = some.map(({ path, target }) => ({ start: path, at: pathAt(target) }));
  for (let depth = 1; depth <= 20 && open.length > 0; depth += 1) {
    const back = open.find(({ start, at }) => start === at);
    if (back) return back.start;
    const paths = [...new Set(open.flatMap(({ at }) => at ?? []))];
    const rows = await tx
      .select({ path: redirect.path, target: redirect.target })
      .from(redirect)
      .where(sql`${redirect.path} = any(${sql.param(paths)}::text[])`);
    const targets = new Map(rows.map(({ path, target }) => [path, target]));
    open = open.flatMap(({ start, at }) => {
      const target = at === null ? undefined : targets.get(at);
      return target === undefined ? [] : [{ start, at: pathAt(target) }];
    });
  }
  return open[0]?.start ?? null;
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
 * Reads a CSV: "from, to" or Shopify's "Redirect from, Redirect to", with or without headings. In: its first line, and
 * the rows below it. Out: the redirects, or the first twenty wrong rows.
 */
export function readRedirectRows({
  headings: [from = "", to = ""],
  rows,
}: {
  headings: readonly string[];
  rows: readonly { line: number; cell: (at: number) => string }[];
}): { ok: true; value: RedirectInput[] } | { ok: false; wrong: WrongRow[] } {
  const below = rows.map(({ line, cell }) => ({ line, path: cell(0), target: cell(1) }));
  const isHeading = /^(redirect )?(from|path|old)\b/i.test(from);
  const read: RedirectInput[] = [];
  const wrong: WrongRow[] = [];
  for (const { line, path, target } of isHeading ? below : [{ line: 1, path: from, target: to }, ...below]) {
    if (path === "" && target === "") continue;
    const one = readRedirect(new Map(Object.entries({ path, target })));
    if (one.ok) read.push(one.value);
    else wrong.push({ line, text: Object.values(one.errors)[0] ?? "" });
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
