-- Articles, newsletter addresses and messages to the shop.

create table blog_post (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  title text not null check (length(title) between 1 and 160),
  category text not null check (category in ('fashion', 'tips', 'sustainability', 'guide')),
  excerpt text not null check (length(excerpt) between 1 and 400),
  body_markdown text not null check (length(body_markdown) between 1 and 100000),
  author text not null check (length(author) between 1 and 80),
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
  check (num_nulls(picture_key, picture_width, picture_height, picture_tint) in (0, 4))
);
create index blog_post_newest on blog_post (published_at desc, id) where published_at is not null;
create index blog_post_by_category on blog_post (category, published_at desc) where published_at is not null;

create table newsletter_subscriber (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  status text not null check (status in ('pending', 'confirmed', 'left')),
  -- When the last mail that asks for confirmation was queued: at most one in ten minutes.
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  left_at timestamptz,
  created_at timestamptz not null
);

-- The links in newsletter mails. Only the SHA-256 of a token is kept: who reads this table can follow none.
create table newsletter_link (
  token_hash text primary key check (length(token_hash) = 64),
  subscriber_id uuid not null references newsletter_subscriber on delete cascade,
  purpose text not null check (purpose in ('confirm', 'leave')),
  expires_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null,
  check ((purpose = 'confirm') = (expires_at is not null))
);
create index newsletter_link_of_subscriber on newsletter_link (subscriber_id);

create table contact_message (
  id uuid primary key,
  -- The customer reads it as CS-1001.
  ticket bigint generated always as identity (start with 1001) unique,
  name text not null check (length(name) between 1 and 80),
  email text not null check (length(email) <= 254),
  topic text not null check (topic in ('orders', 'returns', 'products', 'account', 'grievance', 'other')),
  message text not null check (length(message) between 1 and 4000),
  status text not null default 'open' check (status in ('open', 'answered')),
  created_at timestamptz not null
);
create index contact_message_by_status on contact_message (status, created_at desc);
create index contact_message_by_email on contact_message (email, created_at desc);

-- Where an answer to a mail goes, when not to the shop: messages from the contact form.
alter table mail_outbox add column reply_to text;
