-- Orders by hand (issue 39, section 3; docs/decisions/0052-orders-by-hand.md): where an order came from, free words to
-- find it by, drafts, and links to pay.
alter table orders
  add column channel text not null default 'web'
    check (channel in ('web', 'phone', 'instagram', 'whatsapp', 'counter')),
  add column tags text[] not null default '{}' check (cardinality(tags) <= 20);

comment on column orders.channel is 'Where the order came from: the shop''s own pages, or how staff who entered it were asked for it.';
comment on column orders.tags is 'Free words of staff, in lower case; only staff see them.';
create index orders_by_tag on orders using gin (tags) where tags <> '{}';
create index orders_by_channel on orders (channel, placed_at desc, id desc) where channel <> 'web' and placed_at is not null;

create table draft_order (
  id uuid primary key,
  user_id uuid references users (id) on delete cascade,
  content jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  actor_id text check (char_length(actor_id) between 1 and 100),
  actor_name text not null default '' check (char_length(actor_name) <= 200)
);
comment on table draft_order is 'An order that staff are entering for a customer. Placing it deletes the row and makes an order with its id.';
create index draft_order_by_change on draft_order (updated_at desc, id);
create index draft_order_of_user on draft_order (user_id) where user_id is not null;
create index draft_order_by_email on draft_order (lower(content ->> 'email'));

create table payment_link (
  token text primary key check (length(token) = 43),
  order_id uuid not null references orders (id) on delete cascade,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  actor_id text check (char_length(actor_id) between 1 and 100),
  actor_name text not null default '' check (char_length(actor_name) <= 200)
);
comment on table payment_link is 'An address at which an order is paid without signing in, until it expires. A new link of an order revokes the earlier one.';
create unique index payment_link_of_order on payment_link (order_id) where revoked_at is null;
