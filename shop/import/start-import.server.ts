import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Admin } from "../audit/audit.ts";
import { recordDeed } from "../audit/record-deed.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import type { Draft, ImportMode, Known, Problem } from "./draft.ts";
import { readImport } from "./read-file.server.ts";
import { pictureNameOf } from "./unpack-pictures.server.ts";

const mostListed = 1000;
/** The job that does an import; shop/jobs.server.ts knows it. */
export const importJob = "import-products";

/**
 * The dry run: reads a file and keeps what it would do, without doing it. In: who, the file, whether products may be
 * made, changed, or both, and which pictures sent along were not kept, with the reason in words. Out: the run's id,
 * for its page. Nothing of the catalogue changes before `startImport`.
 */
export async function checkImport(
  { db, clock }: Pick<Services, "db" | "clock">,
  {
    admin,
    file,
    fileName,
    mode,
    notKept = [],
  }: {
    admin: Admin;
    file: Buffer;
    fileName: string;
    mode: ImportMode;
    notKept?: { name: string; why: string }[];
  },
): Promise<{ id: string }> {
  const read = await readImport(file, await known(db));
  const missing = await missingPictures(db, read.drafts);
  const problems: Problem[] = [...read.problems];
  const drafts: { draft: Draft; state: string; message: string | null }[] = [];
  const there = await slugsThere(db, read.drafts);
  const reasons = new Map(notKept.map(({ name, why }) => [pictureNameOf(name), why]));
  for (const draft of read.drafts) {
    const lost = draft.pictures.find(({ name }) => missing.has(name));
    const column = read.format === "own" ? "Picture" : "Image Src";
    if (lost) {
      const why = reasons.get(pictureNameOf(lost.name));
      const message = why
        ? `The picture "${lost.name}" was not kept: ${why}`
        : `No picture "${lost.name}" was uploaded.`;
      problems.push({ row: draft.row, column, message, grave: true });
    }
    const exists = there.has(draft.slug);
    const skipped = exists ? mode === "create" : mode === "update";
    const message = lost
      ? "a picture is missing"
      : skipped
        ? exists
          ? "exists already"
          : "does not exist"
        : null;
    drafts.push({ draft, state: message === null ? "waiting" : "skipped", message });
  }
  problems.sort((one, other) => one.row - other.row);
  const id = randomUUID();
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      insert into import_run (id, admin_id, admin_name, file_name, format, mode, rows_read, problems, problem_count,
        created_at)
      values (${id}, ${admin.id}, ${admin.name.slice(0, 200)}, ${fileName.slice(0, 200)}, ${read.format}, ${mode},
        ${read.rows}, ${JSON.stringify(problems.slice(0, mostListed))}::jsonb, ${problems.length},
        ${clock.now().toISOString()})`);
    for (let from = 0; from < drafts.length; from += 500) {
      const some = drafts.slice(from, from + 500).map((each, at) => ({ ...each, position: from + at }));
      await tx.execute(sql`
        insert into import_product (run_id, position, slug, draft, state, message)
        select ${id}, position, draft->>'slug', draft, state, message
        from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
          as d (position integer, draft jsonb, state text, message text)`);
    }
  });
  return { id };
}

/** Begins an import that was checked, or goes on with one that stopped. Refused: 'not-found', 'already-done'. */
export async function startImport(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  { admin, id }: { admin: Admin; id: string },
): Promise<Done | Refused<"not-found" | "already-done">> {
  if (!z.uuid().safeParse(id).success) return refused("not-found");
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute(
      sql`select status, file_name from import_run where id = ${id} for update`,
    );
    const [run] = z.array(z.object({ status: z.string(), file_name: z.string() })).parse(rows);
    if (!run) return refused("not-found");
    if (run.status === "done") return refused("already-done");
    await tx.execute(sql`update import_run set status = 'running' where id = ${id}`);
    await recordDeed(tx, {
      admin,
      deed: run.status === "checked" ? "import.start" : "import.resume",
      subject: { kind: "import", id, name: run.file_name },
    });
    await jobs.send(tx, importJob, { runId: id });
    return done();
  });
}

async function known(db: Db): Promise<Known> {
  const names = z.array(z.object({ name: z.string(), slug: z.string(), id: z.string() }));
  const categories = names.parse(
    (await db.execute(sql`select lower(name) as name, slug, id from category`)).rows,
  );
  const collections = names
    .parse((await db.execute(sql`select name, slug, slug as id from collection`)).rows)
    .map(({ slug }) => slug);
  return {
    categories: new Map(
      categories.flatMap(({ name, slug, id }) => [[slug, id] as const, [name, id] as const]),
    ),
    collections: new Set(collections),
  };
}

async function slugsThere(db: Db, drafts: Draft[]): Promise<Set<string>> {
  const slugs = drafts.map(({ slug }) => slug);
  const { rows } = await db.execute(
    sql`select slug from product where slug = any(${sql.param(slugs)}::text[])`,
  );
  return new Set(
    z
      .array(z.object({ slug: z.string() }))
      .parse(rows)
      .map(({ slug }) => slug),
  );
}

async function missingPictures(db: Db, drafts: Draft[]): Promise<Set<string>> {
  const names = [...new Set(drafts.flatMap(({ pictures }) => pictures.map(({ name }) => name)))];
  const { rows } = await db.execute(sql`
    select asked.name from unnest(${sql.param(names)}::text[]) as asked (name)
    where not exists (select from picture where key = asked.name)
      and not exists (select from import_picture p where p.name = lower(asked.name))`);
  return new Set(
    z
      .array(z.object({ name: z.string() }))
      .parse(rows)
      .map(({ name }) => name),
  );
}
