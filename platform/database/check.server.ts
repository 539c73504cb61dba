import { Client } from "pg";
import { StartError } from "../start-error.ts";

const oldest = 150_000;

/** Checks that a database answers and is new enough (PostgreSQL 15). Throws StartError otherwise. */
export async function checkDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('server_version_num')::int as number");
    if (Number(rows[0]?.number) >= oldest) return;
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartError(`The database of DATABASE_URL does not answer: ${reason}`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
  throw new StartError("The database of DATABASE_URL is older than PostgreSQL 15.");
}
