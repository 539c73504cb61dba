-- Imports of products.

create table import_run (
  id uuid primary key,
  actor_id text,
  actor_name text not null default '',
  file_name text not null check (char_length(file_name) <= 200),
  format text not null check (format in ('own', 'shopify', 'woocommerce')),
  mode text not null check (mode in ('create', 'update', 'both')),
  status text not null default 'checked' check (status in ('checked', 'running', 'done')),
  rows_read integer not null,
  -- [{row, column, message, grave}], at most 1,000.
  problems jsonb not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  products_read integer not null default 0,
  products_rejected integer not null default 0,
  rows_rejected integer not null default 0,
  actor_kind text not null,
  constraint import_run_actor_kind check (actor_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  constraint import_run_actor_id check (char_length(actor_id) >= 1 and char_length(actor_id) <= 100),
  constraint import_run_actor_name check (char_length(actor_name) <= 200
    and (actor_kind <> 'customer'
    or actor_name = ''))
);
comment on table import_run is 'One checked file, and its outcome.';
create index import_run_by_newest on import_run (created_at desc);

create table import_product (
  run_id uuid not null references import_run (id) on delete cascade,
  position integer not null,
  slug text not null,
  draft jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'created', 'updated', 'skipped', 'failed', 'undone')),
  message jsonb,
  -- Whether the catalogue had the product when the file was checked: it would be changed and not made.
  existing boolean not null default false,
  primary key (run_id, "position")
);
comment on table import_product is 'The products of an import, each with its state.';
create index import_product_waiting on import_product (run_id, "position") where state = 'waiting';

create table import_picture (
  -- As it is called in a file: "kurta-front.jpg", in lower case.
  name text primary key check (char_length(name) <= 200),
  file_key text not null,
  -- Known once a product has asked for it.
  picture_key text references picture (key),
  uploaded_at timestamptz not null default now()
);
comment on table import_picture is 'Pictures that were uploaded for an import.';

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
