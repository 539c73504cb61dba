import { type SQL, sql } from "drizzle-orm";

/**
 * The values of an indexed text column of `product p`, null left out, in their order, as a query with the column
 * `value`. It jumps from value to value in the index; `select distinct` would read every product
 * (https://wiki.postgresql.org/wiki/Loose_indexscan). In: the column, and the condition of the index.
 */
export function productValues(column: SQL, where: SQL = sql`true`): SQL {
  return sql`with recursive found (value) as (
      (select ${column} from product p where ${where} order by ${column} limit 1)
      union all
      select (select ${column} from product p where ${where} and ${column} > found.value order by ${column} limit 1)
        from found where found.value is not null)
    select value from found where value is not null`;
}
