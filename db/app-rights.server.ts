import type { ClientBase } from "pg";
import { z } from "zod";
import { appRole } from "../platform/database/app-role.ts";

/**
 * Grants the shop's database role read and write access to everything except append-only tables: of a ledger (a table
 * with the trigger `refuse_change`) it may read and insert rows, never update, delete or truncate. Run as the owner
 * after each migration. Creates the role if allowed (as superuser of the embedded PostgreSQL); elsewhere it grants the
 * rights to a role that an operator created. Out: whether the role exists.
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
