import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import type { Problem, Summary } from "../draft.ts";

const mostLines = 50;
const found = z.array(
  z.object({ why: z.enum(["sku", "held"]), count: z.int(), row: z.int(), value: z.string() }),
);
const messages = { sku: "sku-of-another", held: "stock-reserved" } as const;

/**
 * Excludes the pending products of a run that the catalogue would refuse: a SKU that another variant has (ignoring
 * case), a stock below reservations. In: the file's names of the columns. Out: the problems, with their rows.
 */
export async function collisions(tx: Db, runId: string, columns: Summary["columns"]): Promise<Problem[]> {
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
      select v.position, v.line, 'held', v.stock || ', ' || w.held || ' held'
      from v join product p on p.slug = v.slug join variant w on w.product_id = p.id
        and w.size is not distinct from v.size and w.colour is not distinct from v.colour
      where v.stock < w.held),
    left_out as (
      update import_product i set state = 'skipped', message = case w.why
        when 'sku' then jsonb_build_object('code', 'sku-taken', 'sku', w.value) else '{"code": "held-above-stock"}' end
      from wrong w where i.run_id = ${runId} and i.position = w.position)
    select why, count, line as row, value from (
      select why, line, value, (count(*) over (partition by why))::integer as count,
        row_number() over (partition by why order by line) as at from wrong) as counted
    where at <= ${mostLines} order by why, line`);
  const lines = found.parse(rows);
  return (["sku", "held"] as const).flatMap((why) => {
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
