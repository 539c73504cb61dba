-- Orders of a shop's time before this program, as history: they touch neither stock nor money nor documents.
create table past_order (
  id uuid primary key default gen_random_uuid(),
  source text not null check (source in ('shopify')),
  number text not null check (length(number) between 1 and 60),
  email citext check (length(email::text) <= 254),
  name text not null default '' check (length(name) <= 100),
  phone text not null default '' check (length(phone) <= 20),
  city text not null default '' check (length(city) <= 60),
  placed_at timestamptz not null,
  state text not null check (state in ('open', 'fulfilled', 'cancelled', 'refunded')),
  total bigint not null check (total >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  lines jsonb not null,
  imported_at timestamptz not null default now(),
  constraint past_order_once unique (source, number)
);

comment on table past_order is 'Imported orders of an earlier shop, shown to their customer and to staff. Amounts in paise.';
comment on column past_order.email is 'Whose it is: the account with this address; null: not known.';
comment on column past_order.lines is 'Name, SKU, quantity and unit price (paise) of each line.';
create index past_order_by_email on past_order (email, placed_at desc);
