-- Settlement files name payments without their provider: by the key of the table each line would read all payments.
create index received_payment_by_provider_id on received_payment (provider_payment_id);

-- What couriers pay out, for the parcels of many orders at once: a settlement file of 50,000 lines asks for as many, and
-- a function for each took half of its time. The functions for one parcel are asked through these, so that each sum has
-- one definition.
create function parcel_amounts(orders uuid[]) returns table (parcel_id uuid, order_id uuid, number integer, amount bigint)
language sql stable as $$
  select p.id, p.order_id, p.number,
    (coalesce(sum(floor((l.total - l.discount) * (u.before + u.quantity)::numeric / l.quantity + 0.5)
      - floor((l.total - l.discount) * u.before::numeric / l.quantity + 0.5)), 0)
      + case when p.number = p.first then o.shipping else 0 end)::bigint
  from (select q.id, q.order_id, q.number, min(q.number) over (partition by q.order_id) as first
      from parcel q where q.order_id = any(parcel_amounts.orders)) p
    join orders o on o.id = p.order_id
    left join (
      select x.parcel_id, x.order_line_id, x.quantity, coalesce(sum(x.quantity) over (partition by x.order_line_id
        order by e.number rows between unbounded preceding and 1 preceding), 0) as before
      from parcel e join parcel_line x on x.parcel_id = e.id where e.order_id = any(parcel_amounts.orders)) u
      on u.parcel_id = p.id
    left join order_line l on l.id = u.order_line_id
  group by p.id, p.order_id, p.number, p.first, o.shipping
$$;
comment on function parcel_amounts is 'The share of each parcel of some orders in its order''s total, in paise, as parcelAmount in shop/orders/parcels.ts.';

create or replace function parcel_amount(wanted uuid) returns bigint language sql stable as $$
  select a.amount from parcel_amounts(array(select p.order_id from parcel p where p.id = wanted)) a
  where a.parcel_id = wanted
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

create or replace function cash_of_parcel(wanted uuid) returns bigint language sql stable as $$
  select c.cash from cash_of_parcels(array(select p.order_id from parcel p where p.id = wanted)) c
  where c.parcel_id = wanted
$$;
