-- The stand-in for Cashfree (demo mode, tests): what the real one would keep on its own machines. It holds no names
-- and no addresses of customers. Amounts are paise. Nothing outside platform/payments/local-gateway reads this.
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

create table local_gateway.payments (
  cf_payment_id bigint generated always as identity (start with 5110000001) primary key,
  order_id text not null references local_gateway.orders on delete cascade,
  status text not null check (status in ('SUCCESS', 'FAILED', 'PENDING', 'USER_DROPPED', 'CANCELLED')),
  amount bigint not null check (amount >= 0),
  message text not null,
  at timestamptz not null,
  -- The second success of an order that was paid twice.
  second boolean not null default false
);
create index payments_of_order on local_gateway.payments (order_id);
create unique index payments_one_success on local_gateway.payments (order_id) where status = 'SUCCESS' and not second;

create table local_gateway.refunds (
  order_id text not null references local_gateway.orders on delete cascade,
  refund_id text not null check (refund_id ~ '^[A-Za-z0-9_-]{3,40}$'),
  cf_refund_id bigint generated always as identity (start with 1130000001) unique,
  amount bigint not null check (amount > 0),
  note text not null,
  status text not null check (status in ('SUCCESS', 'PENDING', 'CANCELLED', 'ONHOLD', 'FAILED')),
  created_at timestamptz not null,
  primary key (order_id, refund_id)
);

-- What was answered to a request with an idempotency key; asked again, the same is answered.
create table local_gateway.answers (
  request_key text primary key,
  request_hash text not null,
  status integer not null,
  body text not null,
  at timestamptz not null
);

-- Notices on their way to the shop. due_at is null once one arrived or was given up.
create table local_gateway.notices (
  id bigint generated always as identity primary key,
  order_id text not null references local_gateway.orders on delete cascade,
  event text not null,
  body text not null,
  forged boolean not null default false,
  attempts integer not null default 0,
  due_at timestamptz,
  delivered_at timestamptz
);
create index notices_due on local_gateway.notices (due_at, id) where due_at is not null;
