import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { removeRedirects } from "../redirects/redirects.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { importRun } from "./tables.server.ts";

const productRows = z.array(z.object({ id: z.string(), slug: z.string(), name: z.string() }));

/** The products that a run made and that are still there. */
const madeBy = (runId: string) => sql`
  from import_product i join import_run r on r.id = i.run_id join product p on p.slug = i.slug
  where i.run_id = ${runId} and i.state = 'created' and p.created_at >= r.created_at`;

/** How many products a run made that are still there, and how many of these were ordered or are reserved. */
export async function undoable({ db }: { db: Db }, runId: string): Promise<{ made: number; sold: number }> {
  const { rows } = await db.execute(sql`
    select count(*)::integer as made, count(*) filter (where ${sold(sql`m.id`)})::integer as sold
    from (select p.id ${madeBy(runId)}) m`);
  return z.tuple([z.object({ made: z.int(), sold: z.int() })]).parse(rows)[0];
}

const sold = (id: ReturnType<typeof sql>) => sql`(exists (select from order_line l where l.product_id = ${id})
  or exists (select from variant v where v.product_id = ${id} and v.reserved > 0))`;

/**
 * Deletes the products that an import made, with the redirects that it made for them (audited); what it changed of other
 * products stays. Refused: 'not-found'; 'not-done' before the run has ended; 'nothing-made'; 'sold' once one of them was
 * ordered or is reserved.
 */
export async function undoImport(
  { db }: Pick<Services, "db">,
  { actor, id }: { actor: Actor; id: string },
): Promise<Done<{ products: number }> | Refused<"not-found" | "not-done" | "nothing-made" | "sold">> {
  if (!z.uuid().safeParse(id).success) return refused("not-found");
  return inTransaction(db, async (tx) => {
    const { status, fileName } = importRun;
    const [run] = await tx
      .select({ status, fileName })
      .from(importRun)
      .where(eq(importRun.id, id))
      .for("update");
    if (!run) return refused("not-found");
    if (run.status !== "done") return refused("not-done");
    // Locked as for deleting one product: an order that is being placed waits, or this does.
    const found = await tx.execute(
      sql`select p.id, p.slug, p.name ${madeBy(id)} order by p.id for update of p`,
    );
    const products = productRows.parse(found.rows);
    if (products.length === 0) return refused("nothing-made");
    const ids = sql`${sql.param(products.map((one) => one.id))}::uuid[]`;
    await tx.execute(sql`select 1 from variant where product_id = any(${ids}) order by id for update`);
    if ((await undoable({ db: tx }, id)).sold > 0) return refused("sold");
    await tx.execute(sql`delete from product where id = any(${ids})`);
    const slugs = sql`${sql.param(products.map((one) => one.slug))}::text[]`;
    await removeRedirects(
      tx,
      products.map(({ slug }) => ({ path: `/products/${slug}`, target: `/product/${slug}` })),
    );
    await tx.execute(sql`
      update import_product set state = 'undone' where run_id = ${id} and state = 'created' and slug = any(${slugs})`);
    await recordAction(tx, {
      actor,
      action: "import.undo",
      subject: { kind: "import", id, name: run.fileName },
      before: { products: products.length, first: products.slice(0, 50).map((one) => one.name) },
    });
    return done({ products: products.length });
  });
}
