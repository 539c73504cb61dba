-- What payment providers and couriers paid out, line by line of their files.

create table settlement_file (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('gateway', 'courier')),
  file_name text not null check (char_length(file_name) between 1 and 200),
  -- SHA-256 of its content: the same file is read once.
  digest text not null unique,
  lines integer not null check (lines > 0),
  -- The oldest payment or delivery that it names. What is older than the first files is never called missing.
  covers_from timestamptz,
  uploaded_at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  actor_id text check (char_length(actor_id) between 1 and 100),
  actor_name text not null default '' check (char_length(actor_name) <= 200)
);
comment on table settlement_file is 'A settlement file of a payment provider, or a courier''s of collected cash.';

create table settlement_line (
  id bigint generated always as identity primary key,
  -- Null for money that never came and was settled by hand.
  file_id uuid references settlement_file (id) on delete cascade,
  kind text not null check (kind in ('gateway', 'courier')),
  line integer not null default 0,
  -- As in the file: id of the order or payment, number of the parcel (AWB).
  reference text not null,
  other_reference text,
  -- Paise; below 0 where the provider took money back. net = what was paid out.
  gross bigint not null,
  fee bigint not null,
  tax bigint not null,
  net bigint not null,
  utr text,
  settled_on date not null,
  order_id uuid references orders (id),
  parcel_id uuid references parcel (id) on delete set null,
  payment_id text,
  -- What the money is for: two lines of one target pay it twice.
  target text,
  -- What should have been paid, before the fee.
  expected bigint not null default 0,
  state text not null default 'unknown' check (state in ('matched', 'short', 'over', 'twice', 'unknown')),
  note text check (char_length(note) between 1 and 300),
  accepted_at timestamptz,
  accepted_by text,
  constraint settlement_line_accepted check ((note is null) = (accepted_at is null)),
  constraint settlement_line_by_hand check (file_id is not null or accepted_at is not null)
);
comment on table settlement_line is 'A line of a settlement file with the order that it is matched with, and what staff accepted.';
create index settlement_line_of_file on settlement_line (file_id);
create index settlement_line_by_day on settlement_line (settled_on, id);
create index settlement_line_of_target on settlement_line (target) where target is not null;
create index settlement_line_of_order on settlement_line (order_id) where order_id is not null;
create index settlement_line_unknown on settlement_line (id) where state = 'unknown';
create unique index settlement_line_by_hand_once on settlement_line (target) where file_id is null;

create table file_columns (
  kind text primary key check (kind in ('gateway', 'courier', 'products')),
  columns jsonb not null,
  version integer not null default 1
);
comment on table file_columns is 'What the columns of a kind of file stand for: the heading of each field; of products, the column of each heading.';
