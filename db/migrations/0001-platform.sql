-- Search (trigrams, accents) and addresses that compare without regard to case.
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists citext;

-- Mail that waits to be sent, and the record of what was. Written in the transaction that causes it.
create table mail_outbox (
  id uuid primary key,
  "to" text not null,
  subject text not null,
  "text" text not null,
  html text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0 check (attempts >= 0),
  last_error text
);
create index mail_outbox_newest on mail_outbox (created_at desc, id desc);
