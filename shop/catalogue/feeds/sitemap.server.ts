import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../../platform/services.server.ts";

/** Products per sitemap file; the format allows 50,000. */
export const productsInFile = 10_000;
const inBatch = 1_000;

const fileShape = z.array(z.object({ changed: z.coerce.date() }));
const startShape = z.array(z.object({ id: z.string() }));
const rowShape = z.array(
  z.object({
    id: z.string(),
    slug: z.string(),
    changed: z.coerce.date(),
    pictures: z.array(z.string()),
  }),
);

export type MappedProduct = z.infer<typeof rowShape>[number];

/** The sitemap files of all active products, in order, with the time of the newest change in each. */
export async function productFiles({ readDb }: Pick<Services, "readDb">): Promise<{ changed: Date }[]> {
  const { rows } = await readDb.execute(sql`
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
  { readDb }: Pick<Services, "readDb">,
  file: number,
): AsyncGenerator<MappedProduct[]> {
  const { rows } = await readDb.execute(sql`
    select id from product where status = 'active' order by id offset ${(file - 1) * productsInFile} limit 1`);
  let from = startShape.parse(rows)[0]?.id;
  for (let left = productsInFile; from !== undefined && left > 0; left -= inBatch) {
    const found = await readDb.execute(sql`
      select p.id, p.slug, p.updated_at as changed,
        (select coalesce(json_agg(pp.picture_key order by pp.position), '[]') from product_picture pp
          where pp.product_id = p.id) as pictures
      from product p where p.status = 'active' and p.id >= ${from}
      order by p.id limit ${Math.min(inBatch, left) + 1}`);
    const batch = rowShape.parse(found.rows);
    from = batch[Math.min(inBatch, left)]?.id;
    yield batch.slice(0, Math.min(inBatch, left));
  }
}
