-- Every piece that was sold came in before: what is left of each variant stays as it was. One statement, so that the
-- stock of each variant is written once.
insert into stock_movement (variant_id, sku, delta, actor_kind, actor_id, reason, at, kind, source_id)
  select variant_id, sku, delta, who, actor, reason, at, kind, source_id from (
    select l.variant_id, l.sku, sum(l.quantity)::integer as delta, 'system' as who, 'benchmark' as actor, 'delivered by the maker' as reason,
        min(o.placed_at) - interval '1 day' as at, 'adjustment' as kind, null::uuid as source_id
      from order_line l join orders o on o.id = l.order_id where o.status <> 'cancelled' group by 1, 2
    union all
    select l.variant_id, l.sku, -sum(l.quantity)::integer, 'customer', o.user_id::text, 'order', o.placed_at, 'sale', o.id
      from order_line l join orders o on o.id = l.order_id where o.status <> 'cancelled'
      group by l.variant_id, l.sku, o.id, o.user_id, o.placed_at) moves
  order by at;

do $$
declare
  one text;
begin
  foreach one in array array['orders', 'order_line', 'order_event', 'reservation', 'gateway_order', 'received_payment'] loop
    execute format('alter table %I enable trigger all', one);
  end loop;
end $$;
do $$
declare
  one record;
begin
  for one in select definition from bench_index loop execute one.definition; end loop;
end $$;
drop table bench_index, bench_buyer, bench_place, bench_shelf;
