import { hash } from "node:crypto";
import { DrizzleQueryError, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { types } from "pg";
import type { Db } from "./database.server.ts";

const dialect = new PgDialect();

/** Dates and times stay text, as in Drizzle's `execute`. */
const asText = new Set<number>([
  types.builtins.DATE,
  types.builtins.TIMESTAMP,
  types.builtins.TIMESTAMPTZ,
  types.builtins.INTERVAL,
]);
const parsers = {
  getTypeParser: (type: number) => (asText.has(type) ? String : types.getTypeParser(type)),
};

/** What `hot` offers of a database. */
export type HotStatements = { execute(statement: SQL): Promise<{ rows: Record<string, unknown>[] }> };

/**
 * The database for a statement that is executed often and whose best plan does not depend on its values: PostgreSQL
 * parses it once per connection and plans it a few times (docs/decisions/0042). Its text must not depend on the values
 * either: a list is one array. Gives the rows and throws the errors of `db.execute`.
 */
export function hot(db: Db): HotStatements {
  return {
    async execute(statement) {
      const { sql: text, params } = dialect.sqlToQuery(statement);
      try {
        return await db.$client.query({ name: nameOf(text), text, values: params, types: parsers });
      } catch (error) {
        throw new DrizzleQueryError(text, params, error instanceof Error ? error : undefined);
      }
    },
  };
}

/** Names are short in PostgreSQL (63 bytes), and one name is one text. */
function nameOf(text: string): string {
  return `hot_${hash("sha1", text)}`;
}
