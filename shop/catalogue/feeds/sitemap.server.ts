import { and, eq, gte, sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../../platform/services.server.ts";
import { product } from "../tables.server.ts";

/** Products per sitemap file; the format allows 50,000. */
const productsInFile = 10_000;
const inBatch = 1_000;

const fileShape = z.array(z.object({ changed: z.coerce.date() }));

export type MappedProduct = { id: string; slug: string; changed: Date; pictures: string[] };

const pictures = sql<string[]>`array(select pp.picture_key from product_picture pp
  where pp.product_id = product.id order by pp.position)`;

/** The sitemap files of all active products, in order, with the time of the newest change in each. */
export async function productFiles({ db }: Pick<Services, "db">): Promise<{ changed: Date }[]> {
  const { rows } = await db.execute(sql`
    select max(updated_at) as changed
    from (select updated_at, (row_number() over (order by id) - 1) / ${productsInFile}::integer as file
      from product where status = 'active') numbered
    group by file order by file`);
  return fileShape.parse(rows);
}

/**
 * The products of one file, in batches of 1,000. In: the file, from 1. Out: nothing for a file that does not exist.
 */
export async function* productsOfFile(
  { db }: Pick<Services, "db">,
  file: number,
): AsyncGenerator<MappedProduct[]> {
  const { id, slug, updatedAt: changed } = product;
  const active = eq(product.status, "active");
  const [first] = await db
    .select({ id })
    .from(product)
    .where(active)
    .orderBy(id)
    .offset((file - 1) * productsInFile)
    .limit(1);
  let from = first?.id;
  for (let left = productsInFile; from !== undefined && left > 0; left -= inBatch) {
    const batch: MappedProduct[] = await db
      .select({ id, slug, changed, pictures })
      .from(product)
      .where(and(active, gte(id, from)))
      .orderBy(id)
      .limit(Math.min(inBatch, left) + 1);
    from = batch[Math.min(inBatch, left)]?.id;
    yield batch.slice(0, Math.min(inBatch, left));
  }
}
