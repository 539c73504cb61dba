-- Pictures of an import that are fetched from their addresses (issue 38, section 7).
create table import_fetch (
  run_id uuid not null references import_run (id) on delete cascade,
  url text not null check (char_length(url) <= 2000),
  picture_key text references picture (key),
  -- Why there is none: a code of shop/import/fetch-pictures.server.ts.
  refused text check (char_length(refused) <= 40),
  fetched_at timestamptz not null default now(),
  primary key (run_id, url),
  check ((picture_key is null) <> (refused is null))
);
comment on table import_fetch is 'What became of the addresses of pictures that an import has asked for: so it goes on after a restart, and no address is asked for twice.';
create index import_fetch_by_url on import_fetch (url) where picture_key is not null;
