import { createHash } from "node:crypto";

/** What staff sort by hand, in its order. `key`: a slug or an id. */
export type SortedRow = { key: string; name: string };

/** A list to sort; its version changes with its order, its rows and their names. */
export type RowsToSort = { rows: SortedRow[]; version: string };

/** Rows with their version. */
export function withVersion(rows: SortedRow[]): RowsToSort {
  const version = createHash("sha256").update(JSON.stringify(rows)).digest("hex").slice(0, 16);
  return { rows, version };
}

/** Whether the keys are those of the rows, each once, and the rows are still at this version. */
export function isOrderOf({ rows, version }: RowsToSort, keys: readonly string[], seen: string): boolean {
  const known = new Set(rows.map(({ key }) => key));
  return (
    version === seen &&
    keys.length === known.size &&
    new Set(keys).size === known.size &&
    keys.every((key) => known.has(key))
  );
}

/** The names in an order of the keys, for the audit log: "Men, Women". */
export function namesIn({ rows }: RowsToSort, keys: readonly string[]): string {
  return keys.map((key) => rows.find((row) => row.key === key)?.name ?? key).join(", ");
}
