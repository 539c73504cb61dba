-- The demo's gateway and stand-ins, in a schema of their own.

create schema local_gateway;

create table local_gateway.orders (
  order_id text primary key check (order_id ~ '^[A-Za-z0-9_-]{3,40}$'),
  cf_order_id bigint generated always as identity (start with 2180000001) unique,
  payment_session_id text not null unique,
  amount bigint not null check (amount >= 100),
  -- PAID is not kept: an attempt that succeeded says so.
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'TERMINATED')),
  return_url text,
  notify_url text,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
comment on table local_gateway.orders is 'Orders of the demo''s gateway.';

create table local_gateway.payment (
  cf_payment_id bigint generated always as identity (start with 5110000001) primary key,
  order_id text not null references local_gateway.orders (order_id) on delete cascade,
  status text not null check (status in ('SUCCESS', 'FAILED', 'PENDING', 'FLAGGED', 'USER_DROPPED', 'CANCELLED')),
  amount bigint not null check (amount >= 0),
  message text not null,
  at timestamptz not null,
  duplicate boolean not null default false
);
comment on table local_gateway.payment is 'Payments of the demo''s gateway.';
create index payments_of_order on local_gateway.payment (order_id);
create unique index payments_one_success
  on local_gateway.payment (order_id)
  where (status = 'SUCCESS') and (not duplicate);

create table local_gateway.refund (
  order_id text not null references local_gateway.orders (order_id) on delete cascade,
  refund_id text not null check (refund_id ~ '^[A-Za-z0-9_-]{3,40}$'),
  cf_refund_id bigint generated always as identity (start with 1130000001) unique,
  amount bigint not null check (amount > 0),
  note text not null,
  status text not null check (status in ('SUCCESS', 'PENDING', 'CANCELLED', 'ONHOLD', 'FAILED')),
  created_at timestamptz not null,
  primary key (order_id, refund_id)
);
comment on table local_gateway.refund is 'Refunds of the demo''s gateway.';

create table local_gateway.response (
  request_key text primary key,
  request_hash text not null,
  status integer not null,
  body text not null,
  at timestamptz not null
);
comment on table local_gateway.response is 'Answers by idempotency key.';

create table local_gateway.webhook (
  id bigint generated always as identity primary key,
  order_id text not null references local_gateway.orders (order_id) on delete cascade,
  event text not null,
  body text not null,
  forged boolean not null default false,
  attempts integer not null default 0,
  due_at timestamptz,
  delivered_at timestamptz
);
comment on table local_gateway.webhook is 'Webhooks of the demo''s gateway, and whether they were delivered.';
create index webhooks_due on local_gateway.webhook (due_at, id) where due_at is not null;

create table local_gateway.stand_in_record (
  kind text not null,
  key text not null,
  value jsonb not null,
  at timestamptz not null default now(),
  primary key (kind, key)
);
comment on table local_gateway.stand_in_record is 'What the demo''s stand-ins for Google and for message providers keep, so that every worker process sees it.';

create table local_gateway.shipment (
  awb text primary key,
  reference text not null,
  direction text not null check (direction in ('forward', 'reverse')),
  name text not null,
  pin text not null,
  collect bigint not null check (collect >= 0),
  cancelled boolean not null default false,
  pickup_on date,
  events jsonb not null,
  created_at timestamptz not null
);
comment on table local_gateway.shipment is 'Parcels of the demo''s courier.';
create index shipment_by_reference on local_gateway.shipment (reference);
