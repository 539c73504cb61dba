import { Client } from "pg";
import { appRole } from "../../../platform/database/app-role.ts";

export const templateName = { empty: "template_empty", seeded: "template_seeded" };

/** The address of another database in the same cluster. */
export function databaseAt(url: string, name: string): string {
  return url.replace("@/postgres?", `@/${name}?`);
}

/** The same database under the role that the shop works with. */
export function asAppRole(url: string): string {
  return url.replace("//campus@", `//${appRole}@`);
}

type Rows = Record<string, unknown>[];

/** Runs one statement on a connection of its own. */
export function onDatabase(url: string, statement: string): Promise<Rows> {
  return onOneConnection(url, (ask) => ask(statement));
}

/** Runs statements on one connection of their own. */
async function onOneConnection<Result>(
  url: string,
  work: (ask: (statement: string) => Promise<Rows>) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (statement) => (await client.query(statement)).rows);
  } finally {
    await client.end();
  }
}

/** Does `work` while no other process of this test run holds the lock of the same number. */
export async function alone(url: string, number: number, work: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [number]);
    await work();
  } finally {
    await client.end();
  }
}
