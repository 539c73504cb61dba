import { Client } from "pg";
import { z } from "zod";
import { StartError } from "../start-error.ts";
import { appRole } from "./app-role.ts";

const oldest = 150_000;

/**
 * Checks that the database of DATABASE_URL answers, is new enough (PostgreSQL 15), and that its role may create what
 * the shop needs. Throws StartError otherwise.
 */
export async function checkDatabase(url: string): Promise<void> {
  const { version, role, database, may } = await ask("DATABASE_URL", url);
  if (version < oldest) throw new StartError("The database of DATABASE_URL is older than PostgreSQL 15.");
  if (!may)
    throw new StartError(
      `The role ${role} of DATABASE_URL may not create tables in the database ${database}. ` +
        `As a superuser: alter database "${database}" owner to "${role}";`,
    );
}

/** Checks that the role of DATABASE_APP_URL will get the rights of `campus_app`. Throws StartError otherwise. */
export async function checkAppRole(url: string): Promise<void> {
  const { role, isApp } = await ask("DATABASE_APP_URL", url);
  if (!isApp)
    throw new StartError(
      `The role ${role} of DATABASE_APP_URL has no rights on the shop's tables: only ${appRole} gets them.`,
    );
}

const answer = z.object({
  version: z.number(),
  role: z.string(),
  database: z.string(),
  may: z.boolean(),
  isApp: z.boolean(),
});

async function ask(name: string, url: string): Promise<z.infer<typeof answer>> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int as version, current_user as role,
        current_database() as database,
        has_database_privilege(current_database(), 'CREATE')
          and coalesce(has_schema_privilege('public', 'CREATE'), false) as may,
        exists (select from pg_roles r where r.rolname = $1 and pg_has_role(r.oid, 'USAGE'))
          or has_database_privilege(current_database(), 'CREATE') as "isApp"`,
      [appRole],
    );
    return answer.parse(rows[0]);
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartError(`The database of ${name} does not answer: ${reason}`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}
