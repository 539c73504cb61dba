import type { ClientBase } from "pg";
import { z } from "zod";
import { appRole } from "../platform/database/app-role.ts";

/**
 * Lets the shop's role read and write everything except what is append-only: of a ledger (a table whose trigger is
 * `refuse_change`) it may read and add rows, never change, delete or empty them, so that not even a hole in the
 * program can rewrite who did what. Call it as the owner, after each migration. Makes the role where it may (a
 * superuser: the embedded PostgreSQL); elsewhere a role that an operator made is given its rights. Out: whether
 * there is such a role.
 */
export async function giveAppRights(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select exists (select from pg_roles where rolname = $1) as made,
      (select rolsuper from pg_roles where rolname = current_user) as may_make`,
    [appRole],
  );
  const [found] = z.tuple([z.object({ made: z.boolean(), may_make: z.boolean() })]).parse(rows);
  if (!found.made && !found.may_make) return false;
  await client.query("begin");
  if (!found.made) await client.query(`create role ${appRole} login`);
  await client.query(rights);
  await client.query("commit");
  return true;
}

const rights = `
  do $$
  declare
    space text;
    ledger regclass;
  begin
    foreach space in array array['public', 'local_gateway', 'jobs'] loop
      continue when to_regnamespace(space) is null;
      execute format('grant usage on schema %I to ${appRole}', space);
      execute format('grant select, insert, update, delete on all tables in schema %I to ${appRole}', space);
      execute format('grant usage, select, update on all sequences in schema %I to ${appRole}', space);
      execute format('grant execute on all functions in schema %I to ${appRole}', space);
      execute format(
        'alter default privileges in schema %I grant select, insert, update, delete on tables to ${appRole}', space);
      execute format('alter default privileges in schema %I grant usage, select, update on sequences to ${appRole}', space);
    end loop;
    revoke insert, update, delete on schema_migration from ${appRole};
    for ledger in
      select distinct tgrelid::regclass from pg_trigger
      where tgfoid = to_regproc('public.refuse_change')::oid and not tgisinternal
    loop
      execute format('revoke update, delete, truncate on %s from ${appRole}', ledger);
    end loop;
  end $$`;
