-- As in 0136, but earlier parcels are found by their order: a file of 50,000 lines asks this for each.
create or replace function parcel_amount(wanted uuid) returns bigint language sql stable as $$
  select (coalesce(sum(floor((l.total - l.discount) * (b.units + pl.quantity)::numeric / l.quantity + 0.5)
      - floor((l.total - l.discount) * b.units::numeric / l.quantity + 0.5)), 0)
    + case when exists (select from parcel e where e.order_id = p.order_id and e.number < p.number) then 0
      else o.shipping end)::bigint
  from parcel p
    join orders o on o.id = p.order_id
    left join parcel_line pl on pl.parcel_id = p.id
    left join order_line l on l.id = pl.order_line_id
    left join lateral (select coalesce(sum(x.quantity), 0) as units from parcel e join parcel_line x on x.parcel_id = e.id
      where e.order_id = p.order_id and e.number < p.number and x.order_line_id = l.id) b on true
  where p.id = wanted group by p.id, o.id
$$;
