import type { Client, PoolClient } from "pg";

/** At the start of a statement: its plan is worth keeping, because it does not depend on what is asked for. */
const hotComment = "/* hot */";
/** What Drizzle's builder writes looks rows up by their keys; an insert has no plan to choose. */
const byKey = /^\s*(select "|update "|insert into |delete from |INSERT INTO jobs\.)/;
/** A connection keeps each plan in the database's memory. */
const maxNames = 150;
/** On a connection that does one long work and is closed. */
const maxNamesOfBatch = 1_000;
/** Statements that were asked less often are as likely made up anew each time (lists of any length). */
const minUses = 5;

type StatementUse = { times: number; name: string };

/**
 * Gives names to statements that are asked again and again, so that PostgreSQL takes each apart and plans it once a
 * connection and not once a request. Only those marked with a comment `hot` at their beginning, and lookups by key:
 * for the others the best plan depends on what is asked for. `every`: all statements, for a long work that asks the same
 * ones thousands of times. Out: to be called with each new connection of one pool.
 */
export function namedStatements({
  every = false,
}: {
  every?: boolean | undefined;
} = {}): (client: PoolClient | Client) => void {
  const most = every ? maxNamesOfBatch : maxNames;
  const asked = new Map<string, StatementUse>();
  const nameOf = (text: string): string | undefined => {
    const known = asked.get(text);
    if (known) return ++known.times > minUses ? known.name : undefined;
    if (asked.size < most && (every || text.startsWith(hotComment) || byKey.test(text))) {
      asked.set(text, { times: 1, name: `hot_${asked.size + 1}` });
    }
    return undefined;
  };
  return (client) => {
    const query: (...all: unknown[]) => unknown = client.query.bind(client);
    const named = (config: unknown, ...rest: unknown[]) => query(withName(config, rest[0], nameOf), ...rest);
    client.query = named as typeof client.query;
  };
}

/** Only statements with values: the others go the short way, in one message. */
function withName(config: unknown, values: unknown, nameOf: (text: string) => string | undefined): unknown {
  if (!Array.isArray(values) || values.length === 0) return config;
  const text = typeof config === "string" ? config : isConfig(config) ? config.text : undefined;
  const name = text === undefined ? undefined : nameOf(text);
  if (name === undefined) return config;
  return typeof config === "object" ? { ...config, name } : { text, name };
}

function isConfig(config: unknown): config is { text: string } {
  return (
    typeof config === "object" &&
    config !== null &&
    "text" in config &&
    typeof config.text === "string" &&
    !("submit" in config) &&
    (!("name" in config) || config.name === undefined)
  );
}
