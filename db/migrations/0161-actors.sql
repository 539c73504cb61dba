-- Who did something is a kind, an id and the name as it was, instead of words like "staff <id>" that had to be taken apart
-- again. What is there is read here, once. Names of customers are not kept: a ledger could never forget them.

create function pg_temp.kind_of_who(who text) returns text language sql immutable as $$
  select case
    when who ~ '^(staff|admin)( |$)' then 'staff'
    when who ~ '^customer( |$)' then 'customer'
    when who = 'cashfree' then 'gateway'
    else 'system' end
$$;
create function pg_temp.id_of_who(who text) returns text language sql immutable as $$
  select case
    when who ~ '^(staff|customer) [0-9a-f-]{36}$' then split_part(who, ' ', 2)
    when who ~ '^(staff|admin|customer)( |$)' or who = 'shop' then null
    else left(who, 100) end
$$;
-- Names by account: as it is now, or for an account that is gone as the audit log last had it.
create temporary table staff_name on commit drop as
  select distinct on (id) id, left(name, 200) as name from (
    select id::text, name, 1 as rank, 0::bigint as entry from users
      where id in (select admin_id from audit_entry) or role <> 'user'
    union all select admin_id::text, admin_name, 2, -id from audit_entry) known
  order by id, rank, entry;
create function pg_temp.name_of_who(who text) returns text language sql stable as $$
  select case
    when who like 'admin %' then substr(who, 7)
    else coalesce((select name from staff_name where id = split_part(who, ' ', 2) and who like 'staff %'), '') end
$$;

do $$
declare
  ledger text;
begin
  foreach ledger in array array['order_event', 'refund', 'stock_move'] loop
    execute format('alter table %I add column actor_kind text, add column actor_id text, add column actor_name text', ledger);
    execute format('alter table %I disable trigger user', ledger);
    execute format('update %I set actor_kind = pg_temp.kind_of_who(who), actor_id = pg_temp.id_of_who(who),
      actor_name = pg_temp.name_of_who(who)', ledger);
    execute format('alter table %I enable trigger user', ledger);
    execute format('alter table %I drop column who, alter column actor_kind set not null,
      alter column actor_name set default '''', alter column actor_name set not null', ledger);
  end loop;
end $$;

alter table audit_entry rename column admin_id to actor_id;
alter table audit_entry rename column admin_name to actor_name;
alter table audit_entry add column actor_kind text not null default 'staff';
alter table audit_entry alter column actor_kind drop default, alter column actor_id type text,
  alter column actor_id drop not null, drop constraint audit_entry_admin_name_check;
alter index audit_by_admin rename to audit_by_actor;

alter table import_run rename column admin_id to actor_id;
alter table import_run rename column admin_name to actor_name;
alter table import_run add column actor_kind text not null default 'staff';
alter table import_run alter column actor_kind drop default, alter column actor_id type text,
  alter column actor_id drop not null;

do $$
declare
  ledger text;
begin
  foreach ledger in array array['order_event', 'refund', 'stock_move', 'audit_entry', 'import_run'] loop
    execute format($rule$alter table %I
      add constraint %I check (actor_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
      add constraint %I check (char_length(actor_id) between 1 and 100),
      add constraint %I check (char_length(actor_name) <= 200 and (actor_kind <> 'customer' or actor_name = ''))$rule$,
      ledger, ledger || '_actor_kind', ledger || '_actor_id', ledger || '_actor_name');
  end loop;
end $$;

-- A movement's order or exchange stands beside it (0120), so its reason need not carry the id.
alter table stock_move disable trigger user;
update stock_move set why = regexp_replace(why, ' [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', '')
  where source_id is not null;
alter table stock_move enable trigger user;
