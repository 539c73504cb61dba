-- Content: articles, questions, messages to the shop, the newsletter.

create table blog_post (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  title text not null check (length(title) >= 1 and length(title) <= 160),
  category text not null check (category in ('fashion', 'tips', 'sustainability', 'guide')),
  excerpt text not null check (length(excerpt) >= 1 and length(excerpt) <= 400),
  body_markdown text not null check (length(body_markdown) >= 1 and length(body_markdown) <= 100000),
  author text not null check (length(author) >= 1 and length(author) <= 80),
  -- The picture as storage knows it; an article may have none.
  picture_key text,
  picture_width integer check (picture_width > 0),
  picture_height integer check (picture_height > 0),
  picture_tint text check (picture_tint ~ '^#[0-9a-f]{6}$'),
  picture_alt text not null default '',
  -- Null: a draft. In the future: not shown before.
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint blog_post_check check (num_nulls(picture_key, picture_width, picture_height, picture_tint) = any (array[0, 4]))
);
comment on table blog_post is 'An article; a draft has no `published_at`. The picture''s four columns are set together.';
create index blog_post_newest on blog_post (published_at desc, id) where published_at is not null;
create index blog_post_by_category on blog_post (category, published_at desc) where published_at is not null;

create table faq_entry (
  -- The id of one of the shop's own questions (shop/content/faq), or a new one.
  id text primary key check (id ~ '^[a-z0-9-]{1,60}$'),
  group_id text not null check (group_id in ('orders', 'returns', 'products', 'account')),
  question text not null check (length(question) >= 1 and length(question) <= 200),
  answer text not null check (length(answer) >= 1 and length(answer) <= 2000),
  -- After the shop's own questions, lowest first.
  position integer not null default 0,
  hidden boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
comment on table faq_entry is 'What staff write for /faq: the shop''s own questions worded anew or hidden, and more.';

create table contact_message (
  id uuid primary key,
  -- The customer reads it as CS-1001.
  ticket bigint generated always as identity (start with 1001) unique,
  name text not null check (length(name) >= 1 and length(name) <= 80),
  email text not null check (length(email) <= 254),
  topic text not null check (topic in ('orders', 'returns', 'products', 'account', 'grievance', 'other')),
  message text not null check (length(message) >= 1 and length(message) <= 4000),
  status text not null default 'open' check (status in ('open', 'answered')),
  created_at timestamptz not null,
  read_at timestamptz,
  answered_by_name text,
  answered_by_kind text,
  answered_by_id text,
  constraint contact_message_answered_by_check check (char_length(answered_by_name) <= 200),
  constraint contact_message_answered_by_kind check (answered_by_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  constraint contact_message_answered_by_id check (char_length(answered_by_id) >= 1
    and char_length(answered_by_id) <= 100)
);
comment on table contact_message is 'Messages of the contact form.';
create index contact_message_by_status on contact_message (status, created_at desc);
create index contact_message_by_email on contact_message (email, created_at desc);
create index contact_message_by_newest on contact_message (created_at desc, id);

create table newsletter_subscriber (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  status text not null check (status in ('pending', 'confirmed', 'unsubscribed')),
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  created_at timestamptz not null
);
comment on table newsletter_subscriber is 'An address and whether its owner confirmed it.';

create table newsletter_link (
  token_hash text primary key check (length(token_hash) = 64),
  subscriber_id uuid not null references newsletter_subscriber (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'leave')),
  expires_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null,
  constraint newsletter_link_check check ((purpose = 'confirm') = (expires_at is not null))
);
comment on table newsletter_link is 'The links in newsletter mails. Only the SHA-256 of a token is kept: who reads this table can follow none.';
create index newsletter_link_of_subscriber on newsletter_link (subscriber_id);

create trigger blog_post_live after insert or delete or update on blog_post
  for each statement execute function announce_all('content');
create trigger faq_entry_live after insert or delete or update on faq_entry
  for each statement execute function announce_all('content');
