-- Of an earlier parcel that came back only what is still owed of it (the delivery fee) was paid before the later ones, as
-- parcelPrepaid in shop/orders/parcels.ts says.
create or replace function cash_of_parcel(wanted uuid) returns bigint language sql stable as $$
  select case when p.state in ('prepared', 'returned', 'lost') or o.method = 'online' then 0
    when e.before <= 0 then parcel_amount(p.id)
    else parcel_amount(p.id) - least(parcel_amount(p.id), greatest(0, e.before - (
      select coalesce(sum(parcel_amount(x.id) - (
        select coalesce(sum(u.credited), 0) from parcel_line u where u.parcel_id = x.id)), 0)
      from parcel x where x.order_id = o.id and x.number < p.number))) end
  from parcel p join orders o on o.id = p.order_id cross join lateral (
    select order_received(o.id) - coalesce((select sum(r.amount) from received_payment r
      where r.order_id = o.id and r.effect = 'applied' and r.provider = 'cod'), 0) as before) e
  where p.id = wanted
$$;
