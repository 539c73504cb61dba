-- Stock, coupon uses and tax documents follow from what happened to an order: what it should have is computed, what it
-- has stands in these ledgers, and the difference is posted (docs/decisions/0022-post-the-difference.md).

-- source_id: the order, or the exchange (return_request), that a row was posted for. Null for what staff adjust.
-- 'sale' takes pieces out, 'restock' puts them back; 'damaged' and 'lost' take out for good what a 'restock' row of the
-- same posting put back, so that a write-off shows its quantity and the stock stays the sum of the rows.
alter table stock_move add column source_id uuid,
  add column kind text not null default 'adjustment'
    check (kind in ('adjustment', 'sale', 'restock', 'damaged', 'lost'));
alter table stock_move disable trigger stock_move_append_only;
update stock_move m set source_id = o.id, kind = case when m.delta < 0 then 'sale' else 'restock' end
  from orders o
  where m.why ~ '^order [0-9a-f-]{36}' and o.id = substring(m.why from '^order ([0-9a-f-]{36})')::uuid;
-- What came back by a return or an exchange counts for its order; what an exchange sends counts for the exchange.
update stock_move m set kind = case when m.delta < 0 then 'sale' else 'restock' end,
    source_id = case when m.delta > 0 and m.why = r.kind || ' ' || r.id then r.order_id else r.id end
  from return_request r
  where m.why ~ '^(return|exchange) [0-9a-f-]{36}'
    and r.id = substring(m.why from '^(?:return|exchange) ([0-9a-f-]{36})')::uuid;
alter table stock_move enable trigger stock_move_append_only;
create index stock_move_by_source on stock_move (source_id, variant_id) where source_id is not null;

-- What became of pieces that had been sold. Rows of a cancellation count while the order is cancelled and go when it is
-- reopened; the ledger keeps what they did.
create table line_disposition (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  order_line_id uuid not null references order_line (id),
  quantity integer not null check (quantity > 0),
  -- 'kept': they stay with the customer.
  disposition text not null check (disposition in ('restocked', 'damaged', 'lost', 'kept')),
  cause text not null check (cause in ('return', 'refund', 'cancellation')),
  -- The return or the refund.
  cause_id uuid,
  at timestamptz not null default now(),
  check ((cause = 'cancellation') = (cause_id is null))
);
create index line_disposition_of_order on line_disposition (order_id);
insert into line_disposition (order_id, order_line_id, quantity, disposition, cause, cause_id, at)
  select r.order_id, l.order_line_id, l.quantity,
    case l.condition when 'restocked' then 'restocked' else 'damaged' end, 'return', r.id, coalesce(r.received_at, now())
  from return_line l join return_request r on r.id = l.return_id where l.condition is not null;

-- An order that was paid for after its coupon ran out keeps the price that it was promised: the limit is asked when a
-- coupon is used, not when a use is posted again.
do $$
declare
  rule text;
begin
  for rule in select conname from pg_constraint where conrelid = 'coupon'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%usage_limit%' and pg_get_constraintdef(oid) like '%used%'
  loop execute format('alter table coupon drop constraint %I', rule); end loop;
end $$;
alter table coupon add constraint coupon_used_not_negative check (used >= 0);

-- Each failure that the gateway reported, so that one of before "Pay again" does not fail the new try.
create table failed_payment (
  provider text not null,
  provider_payment_id text not null,
  gateway_order_id text not null references gateway_order (gateway_order_id),
  at timestamptz not null default now(),
  primary key (provider, provider_payment_id)
);
-- The customer's bank has not decided about a payment yet: nobody is asked to pay a second time meanwhile.
alter table gateway_order add column undecided boolean not null default false;

-- Whether a refund went back because its order was cancelled: then it is no lower price for goods that were delivered.
alter table refund add column cancellation boolean not null default false;
update refund set cancellation = true where who = 'shop' and reason = 'order cancelled';

-- An order that is reopened after its invoice was reversed gets a new invoice when it leaves again.
drop index invoice_once_an_order;
drop index invoice_once_a_refund;
drop index invoice_once_cancelled;
create unique index invoice_one_receipt on invoice (order_id) where kind = 'receipt';

-- What of a line went back as money, so that the best sellers are what stayed sold.
alter table order_line add column refunded_quantity integer not null default 0 check (refunded_quantity >= 0),
  add column refunded_amount bigint not null default 0 check (refunded_amount >= 0);

