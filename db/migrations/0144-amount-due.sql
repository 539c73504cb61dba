-- What an order still owes (issue 39, sections 2.3 and 3; docs/decisions/0056-amount-due.md): several payments may count
-- for one order, each for a part of it.
drop index received_payment_applied_once;
comment on table received_payment is 'Single payments that the provider told of, each applied once. Several may count for one order (effect ''applied''), each for a part of its total. ''cod'' is a provider too: the courier.';

-- A refund that two payments give back together is two refunds; the units of a line are counted with the first.
alter table refund_line drop constraint refund_line_quantity_check,
  add constraint refund_line_quantity_check check (quantity >= 0 and (quantity > 0 or amount > 0));

-- What came for an order and counts, less what went back because it was more than the order costs now. As
-- `Order.received` in shop/orders/orders.ts.
create function order_received(wanted uuid) returns bigint language sql stable as $$
  select (coalesce((select sum(p.amount) from received_payment p where p.order_id = wanted and p.effect = 'applied'), 0)
    - coalesce((select sum(r.amount) from refund r
      where r.order_id = wanted and r.state <> 'failed' and r.cause ->> 'code' = 'order-edited'), 0))::bigint
$$;

-- What the courier has to pay out for a parcel: nothing for one that did not arrive or whose order was paid otherwise.
-- What was paid before covers the earliest parcels first, as parcelCash in shop/orders/parcels.ts.
create or replace function cash_of_parcel(wanted uuid) returns bigint language sql stable as $$
  select case when p.state in ('prepared', 'returned', 'lost') or o.method = 'online' then 0
    when e.before <= 0 then parcel_amount(p.id)
    else parcel_amount(p.id) - least(parcel_amount(p.id), greatest(0, e.before - (
      select coalesce(sum(parcel_amount(x.id)), 0) from parcel x
      where x.order_id = o.id and x.number < p.number and x.state not in ('returned', 'lost')))) end
  from parcel p join orders o on o.id = p.order_id cross join lateral (
    select order_received(o.id) - coalesce((select sum(r.amount) from received_payment r
      where r.order_id = o.id and r.effect = 'applied' and r.provider = 'cod'), 0) as before) e
  where p.id = wanted
$$;
