import type { PoolClient } from "pg";

type Ask = (...statement: unknown[]) => unknown;

/**
 * Sends all statements that a connection gets in one event loop iteration in one write, and `begin` with the first
 * statement of its transaction: a separate message costs both ends more than a small statement does. For pools with
 * `pipeline: true` (node-postgres), whose connections send without waiting for earlier answers; PostgreSQL runs them in
 * that order. A `begin` fails only with its connection, and then nothing after it runs. The one exception is
 * pg_cancel_backend in the microseconds of the `begin` itself: then the first statement would run outside the
 * transaction.
 */
export function sendTogether(client: PoolClient): void {
  const ask: Ask = client.query.bind(client);
  const { stream } = client.connection;
  let isHeld = false;
  let begun: Promise<unknown> | undefined;
  const hold = () => {
    if (isHeld) return;
    isHeld = true;
    stream.cork();
    process.nextTick(() => {
      isHeld = false;
      stream.uncork();
    });
  };
  const together: Ask = (...statement) => {
    hold();
    const asked = ask(...statement);
    if (!(asked instanceof Promise)) return asked;
    if (isBegin(statement[0])) {
      begun = asked;
      // The next statement reports it.
      asked.catch(() => undefined);
      return Promise.resolve({ rows: [], rowCount: null });
    }
    if (begun === undefined) return asked;
    const both = Promise.all([begun, asked]);
    begun = undefined;
    return both.then(([, answer]) => answer);
  };
  client.query = together as typeof client.query;
}

function isBegin(statement: unknown): boolean {
  return (
    typeof statement === "object" &&
    statement !== null &&
    "text" in statement &&
    typeof statement.text === "string" &&
    statement.text.startsWith("begin")
  );
}
