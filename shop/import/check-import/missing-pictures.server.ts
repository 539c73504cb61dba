import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import type { Problem } from "../draft.ts";
import { pictureNameOf } from "../unpack/read-zip.server.ts";

const mostLines = 50;
const found = z.array(z.object({ row: z.int(), name: z.string(), count: z.int() }));

/**
 * The pictures that pending products of a run name, without an address to fetch them from, and the shop does not have.
 * In: also the file's name of their column, and the rejected uploads, with the reason. Out: the problems, with the
 * products' rows; none excludes a product.
 */
export async function missingPictures(
  tx: Db,
  runId: string,
  column: string,
  skippedFiles: { name: string; why: string }[],
): Promise<Problem[]> {
  const { rows } = await tx.execute(sql`
    select (i.draft->>'row')::integer as row, p.one->>'name' as name, (count(*) over ())::integer as count
    from import_product i cross join jsonb_array_elements(i.draft->'pictures') as p (one)
    where i.run_id = ${runId} and i.state = 'waiting' and p.one->>'source' is null
      and not exists (select from picture k where k.key = p.one->>'name')
      and not exists (select from import_picture k where k.name = lower(p.one->>'name'))
    order by i.position limit ${mostLines}`);
  const missing = found.parse(rows);
  const [first] = missing;
  if (!first) return [];
  const reasons = new Map(skippedFiles.map(({ name, why }) => [pictureNameOf(name), why]));
  const refused = missing.filter(({ name }) => reasons.has(pictureNameOf(name)));
  const absent = missing.filter(({ name }) => !reasons.has(pictureNameOf(name)));
  const problems: Problem[] = refused.map(({ row, name }) => ({
    column,
    message: { code: "picture-not-kept", name, why: reasons.get(pictureNameOf(name)) ?? "" },
    grave: false,
    count: 1,
    lines: [{ row, value: name }],
  }));
  if (absent.length > 0) {
    problems.push({
      column,
      message: { code: "pictures-absent" },
      grave: false,
      count: first.count - refused.length,
      lines: absent.map(({ row, name }) => ({ row, value: name })),
    });
  }
  return problems;
}
