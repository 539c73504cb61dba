-- Who answered a message is an actor, as in the ledgers (docs/decisions/0024-actors-and-permissions.md).
alter table contact_message rename column answered_by to answered_by_name;
alter table contact_message add column answered_by_kind text, add column answered_by_id text;
update contact_message set answered_by_kind = 'staff' where answered_by_name is not null;
alter table contact_message
  add constraint contact_message_answered_by_kind
    check (answered_by_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  add constraint contact_message_answered_by_id check (char_length(answered_by_id) between 1 and 100);
