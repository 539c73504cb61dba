import { buffer } from "node:stream/consumers";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { savePicture } from "../catalogue/pictures/save-picture.server.ts";
import type { RedirectInput } from "../redirects/redirect-form.server.ts";
import { addMissingRedirects } from "../redirects/redirects.server.ts";
import { type Draft, draftShape } from "./draft.ts";
import { mostFetched, pictureFetcher } from "./fetch-pictures.server.ts";
import { importJob } from "./start-import.server.ts";
import { importPicture, importProduct, importRun } from "./tables.server.ts";
import { type Ready, type Written, writeProducts } from "./write-products.server.ts";

const atOnce = 100;
/** A job may last two minutes; a longer import queues its continuation after this time. */
const mostMs = 45_000;
type Ports = Pick<Services, "db" | "jobs" | "storage" | "clock" | "download" | "log">;

/**
 * Runs the rest of an import, a hundred products per transaction; the job 'import-products'. It may be stopped at any
 * point and run again, also concurrently: progress is recorded in the same transaction.
 */
export async function runImport(ports: Ports, runId: string): Promise<void> {
  const began = performance.now();
  while (performance.now() - began < mostMs) if ((await nextProducts(ports, runId)) === 0) return;
  await ports.jobs.send(ports.db, importJob, { runId });
}

async function nextProducts({ db, clock, ...ports }: Ports, runId: string): Promise<number> {
  // Pictures first and outside of the transaction: they take long, and storing one is idempotent.
  const { coming, pictures } = await withTheirPictures({ db, ...ports }, runId);
  return inTransaction(db, async (tx) => {
    const [run] = await tx
      .select({ status: importRun.status, actorName: importRun.actorName, format: importRun.format })
      .from(importRun)
      .where(eq(importRun.id, runId))
      .for("update");
    if (run?.status !== "running") return 0;
    const still = await waiting(tx, runId);
    const next = still.filter(({ slug }) => coming.has(slug));
    if (still.length === 0) {
      await tx.execute(sql`
        update import_run set status = 'done', finished_at = ${clock.now().toISOString()} where id = ${runId}`);
      return 0;
    }
    // Another worker was faster.
    if (next.length === 0) return still.length;
    const ready = next.map((draft) => withPictures(draft, pictures));
    const actor = { kind: "import", run: runId, staff: { name: run.actorName } } as const;
    const written = await writeProducts(tx, ready, actor);
    if (run.format === "shopify") await addMissingRedirects(tx, shopifyAddresses(ready, written));
    await tx.execute(sql`
      update import_product i set state = w.state, message = w.message
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as w (slug text, state text, message jsonb)
      where i.run_id = ${runId} and i.slug = w.slug`);
    return next.length;
  });
}

/** From Shopify's addresses of these products and of their collections to ours. */
function shopifyAddresses(drafts: Ready[], written: Written[]): RedirectInput[] {
  const failed = new Set(written.filter(({ state }) => state === "failed").map(({ slug }) => slug));
  return drafts
    .filter(({ slug }) => !failed.has(slug))
    .flatMap(({ slug, more }) => [
      { path: `/products/${slug}`, target: `/product/${slug}` },
      ...(more?.collections ?? []).map((one) => ({
        path: `/collections/${one}`,
        target: `/category/${one}`,
      })),
    ]);
}

/**
 * The products to write next, by slug, and the pictures that they name: those that the shop has, and those that were
 * fetched from their addresses. As many products as have few enough addresses that nobody has asked for yet.
 */
async function withTheirPictures(ports: Omit<Ports, "clock">, runId: string) {
  const drafts = await waiting(ports.db, runId);
  const stored = await storedPictures(ports, drafts);
  const fetcher = await pictureFetcher(ports, runId);
  const coming = new Set<string>();
  const urls = new Set<string>();
  let asked = 0;
  for (const { slug, pictures } of drafts) {
    const named = pictures.flatMap(({ name, source }) =>
      source !== null && !stored.has(name) ? [source] : [],
    );
    asked += named.filter(fetcher.isAsked).length;
    if (coming.size > 0 && asked > mostFetched) break;
    coming.add(slug);
    for (const url of named) urls.add(url);
  }
  const fetched = await fetcher.fetch([...urls]);
  return { coming, pictures: { stored, fetched } };
}

/** A product with its available pictures; the others as URLs from the file. */
function withPictures(
  draft: Draft,
  { stored, fetched }: { stored: ReadonlyMap<string, string>; fetched: ReadonlyMap<string, string> },
): Ready {
  const keyOf = ({ name, source }: Draft["pictures"][number]) =>
    stored.get(name) ?? (source === null ? undefined : fetched.get(source));
  const found = draft.pictures.flatMap((picture) => {
    const key = keyOf(picture);
    return key === undefined ? [] : [{ key, alt: picture.alt, colour: picture.colour }];
  });
  const missing = draft.pictures.filter((picture) => keyOf(picture) === undefined);
  return { ...draft, pictures: found, missing: missing.map(({ source, name }) => source ?? name) };
}

async function waiting(db: Db, runId: string): Promise<Draft[]> {
  const rows = await db
    .select({ draft: importProduct.draft })
    .from(importProduct)
    .where(and(eq(importProduct.runId, runId), sql`state = 'waiting'`))
    .orderBy(importProduct.position)
    .limit(atOnce);
  return rows.map(({ draft }) => draftShape.parse(draft));
}

const pictureRows = z.array(
  z.object({
    asked: z.string(),
    key: z.string().nullable(),
    name: z.string().nullable(),
    file: z.string().nullable(),
  }),
);

/** The pictures that drafts reference: name -> key. Invalid pictures are left out. */
async function storedPictures(
  ports: Pick<Ports, "db" | "storage">,
  drafts: Draft[],
): Promise<Map<string, string>> {
  const names = [...new Set(drafts.flatMap(({ pictures }) => pictures.map(({ name }) => name)))];
  const { rows } = await ports.db.execute(sql`
    select a.asked, coalesce(k.key, i.picture_key) as key, i.name, i.file_key as file
    from unnest(${sql.param(names)}::text[]) as a (asked)
    left join picture k on k.key = a.asked left join import_picture i on i.name = lower(a.asked)`);
  const found = new Map<string, string>();
  for (const { asked, key, name, file } of pictureRows.parse(rows)) {
    const ours = key ?? (file === null ? null : await keepUploaded(ports, name, file));
    if (ours !== null) found.set(asked, ours);
  }
  return found;
}

async function keepUploaded(
  ports: Pick<Ports, "db" | "storage">,
  name: string | null,
  fileKey: string,
): Promise<string | null> {
  const file = await ports.storage.get(fileKey);
  // Another import has stored it meanwhile.
  if (!file) return storedMeanwhile(ports.db, name);
  const saved = await savePicture(ports, await buffer(file.body));
  // A damaged picture is deleted; after a full disk the picture is kept for another attempt.
  if (!saved.ok && saved.refused === "no-space") return null;
  await ports.db.execute(
    saved.ok
      ? sql`update import_picture set picture_key = ${saved.value.key} where name = ${name} and file_key = ${fileKey}`
      : sql`delete from import_picture where name = ${name} and file_key = ${fileKey}`,
  );
  await ports.storage.delete(fileKey);
  return saved.ok ? saved.value.key : null;
}

async function storedMeanwhile(db: Db, name: string | null): Promise<string | null> {
  const [found] = await db
    .select({ key: importPicture.pictureKey })
    .from(importPicture)
    .where(sql`name = ${name}`);
  return found?.key ?? null;
}
