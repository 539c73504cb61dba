-- Audit: what staff and customers did.

create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id text,
  actor_name text not null default '',
  action text not null,
  subject_kind text not null check (subject_kind ~ '^[a-z][a-z-]*$'),
  subject_id text not null check (char_length(subject_id) <= 100),
  subject_name text not null check (char_length(subject_name) <= 300),
  before jsonb,
  after jsonb,
  actor_kind text not null,
  -- One act of a member of staff may change many records: the log shows it as one entry.
  act uuid,
  constraint audit_entry_deed_check check (action ~ '^[a-z][a-z-]*\.[a-z][a-z-]*$'),
  constraint audit_entry_actor_kind check (actor_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  constraint audit_entry_actor_id check (char_length(actor_id) >= 1 and char_length(actor_id) <= 100),
  constraint audit_entry_actor_name check (char_length(actor_name) <= 200
    and (actor_kind <> 'customer'
    or actor_name = ''))
);
comment on table audit_entry is 'Who did what in the back office, for ever. Written in the transaction of the deed itself.';
comment on column audit_entry.act is 'The request of the deed, the same for all that it changed. Null: recorded by no request.';
create index audit_by_subject on audit_entry (subject_kind, subject_id, id desc);
create index audit_by_action on audit_entry (action, id desc);
create index audit_by_time on audit_entry (at);
-- The audit log is narrowed by who, what and to whom; each list of choices jumps along its index.
create index audit_by_name on audit_entry using gin (search_normal(subject_name) gin_trgm_ops);
alter index audit_by_name alter column 1 set statistics 1000;
create index audit_by_actor on audit_entry (actor_id, id desc);
create index audit_by_act on audit_entry (act, action, id) where act is not null;

create trigger audit_append_only before delete or update on audit_entry
  for each row execute function refuse_change();
create trigger audit_never_emptied before truncate on audit_entry
  for each statement execute function refuse_change();
