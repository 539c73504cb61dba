-- Payments through the gateway, and refunds. Money is integer paise.

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
  checked_at timestamptz,
  -- The customer's bank has not decided about a payment yet: nobody is asked to pay a second time meanwhile.
  undecided boolean not null default false
);
comment on table gateway_order is 'One order at the gateway: a way to pay one of ours. Several payments may be tried on it.';
create index gateway_order_of_order on gateway_order (order_id, created_at);
create index gateway_order_open on gateway_order (created_at) where state = any (array['asked', 'open']);

create table payment_webhook (
  id uuid primary key default gen_random_uuid(),
  fingerprint text not null unique,
  type text not null,
  gateway_order_id text,
  body text not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text,
  constraint payment_webhook_outcome check (outcome in ('applied', 'late', 'mismatch', 'duplicate', 'repeated', 'unknown-order', 'unknown-refund', 'refund-pending', 'refund-succeeded', 'refund-failed', 'payment-failed', 'failure-too-late', 'ignored'))
);
comment on table payment_webhook is 'A provider''s webhook as received, stored before it is applied.';
create index payment_webhook_unprocessed on payment_webhook (received_at) where processed_at is null;
create index payment_webhook_newest on payment_webhook (received_at desc);

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
comment on table received_payment is 'Single payments that the provider told of, each applied once. Several may count for one order (effect ''applied''), each for a part of its total. ''cod'' is a provider too: the courier.';
create index received_payment_of_order on received_payment (order_id);
create index received_payment_by_id on received_payment (provider_payment_id);
create index received_payment_by_time on received_payment (at);

create table failed_payment (
  provider text not null,
  provider_payment_id text not null,
  gateway_order_id text not null references gateway_order (gateway_order_id),
  at timestamptz not null default now(),
  primary key (provider, provider_payment_id)
);
comment on table failed_payment is 'Each failure that the gateway reported, so that one of before "Pay again" does not fail the new try.';

