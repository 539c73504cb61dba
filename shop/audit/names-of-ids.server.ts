import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { ActPart } from "./act-words.ts";
import { isRecordId } from "./field-values.ts";

const rowsShape = z.array(z.object({ id: z.string(), name: z.string() }));

/**
 * What acts changed, with the names of accounts, categories, products, variants, order lines and orders instead of
 * their ids, as they are called now. The id of what is gone stays, and is shown nowhere.
 */
export async function withNames<Part extends Pick<ActPart, "before" | "after">>(
  db: Db,
  parts: readonly Part[],
): Promise<Part[]> {
  const ids = new Set<string>();
  replaced(
    parts.map(({ before, after }) => [before, after]),
    (id) => {
      ids.add(id);
      return id;
    },
  );
  if (ids.size === 0) return [...parts];
  const these = sql`any(${sql.param([...ids])}::uuid[])`;
  const { rows } = await db.execute(sql`
    select id, coalesce(nullif(name, ''), email::text, verified_phone, '') as name from users where id = ${these}
    union all select id, name from category where id = ${these}
    union all select id, name from product where id = ${these}
    union all select v.id, concat_ws(', ', p.name, v.colour, v.size) from variant v join product p on p.id = v.product_id
      where v.id = ${these}
    union all select id, concat_ws(', ', name, colour, size) from order_line where id = ${these}
    union all select id, 'Order ' || left(id::text, 8) from orders where id = ${these}`);
  const names = new Map(rowsShape.parse(rows).map(({ id, name }) => [id, name]));
  const named = (value: unknown) => replaced(value, (id) => names.get(id) || id);
  return parts.map((part) => ({ ...part, before: named(part.before), after: named(part.after) }));
}

/** A stored value with each id in it replaced. */
function replaced(value: unknown, nameOf: (id: string) => string): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === "string" && isRecordId(inner) ? nameOf(inner) : inner,
  );
}
