-- Orders, what they hold of the stock, and what happened to them. Money is integer paise, times are the database's.

create table coupon (
  code text primary key check (code ~ '^[A-Z0-9]{3,24}$'),
  description text not null check (char_length(description) <= 200),
  kind text not null check (kind in ('percent', 'flat')),
  -- Whole percent, or paise.
  value bigint not null check (value > 0 and (kind = 'flat' or value <= 100)),
  min_order bigint not null default 0 check (min_order >= 0),
  max_discount bigint check (max_discount > 0),
  usage_limit integer check (usage_limit > 0),
  per_user_limit integer check (per_user_limit > 0),
  first_order_only boolean not null default false,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  active boolean not null default true,
  used integer not null default 0 check (used >= 0 and (usage_limit is null or used <= usage_limit)),
  check (valid_from < valid_to)
);

create table orders (
  id uuid primary key default gen_random_uuid(),
  -- Null once the account is deleted: the law asks for the order to be kept, not for the person.
  user_id uuid references users (id) on delete set null,
  -- A cart order has fixed lines; a single one was made from one product.
  kind text not null check (kind in ('cart', 'single')),
  method text not null check (method in ('cod', 'online', 'whatsapp')),
  status text not null default 'pending'
    check (status in ('pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled')),
  payment_status text not null default 'pending' check (payment_status in ('pending', 'completed', 'failed',
    'refund_pending', 'refunded', 'partly_refunded', 'paid_late', 'amount_mismatch', 'duplicate')),
  -- Null until the customer confirms with an address: what 'Buy Now' makes is only prepared.
  placed_at timestamptz,
  subtotal bigint not null check (subtotal >= 0),
  discount bigint not null default 0 check (discount >= 0),
  shipping bigint not null default 0 check (shipping >= 0),
  total bigint not null check (total >= 0 and total = subtotal - discount + shipping),
  coupon_code text,
  -- As the customer wrote them for this order.
  name text not null default '' check (char_length(name) <= 100),
  email text not null default '' check (char_length(email) <= 254),
  phone text not null default '' check (phone = '' or phone ~ '^\+91[6-9][0-9]{9}$'),
  line1 text not null default '' check (char_length(line1) <= 120),
  line2 text not null default '' check (char_length(line2) <= 120),
  city text not null default '' check (char_length(city) <= 60),
  state text not null default '' check (char_length(state) <= 60),
  postal_code text not null default '' check (postal_code = '' or postal_code ~ '^[1-9][0-9]{5}$'),
  country text not null default 'India' check (char_length(country) <= 60),
  courier text check (char_length(courier) <= 80),
  tracking_number text check (char_length(tracking_number) <= 80),
  tracking_link text check (tracking_link ~ '^https://' and char_length(tracking_link) <= 300),
  -- A word of the shop to the customer.
  note text check (char_length(note) <= 500),
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index orders_of_user on orders (user_id, created_at desc);
create index orders_by_newest on orders (created_at desc, id);
create index orders_by_status on orders (status, created_at desc);
create index orders_prepared on orders (user_id) where placed_at is null and status <> 'cancelled';

create table order_line (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  position integer not null check (position >= 0),
  -- What was bought, as it was then. The product may change or go; this stays.
  product_id uuid references product (id) on delete set null,
  variant_id uuid references variant (id) on delete set null,
  name text not null,
  slug text not null,
  sku text not null,
  size text,
  colour text,
  picture jsonb,
  hsn_code text,
  unit_price bigint not null check (unit_price >= 0),
  struck_price bigint check (struck_price >= 0),
  offer_percent integer check (offer_percent between 1 and 100),
  quantity integer not null check (quantity between 1 and 10),
  total bigint not null check (total = unit_price * quantity),
  -- This line's share of the order's coupon, so that a refund of it is exact.
  discount bigint not null default 0 check (discount between 0 and total),
  unique (order_id, position)
);
create index order_line_by_product on order_line (product_id);
create index order_line_by_variant on order_line (variant_id);

-- What happened, for ever. The current status is the last 'status' event's.
create table order_event (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  at timestamptz not null default now(),
  who text not null check (char_length(who) between 1 and 200),
  kind text not null check (kind in ('status', 'payment', 'parcel', 'note', 'return')),
  from_value text,
  to_value text,
  note text check (char_length(note) <= 500)
);
create index order_event_of_order on order_event (order_id, id);
create trigger order_event_append_only before update or delete on order_event
  for each row execute function refuse_change();
create trigger order_event_never_emptied before truncate on order_event
  for each statement execute function refuse_change();

-- One click makes one order: the key is made when the page opens.
create table order_key (
  user_id uuid not null references users (id) on delete cascade,
  key text not null check (char_length(key) between 8 and 64),
  -- Says whether the same key came with another body.
  fingerprint text not null,
  order_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);

create table coupon_use (
  coupon_code text not null references coupon (code),
  order_id uuid not null references orders (id),
  user_id uuid references users (id) on delete set null,
  amount bigint not null check (amount >= 0),
  primary key (order_id)
);
create index coupon_use_by_user on coupon_use (coupon_code, user_id);

-- Pieces set aside for an order. variant.held is the sum of the active ones. 'claimed' left the stock for good;
-- 'released' came back.
create table hold (
  order_id uuid not null,
  variant_id uuid not null references variant (id) on delete cascade,
  quantity integer not null check (quantity > 0),
  state text not null default 'active' check (state in ('active', 'claimed', 'released')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (order_id, variant_id)
);
create index hold_to_expire on hold (expires_at) where state = 'active';
create index hold_by_variant on hold (variant_id) where state = 'active';

-- One order at the gateway: a way to pay one of ours. Several payments may be tried on it.
create table gateway_order (
  gateway_order_id text primary key check (gateway_order_id ~ '^[A-Za-z0-9_-]{3,40}$'),
  order_id uuid not null references orders (id),
  provider text not null,
  amount bigint not null check (amount > 0),
  currency text not null default 'INR',
  session_id text,
  -- 'asked': the gateway has not answered yet, nobody knows whether it made the order.
  state text not null default 'asked' check (state in ('asked', 'open', 'paid', 'closed')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  checked_at timestamptz
);
create index gateway_order_of_order on gateway_order (order_id, created_at);
create index gateway_order_open on gateway_order (created_at) where state in ('asked', 'open');

-- Single payments that the provider told of, each applied once. 'cod' is a provider too: the courier.
create table received_payment (
  provider text not null,
  provider_payment_id text not null,
  order_id uuid not null references orders (id),
  gateway_order_id text references gateway_order (gateway_order_id),
  amount bigint not null check (amount >= 0),
  currency text not null,
  method text,
  -- What it did: 'applied' paid the order; the others are money that must go back, or never counted.
  effect text not null check (effect in ('applied', 'late', 'mismatch', 'duplicate')),
  at timestamptz not null default now(),
  primary key (provider, provider_payment_id)
);
create index received_payment_of_order on received_payment (order_id);
create unique index received_payment_applied_once on received_payment (order_id) where effect = 'applied';

create table refund (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  provider text not null,
  gateway_order_id text references gateway_order (gateway_order_id),
  provider_payment_id text not null,
  amount bigint not null check (amount > 0),
  reason text not null check (char_length(reason) between 1 and 200),
  who text not null check (char_length(who) between 1 and 200),
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  last_error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index refund_of_order on refund (order_id, created_at);
create index refund_open on refund (created_at) where state = 'pending';

create table refund_line (
  refund_id uuid not null references refund (id),
  order_line_id uuid not null references order_line (id),
  quantity integer not null check (quantity > 0),
  amount bigint not null check (amount >= 0),
  primary key (refund_id, order_line_id)
);
create index refund_line_of_line on refund_line (order_line_id);

-- Verified notices of the gateway, kept as they came until they are dealt with.
create table payment_notice (
  id uuid primary key default gen_random_uuid(),
  -- The same notice twice is one row.
  fingerprint text not null unique,
  type text not null,
  gateway_order_id text,
  body text not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  outcome text
);
create index payment_notice_unhandled on payment_notice (received_at) where handled_at is null;

alter table review
  add column user_id uuid references users (id) on delete set null,
  add constraint review_of_line foreign key (order_line_id) references order_line (id);
create unique index review_once_a_line on review (order_line_id) where order_line_id is not null;

create trigger orders_touched before update on orders for each row execute function touch();

-- The customer's screens listen to 'orders' with the user's id, a tracking screen to 'order' with the order's.
create function announce_orders() returns trigger language plpgsql as $$
declare
  ids uuid[];
  people uuid[];
begin
  select array_agg(id), array_agg(distinct user_id) filter (where user_id is not null) into ids, people from added;
  perform announce('order', coalesce(ids, '{}'));
  perform announce('orders', coalesce(people, '{}'));
  return null;
end $$;
create trigger orders_live_insert after insert on orders
  referencing new table as added for each statement execute function announce_orders();
create trigger orders_live_update after update on orders
  referencing new table as added for each statement execute function announce_orders();
