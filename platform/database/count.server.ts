import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "./database.server.ts";

/** Counting stops here, so that a list of a million rows costs what one of a thousand does. */
export const maxCounted = 1_000;
/** Rows that one index finds are counted a little further. */
export const maxCountedByIndex = 10_000;

/** A number of rows; when it is not `exact`, there are more. */
export type Count = { count: number; exact: boolean };

/** How many rows a query has, as an expression that `countShape` reads; at most one more than `most` are read. */
export function countSql(found: SQL, most: number = maxCounted): SQL {
  return sql`(select jsonb_build_object('count', least(count(*), ${most}), 'exact', count(*) <= ${most})
    from (select from (${found}) every limit ${most + 1}) counted)`;
}

export const countShape = z.object({ count: z.number(), exact: z.boolean() });

/** How many rows a query has; counting stops at `most`. In: a query without order and limit: `select from ...`. */
export async function countUpTo(db: Db, found: SQL, most: number = maxCounted): Promise<Count> {
  const { rows } = await db.execute(sql`select ${countSql(found, most)} as counted`);
  return z.tuple([z.object({ counted: countShape })]).parse(rows)[0].counted;
}
