import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import type { Actor } from "../access/actor.ts";
import { actorColumns, actorValues } from "../access/actor-columns.server.ts";
import { attributeSets } from "../catalogue/kinds/attribute-sets.server.ts";
import { category, collection } from "../catalogue/tables.server.ts";
import { completeVariants } from "./absent-columns.server.ts";
import { missingPictures } from "./check-import/missing-pictures.server.ts";
import type { ProductColumns } from "./choose-columns.ts";
import type { ImportMode, Known, Problem, Summary } from "./draft.ts";
import { keepProductColumns } from "./file-columns.server.ts";
import { excludeForbidden } from "./forbidden-columns.server.ts";
import { readInThread } from "./read-in-thread.server.ts";

/**
 * The dry run: reads a file and stores its effects without applying them. In: the actor, the file, whether products may
 * be created, changed, or both, what staff say of its headings (kept for the next file), and which uploaded pictures
 * were rejected, with the reason. Out: the run's id, for its
 * page. Nothing of the catalogue changes before `startImport`.
 */
export async function checkImport(
  { db, clock, threads }: Pick<Services, "db" | "clock" | "threads">,
  {
    actor,
    file,
    fileName,
    mode,
    chosen = new Map(),
    skippedFiles = [],
  }: {
    actor: Actor;
    file: Buffer;
    fileName: string;
    mode: ImportMode;
    chosen?: ProductColumns;
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
      values (${id}, ${actorValues(actor)}, ${cutText(fileName, 200)}, 'own', ${mode}, 0, '[]',
        ${clock.now().toISOString()})`);
    const meant = await keepProductColumns(tx, actor, chosen);
    const reading = readInThread(threads, file, known, meant);
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
    .select({
      name: sql<string>`lower(${category.name})`,
      slug: category.slug,
      id: category.id,
      kind: category.kind,
    })
    .from(category);
  const collections = await db.select({ slug: collection.slug }).from(collection);
  return {
    categories: new Map(
      categories.flatMap(({ name, slug, id }) => [[slug, id] as const, [name, id] as const]),
    ),
    collections: new Set(collections.map(({ slug }) => slug)),
    sets: new Map(
      (await attributeSets({ db })).flatMap(({ key, name, fields }) =>
        [key, name.toLowerCase()].map((known) => [known, { key, fields }] as const),
      ),
    ),
    setOfCategory: new Map(categories.map(({ id, kind }) => [id, kind])),
  };
}

const mostLines = 50;
const found = z.array(
  z.object({ why: z.enum(["sku", "reserved"]), count: z.int(), row: z.int(), value: z.string() }),
);
const messages = { sku: "sku-of-another", reserved: "stock-reserved" } as const;

/**
 * Excludes the pending products of a run that the catalogue would refuse: a SKU that another variant has (ignoring
 * case), a stock below reservations. In: the file's names of the columns. Out: the problems, with their rows.
 */
async function collisions(tx: Db, runId: string, columns: Summary["columns"]): Promise<Problem[]> {
  const { rows } = await tx.execute(sql`
    with v as (
      select i.position, i.slug, (v.one->>'row')::integer as line, v.one->>'size' as size, v.one->>'colour' as colour,
        v.one->>'sku' as sku, (v.one->>'stock')::integer as stock
      from import_product i cross join jsonb_array_elements(i.draft->'variants') as v (one)
      where i.run_id = ${runId} and i.state = 'waiting'),
    wrong as (
      select v.position, v.line, 'sku' as why, v.sku as value
      from v join variant w on lower(w.sku) = lower(v.sku) join product p on p.id = w.product_id
      where p.slug <> v.slug or w.size is distinct from v.size or w.colour is distinct from v.colour
      union all
      select v.position, v.line, 'reserved', v.stock || ', ' || w.reserved || ' reserved'
      from v join product p on p.slug = v.slug join variant w on w.product_id = p.id
        and w.size is not distinct from v.size and w.colour is not distinct from v.colour
      where v.stock < w.reserved),
    left_out as (
      update import_product i set state = 'skipped', message = case w.why
        when 'sku' then jsonb_build_object('code', 'sku-taken', 'sku', w.value) else '{"code": "reserved-above-stock"}' end
      from wrong w where i.run_id = ${runId} and i.position = w.position)
    select why, count, line as row, value from (
      select why, line, value, (count(*) over (partition by why))::integer as count,
        row_number() over (partition by why order by line) as at from wrong) as counted
    where at <= ${mostLines} order by why, line`);
  const lines = found.parse(rows);
  return (["sku", "reserved"] as const).flatMap((why) => {
    const concerned = lines.filter((line) => line.why === why);
    const [first] = concerned;
    if (!first) return [];
    const column = why === "sku" ? columns.sku : columns.stock;
    return [
      {
        column,
        message: { code: messages[why] },
        grave: true,
        count: first.count,
        lines: concerned.map(({ row, value }) => ({ row, value })),
      },
    ];
  });
}
