-- What staff write for /faq: the shop's own questions worded anew or hidden, and more.
create table faq_entry (
  -- The id of one of the shop's own questions (shop/content/faq), or a new one.
  id text primary key check (id ~ '^[a-z0-9-]{1,60}$'),
  group_id text not null check (group_id in ('orders', 'returns', 'products', 'account')),
  question text not null check (length(question) between 1 and 200),
  answer text not null check (length(answer) between 1 and 2000),
  -- After the shop's own questions, lowest first.
  position integer not null default 0,
  hidden boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
create trigger faq_entry_live after insert or update or delete on faq_entry
  for each statement execute function announce_all('content');
