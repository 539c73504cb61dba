import { sql } from "drizzle-orm";
import type { Client, PoolClient } from "pg";
import type { Db } from "./database.server.ts";

/** Marks a statement whose plan does not depend on its parameters, so that it is worth preparing. */
export const hotComment = "/* hot */";
/** Key look-ups of Drizzle's builder; an insert has no alternative plans. */
const byKey = /^\s*(select "|update "|insert into |delete from |INSERT INTO jobs\.)/;
/** Plans take memory in the backend process of each connection. */
const maxNames = 150;
/** Further names, for hot statements only, so that the builder's many statements do not use them up. */
const maxHotNames = 100;
/** On a connection for one long batch that is then closed. */
const maxNamesOfBatch = 1_000;
/** Statements used less often are likely generated (lists of any length). */
const minUses = 5;
/** How many unnamed statements are counted; the least recently used one is dropped for another. */
const maxCounted = 500;

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
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known) return known;
    const isHot = text.startsWith(hotComment);
    if (!isHot && !every && !byKey.test(text)) return undefined;
    if (names.size >= most + (isHot ? maxHotNames : 0)) return undefined;
    const times = (uses.get(text) ?? 0) + 1;
    uses.delete(text);
    if (times > minUses) {
      const name = `statement_${names.size + 1}`;
      names.set(text, name);
      return name;
    }
    uses.set(text, times);
    const [oldest] = uses.keys();
    if (uses.size > maxCounted && oldest !== undefined) uses.delete(oldest);
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

/**
 * For the rest of the transaction, PostgreSQL plans each prepared statement once for all parameters
 * (`plan_cache_mode`). By itself it compares that plan with the average cost of the first five, each planned for its own
 * parameters, and never counts those again: in a connection from the first day of a shop, whose tables were empty then,
 * statements were planned anew for every order as soon as the tables had been analyzed, in a seventh of its time. Only
 * for transactions whose statements look rows up by their keys. To be sent with the first of them.
 */
export async function useGenericPlans(tx: Db): Promise<void> {
  await tx.execute(sql`set local plan_cache_mode = force_generic_plan`);
}
