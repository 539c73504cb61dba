-- What the program did once to this database and must not do again, such as filling the demo shop.
create table done_once (
  what text primary key,
  done_at timestamptz not null default now()
);
