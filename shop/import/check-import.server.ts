import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { actorColumns, actorValues } from "../access/actor-columns.server.ts";
import { category, collection } from "../catalogue/tables.server.ts";
import { completeVariants } from "./absent-columns.server.ts";
import { collisions } from "./check-import/collisions.server.ts";
import { missingPictures } from "./check-import/missing-pictures.server.ts";
import type { ImportMode, Known } from "./draft.ts";
import { excludeForbidden } from "./forbidden-columns.server.ts";
import { readInThread } from "./read-in-thread.server.ts";

/**
 * The dry run: reads a file and stores its effects without applying them. In: the actor, the file, whether products may
 * be created, changed, or both, and which uploaded pictures were rejected, with the reason. Out: the run's id, for its
 * page. Nothing of the catalogue changes before `startImport`.
 */
export async function checkImport(
  { db, clock, threads }: Pick<Services, "db" | "clock" | "threads">,
  {
    actor,
    file,
    fileName,
    mode,
    skippedFiles = [],
  }: {
    actor: Actor;
    file: Buffer;
    fileName: string;
    mode: ImportMode;
    skippedFiles?: { name: string; why: string }[];
  },
): Promise<{ id: string }> {
  const id = randomUUID();
  const known = await knownNames(db);
  await inTransaction(db, async (tx) => {
    // A large file may be read for longer than a transaction may wait; this one locks only its own new rows.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = '5min'`);
    await tx.execute(sql`
      insert into import_run (id, ${actorColumns}, file_name, format, mode, rows_read, problems, created_at)
      values (${id}, ${actorValues(actor)}, ${fileName.slice(0, 200)}, 'own', ${mode}, 0, '[]',
        ${clock.now().toISOString()})`);
    const reading = readInThread(threads, file, known);
    let next = await reading.next();
    for (; !next.done; next = await reading.next()) await keepDrafts(tx, id, next.value);
    const { format, rows, products, productsRejected, rowsRejected, columns, problems } = next.value;
    await tx.execute(sql`
      update import_product set state = 'skipped', message = jsonb_build_object('code',
        case when existing then 'exists-already' else 'does-not-exist' end)
      where run_id = ${id} and ${mode} = case when existing then 'create' else 'update' end`);
    await excludeForbidden(tx, id, actor);
    await completeVariants(tx, id);
    problems.unshift(...(await collisions(tx, id, columns)));
    problems.push(...(await missingPictures(tx, id, columns.picture, skippedFiles)));
    await tx.execute(sql`
      update import_run set format = ${format}, rows_read = ${rows}, products_read = ${products},
        products_rejected = ${productsRejected}, rows_rejected = ${rowsRejected},
        problems = ${JSON.stringify(problems)}::jsonb where id = ${id}`);
  });
  return { id };
}

async function keepDrafts(tx: Db, id: string, drafts: string): Promise<void> {
  await tx.execute(sql`
    insert into import_product (run_id, position, slug, draft, existing)
    select ${id}, d.position, d.draft->>'slug', d.draft, p.id is not null
    from jsonb_to_recordset(${drafts}::jsonb) as d (position integer, draft jsonb)
    left join product p on p.slug = d.draft->>'slug'`);
}

async function knownNames(db: Db): Promise<Known> {
  const categories = await db
    .select({ name: sql<string>`lower(${category.name})`, slug: category.slug, id: category.id })
    .from(category);
  const collections = await db.select({ slug: collection.slug }).from(collection);
  return {
    categories: new Map(
      categories.flatMap(({ name, slug, id }) => [[slug, id] as const, [name, id] as const]),
    ),
    collections: new Set(collections.map(({ slug }) => slug)),
  };
}