create or replace function figure_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_delta (facet, day, value, count, amount)
      select f.facet, f.day, f.value, sum(f.count), sum(f.amount) from added a,
        order_figures(a.placed_at, a.method, a.state, a.status, a.payment_status, a.total, a.gone_back) f
      group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into figure_delta (facet, day, value, count, amount)
      select f.facet, f.day, f.value, -sum(f.count), -sum(f.amount) from removed a,
        order_figures(a.placed_at, a.method, a.state, a.status, a.payment_status, a.total, a.gone_back) f
      group by 1, 2, 3;
  else
    insert into figure_delta (facet, day, value, count, amount)
      select facet, day, value, sum(count), sum(amount) from (
        select f.* from added a,
          order_figures(a.placed_at, a.method, a.state, a.status, a.payment_status, a.total, a.gone_back) f
        union all
        select f.facet, f.day, f.value, -f.count, -f.amount from removed a,
          order_figures(a.placed_at, a.method, a.state, a.status, a.payment_status, a.total, a.gone_back) f) both_sides
      group by 1, 2, 3 having sum(count) <> 0 or sum(amount) <> 0;
    insert into figure_delta (facet, day, value, count, amount)
      select 'product', day, l.product_id::text, sum(sign * (l.quantity - l.refunded_quantity)),
        sum(sign * (l.total - l.discount - l.refunded_amount)) from (
        select a.id, sign, indian_day(case sign when 1 then a.placed_at else r.placed_at end) as day
          from added a join removed r on r.id = a.id, (values (1), (-1)) s (sign)
          where (order_is_due(a.placed_at, a.status, a.payment_status), indian_day(a.placed_at))
              is distinct from (order_is_due(r.placed_at, r.status, r.payment_status), indian_day(r.placed_at))
            and case sign when 1 then order_is_due(a.placed_at, a.status, a.payment_status)
              else order_is_due(r.placed_at, r.status, r.payment_status) end) o
        join order_line l on l.order_id = o.id and l.product_id is not null
      group by 2, 3;
  end if;
  return null;
end $$;

create or replace function figure_lines() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into figure_delta (facet, day, value, count, amount)
      select 'product', indian_day(o.placed_at), l.product_id::text, sum(l.quantity - l.refunded_quantity),
          sum(l.total - l.discount - l.refunded_amount)
        from added l join orders o on o.id = l.order_id
        where l.product_id is not null and order_is_due(o.placed_at, o.status, o.payment_status) group by 2, 3;
  end if;
  if tg_op <> 'INSERT' then
    insert into figure_delta (facet, day, value, count, amount)
      select 'product', indian_day(o.placed_at), l.product_id::text, -sum(l.quantity - l.refunded_quantity),
          -sum(l.total - l.discount - l.refunded_amount)
        from removed l join orders o on o.id = l.order_id
        where l.product_id is not null and order_is_due(o.placed_at, o.status, o.payment_status) group by 2, 3;
  end if;
  return null;
end $$;

create function sum_refunded_lines(wanted uuid) returns void language sql as $$
  update order_line l set refunded_quantity = s.pieces, refunded_amount = s.amount
    from (select i.id, least(i.quantity, coalesce(sum(f.quantity) filter (where r.id is not null), 0))::integer as pieces,
        least(i.total - i.discount, coalesce(sum(f.amount) filter (where r.id is not null), 0))::bigint as amount
      from order_line i left join refund_line f on f.order_line_id = i.id
        left join refund r on r.id = f.refund_id and r.state <> 'failed'
      where i.order_id = wanted group by i.id) s
    where l.id = s.id and (l.refunded_quantity, l.refunded_amount) is distinct from (s.pieces, s.amount)
$$;
create function sum_refunds_of_line() returns trigger language plpgsql as $$
begin
  perform sum_refunded_lines(order_id) from (
    select distinct r.order_id from added a join refund r on r.id = a.refund_id) touched;
  return null;
end $$;
create trigger refund_line_sums after insert on refund_line
  referencing new table as added for each statement execute function sum_refunds_of_line();
create or replace function sum_refunds() returns trigger language plpgsql as $$
begin
  update orders o set gone_back = refunded_of(o.id)
    where o.id = new.order_id and o.gone_back <> refunded_of(o.id);
  perform sum_refunded_lines(new.order_id);
  return null;
end $$;
select sum_refunded_lines(order_id) from (select distinct order_id from refund) refunded;
