-- Who did what in the back office, for ever. Written in the transaction of the deed itself.
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- No foreign key: the entry stays when the account goes.
  admin_id uuid not null,
  admin_name text not null check (char_length(admin_name) between 1 and 200),
  -- Such as 'product.update'.
  deed text not null check (deed ~ '^[a-z][a-z-]*\.[a-z][a-z-]*$'),
  subject_kind text not null check (subject_kind ~ '^[a-z][a-z-]*$'),
  subject_id text not null check (char_length(subject_id) <= 100),
  subject_name text not null check (char_length(subject_name) <= 300),
  before jsonb,
  after jsonb
);
create index audit_by_admin on audit_entry (admin_id, id desc);
create index audit_by_subject on audit_entry (subject_kind, subject_id, id desc);
create index audit_by_deed on audit_entry (deed, id desc);
create index audit_by_time on audit_entry (at);
create trigger audit_append_only before update or delete on audit_entry
  for each row execute function refuse_change();
create trigger audit_never_emptied before truncate on audit_entry
  for each statement execute function refuse_change();
