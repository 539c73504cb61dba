import type { Client, PoolClient } from "pg";

/** Marks a statement whose plan does not depend on its parameters, so that it is worth preparing. */
const hotComment = "/* hot */";
/** Drizzle's builder looks rows up by their keys; an insert has no plan to choose. */
const byKey = /^\s*(select "|update "|insert into |delete from |INSERT INTO jobs\.)/;
/** Each connection keeps its plans in the database's memory. */
const maxNames = 150;
/** On a connection for one long batch that is then closed. */
const maxNamesOfBatch = 1_000;
/** Statements used less often are likely generated (lists of any length). */
const minUses = 5;

type StatementUse = { times: number; name: string };

/**
 * Names statements that repeat, so that PostgreSQL parses and plans each once per connection instead of once per
 * request. Only statements marked with a `hot` comment at their beginning, and lookups by key: for others the best
 * plan depends on the parameters. `every`: all statements, for a batch that repeats the same ones thousands of times.
 * Out: a function to call with each new connection of one pool.
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

/** Only statements with parameters: others use the simple protocol in one message. */
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
