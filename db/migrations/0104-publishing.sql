-- Published things (issue 38, general part b): what staff write, look at and then publish, at once or at a time. A kind
-- is declared as data in TypeScript (shop/publishing/), so that a further one needs no migration.
create table publication (
  kind text not null check (kind ~ '^[a-z][a-z-]{0,39}$'),
  key text not null check (key ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  -- What staff work on; null: nothing that differs from what was published last.
  draft jsonb check (jsonb_typeof(draft) = 'object'),
  draft_by text not null default '' check (char_length(draft_by) <= 200),
  draft_at timestamptz,
  version integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (kind, key),
  check ((draft is null) = (draft_at is null))
);
comment on table publication is 'A thing that staff publish: an own page, a policy, the announcement. Its draft, and the version that two people at once are told apart by.';

create table publication_version (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  -- Null: from then on the shipped text, or nothing where none is shipped.
  content jsonb check (jsonb_typeof(content) = 'object'),
  at timestamptz not null default now(),
  -- The version that visitors see is the newest of these that has passed, so a planned one needs no job.
  live_at timestamptz not null,
  cancelled_at timestamptz check (cancelled_at < live_at),
  actor_kind text not null check (actor_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  actor_id text check (char_length(actor_id) between 1 and 100),
  actor_name text not null default '' check (char_length(actor_name) <= 200),
  foreign key (kind, key) references publication (kind, key),
  check (live_at >= at)
);
comment on table publication_version is 'What was published, by whom, and when it goes live. Append-only, but that a planned version can be cancelled before its time.';
create index publication_version_by_thing on publication_version (kind, key, live_at desc, id desc);

create function refuse_change_of_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.cancelled_at is null and new.cancelled_at is not null
      and to_jsonb(new) - 'cancelled_at' = to_jsonb(old) - 'cancelled_at' then
      return new;
    end if;
  end if;
  raise exception 'publication_version is append-only' using errcode = 'integrity_constraint_violation';
end $$;
create trigger publication_version_append_only before delete or update on publication_version
  for each row execute function refuse_change_of_version();
create trigger publication_version_never_emptied before truncate on publication_version
  for each statement execute function refuse_change_of_version();