create table refund (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  provider text not null,
  gateway_order_id text references gateway_order (gateway_order_id),
  provider_payment_id text not null,
  amount bigint not null check (amount > 0),
  reason text check (char_length(reason) >= 1 and char_length(reason) <= 200),
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  last_error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- Whether a refund went back because its order was cancelled: then it is no lower price for goods that were
  -- delivered.
  cancellation boolean not null default false,
  actor_kind text not null,
  actor_id text,
  actor_name text not null default '',
  cause jsonb,
  pending_reason text check (pending_reason in ('provider-missing', 'provider-unreachable', 'approval')),
  checked_at timestamptz,
  retry_of uuid references refund (id),
  pending_since timestamptz not null default now(),
  constraint refund_actor_kind check (actor_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  constraint refund_actor_id check (char_length(actor_id) >= 1 and char_length(actor_id) <= 100),
  constraint refund_actor_name check (char_length(actor_name) <= 200
    and (actor_kind <> 'customer'
    or actor_name = '')),
  constraint refund_has_reason check (num_nonnulls(reason, cause) = 1)
);
comment on table refund is 'Refunds, in paise.';
comment on column refund.retry_of is 'The refund that failed and that this one tries again; null for a first one.';
comment on column refund.pending_since is 'Since when it is pending for its present reason, or for none.';
create unique index refund_retried on refund (retry_of) where retry_of is not null;
create index refund_of_order on refund (order_id, created_at);
create index refund_open on refund (created_at) where state = 'pending';
create index refund_failed_by_time on refund (settled_at) where state = 'failed';

create table refund_line (
  refund_id uuid not null references refund (id),
  order_line_id uuid not null references order_line (id),
  -- A refund that two payments give back together is two refunds; the units of a line are counted with the first.
  quantity integer not null,
  amount bigint not null check (amount >= 0),
  constraint refund_line_quantity_check check (quantity >= 0 and (quantity > 0 or amount > 0)),
  primary key (refund_id, order_line_id)
);
comment on table refund_line is 'The units of a refund.';
create index refund_line_of_line on refund_line (order_line_id);

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

-- What went back, and what is not owed any more because its units came back unpaid. A refund because an order was
-- changed is no lower price of what is sold: the order's total is lower already.
create function refunded_of(wanted uuid) returns bigint language sql stable as $$
  select coalesce((select sum(r.amount) from refund r
      join received_payment p on p.provider = r.provider and p.provider_payment_id = r.provider_payment_id
      where r.order_id = wanted and r.state <> 'failed' and p.effect = 'applied'
        and r.cause ->> 'code' is distinct from 'order-edited'), 0)::bigint
    + coalesce((select sum(l.credited) from parcel_line l join parcel p on p.id = l.parcel_id
      where p.order_id = wanted), 0)::bigint
$$;

-- What came for an order and counts, less what went back because it was more than the order costs now. As
-- `Order.received` in shop/orders/orders.ts.
create function order_received(wanted uuid) returns bigint language sql stable as $$
  select (coalesce((select sum(p.amount) from received_payment p where p.order_id = wanted and p.effect = 'applied'), 0)
    - coalesce((select sum(r.amount) from refund r
      where r.order_id = wanted and r.state <> 'failed' and r.cause ->> 'code' = 'order-edited'), 0))::bigint
$$;

create function cash_of_parcels(orders uuid[]) returns table (parcel_id uuid, order_id uuid, cash bigint)
language sql stable as $$
  select a.parcel_id, a.order_id, (case when p.state in ('prepared', 'returned', 'lost') or o.method = 'online' then 0
    when e.before <= 0 then a.amount
    else a.amount - least(a.amount, greatest(0, e.before - a.earlier)) end)::bigint
  from (
    select m.*, coalesce(sum(m.amount - c.credited) over (partition by m.order_id order by m.number
      rows between unbounded preceding and 1 preceding), 0) as earlier
    from parcel_amounts(cash_of_parcels.orders) m cross join lateral (
      select coalesce(sum(u.credited), 0) as credited from parcel_line u where u.parcel_id = m.parcel_id) c) a
    join parcel p on p.id = a.parcel_id
    join orders o on o.id = a.order_id
    cross join lateral (
      select order_received(o.id) - coalesce((select sum(r.amount) from received_payment r
        where r.order_id = o.id and r.effect = 'applied' and r.provider = 'cod'), 0) as before) e
$$;
comment on function cash_of_parcels is 'What the courier has to pay out for each parcel of some orders, in paise, as parcelCash in shop/orders/parcels.ts: nothing for one that did not arrive or was paid otherwise.';

create function cash_of_parcel(wanted uuid) returns bigint language sql stable as $$
  select c.cash from cash_of_parcels(array(select p.order_id from parcel p where p.id = wanted)) c
  where c.parcel_id = wanted
$$;

create function sum_refunds() returns trigger language plpgsql as $$
begin
  update orders o set refunded_total = refunded_of(o.id)
    where o.id = new.order_id and o.refunded_total <> refunded_of(o.id);
  perform sum_refunded_lines(new.order_id);
  return null;
end $$;

create function sum_refunded_lines(wanted uuid) returns void language sql as $$
  update order_line l set refunded_quantity = s.units, refunded_amount = s.amount
    from (select i.id, least(i.quantity, coalesce(f.units, 0) + coalesce(c.units, 0))::integer as units,
        least(i.total - i.discount, coalesce(f.amount, 0) + coalesce(c.amount, 0))::bigint as amount
      from order_line i
        left join lateral (select sum(f.quantity) as units, sum(f.amount) as amount from refund_line f
          join refund r on r.id = f.refund_id and r.state <> 'failed' where f.order_line_id = i.id) f on true
        left join lateral (select sum(p.quantity) as units, sum(p.credited) as amount from parcel_line p
          where p.order_line_id = i.id and p.credited > 0) c on true
      where i.order_id = wanted) s
    where l.id = s.id and (l.refunded_quantity, l.refunded_amount) is distinct from (s.units, s.amount)
$$;

create function sum_refunds_of_line() returns trigger language plpgsql as $$
begin
  perform sum_refunded_lines(order_id) from (
    select distinct r.order_id from added a join refund r on r.id = a.refund_id) touched;
  return null;
end $$;

create trigger refund_sums after insert or update of state, amount on refund
  for each row execute function sum_refunds();
create trigger refund_line_sums after insert on refund_line
  referencing new table as added
  for each statement execute function sum_refunds_of_line();
