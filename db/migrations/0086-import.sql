-- Imports of products by CSV: what was read from the file waits here row by row, so that a stopped import goes on where
-- it was. Pictures of a ZIP wait in storage until a product asks for them by name.

create table import_run (
  id uuid primary key,
  admin_id uuid not null,
  admin_name text not null,
  file_name text not null check (char_length(file_name) <= 200),
  format text not null check (format in ('own', 'shopify')),
  mode text not null check (mode in ('create', 'update', 'both')),
  status text not null default 'checked' check (status in ('checked', 'running', 'done')),
  rows_read integer not null,
  -- [{row, column, message, grave}], at most 1,000.
  problems jsonb not null,
  -- All of them, listed or not.
  problem_count integer not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index import_run_by_newest on import_run (created_at desc);

create table import_product (
  run_id uuid not null references import_run (id) on delete cascade,
  position integer not null,
  slug text not null,
  draft jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'created', 'updated', 'skipped', 'failed')),
  message text,
  primary key (run_id, position)
);
create index import_product_waiting on import_product (run_id, position) where state = 'waiting';

create table import_picture (
  -- As it is called in a file: "kurta-front.jpg", in lower case.
  name text primary key check (char_length(name) <= 200),
  file_key text not null,
  -- Known once a product has asked for it.
  picture_key text references picture (key),
  uploaded_at timestamptz not null default now()
);
