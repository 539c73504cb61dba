-- The list of bulk edits: who changed what.
alter table bulk_edit
  add column actor_kind text not null default 'system',
  add column actor_id text,
  add column actor_name text not null default '',
  add column change jsonb;
