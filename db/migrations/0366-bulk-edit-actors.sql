-- The actor's columns of bulk_edit (0363) as in every other table.
alter table bulk_edit
  alter column actor_kind drop default,
  add constraint bulk_edit_actor_kind_check
    check (actor_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import'));
