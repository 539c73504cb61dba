import { type Column, type GetColumnData, getTableColumns, SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** Columns of a table by their names in the code. */
type Columns = Record<string, PgColumn>;
/** The row type of these columns in the code. */
export type RowOf<Shape extends Columns> = { [Name in keyof Shape]: GetColumnData<Shape[Name]> };

type ColumnsOf<T extends PgTable> = ReturnType<typeof getTableColumns<T>>;

/** The columns of a table except these. */
export function columnsWithout<T extends PgTable, Left extends keyof ColumnsOf<T> & string>(
  table: T,
  left: readonly Left[],
): Omit<ColumnsOf<T>, Left>;
export function columnsWithout(table: PgTable, left: readonly string[]): Columns {
  return Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => !left.includes(name)));
}

/**
 * The rows of a subquery as one field of a select. In: the columns to read, the alias that they have in `from`, and
 * the order. Out: an SQL field that decodes to an array of rows, empty without any.
 */
export function jsonRows<Shape extends Columns>(
  columns: Shape,
  { alias, from, order }: { alias: string; from: SQL; order: SQL },
): SQL<RowOf<Shape>[]> {
  const pairs = Object.entries(columns).map(
    ([name, column]) => sql`${sql.raw(`'${name}'`)}, ${sql.identifier(alias)}.${sql.identifier(column.name)}`,
  );
  return sql`(select coalesce(json_agg(json_build_object(${sql.join(pairs, sql`, `)}) order by ${order}), '[]')
    from ${from})`.mapWith((rows: Record<string, unknown>[]) => rows.map((row) => decode(columns, row)));
}

/** A row from JSON: each value decoded by its column. */
function decode<Shape extends Columns>(columns: Shape, row: Record<string, unknown>): RowOf<Shape>;
function decode(columns: Columns, row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, fromDriver(column, row[name] ?? null)]),
  );
}

function fromDriver(column: Column, value: unknown): unknown {
  return value === null ? null : column.mapFromDriverValue(value);
}

/** `(a, b) values (1, 2)`: what follows `insert into` for one row. A value may be SQL, such as `now()`. */
export function valuesOf(table: PgTable, row: Record<string, unknown>): SQL {
  const { columns, list } = listOf(table, Object.keys(row));
  const values = Object.values(row).map((value, at) =>
    value instanceof SQL ? value : sql.param(value, columns[at]),
  );
  return sql`(${list}) values (${sql.join(values, comma)})`;
}

/**
 * `(a, b) select ... from jsonb_to_recordset(...)`: the same for many rows that have the same fields, as one parameter.
 */
export function rowsOf(table: PgTable, rows: readonly Record<string, unknown>[]): SQL {
  const names = Object.keys(rows[0] ?? {});
  const { columns, list, typed } = listOf(table, names);
  const json = JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(columns.map((column, at) => [column.name, row[names[at] ?? ""] ?? null])),
    ),
  );
  return sql`(${list}) select ${list} from jsonb_to_recordset(${json}::jsonb) as x (${typed})`;
}

const comma = sql.raw(", ");

/** Columns with their names, and their names with types, as SQL. */
type ColumnList = { columns: Column[]; list: SQL; typed: SQL };

/** The lists of each table by their fields: the text of a statement with many columns is built once. */
const lists = new WeakMap<PgTable, Map<string, ColumnList>>();

function listOf(table: PgTable, fields: string[]): ColumnList {
  const known = lists.get(table) ?? new Map<string, ColumnList>();
  lists.set(table, known);
  const key = fields.join();
  const made = known.get(key) ?? makeList(table, fields);
  known.set(key, made);
  return made;
}

function makeList(table: PgTable, fields: string[]): ColumnList {
  const all: Columns = getTableColumns(table);
  const columns = fields.map((field) => {
    const column = all[field];
    if (!column) throw new Error(`there is no column for ${field}`);
    return column;
  });
  const quoted = columns.map(({ name }) => `"${name.replaceAll('"', '""')}"`);
  return {
    columns,
    list: sql.raw(quoted.join(", ")),
    typed: sql.raw(columns.map((column, at) => `${quoted[at]} ${column.getSQLType()}`).join(", ")),
  };
}
