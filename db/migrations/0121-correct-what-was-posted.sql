-- Brings orders of before 0120 to what that migration's rules say, so that older data and older backups keep all rules.

-- What was cancelled on its way was put back into stock whole; what was cancelled after its delivery stayed away.
insert into line_disposition (order_id, order_line_id, quantity, disposition, cause, at)
  select o.id, l.id, l.quantity - d.said, case e.from_value when 'shipped' then 'restocked' else 'kept' end,
    'cancellation', e.at
  from orders o join order_line l on l.order_id = o.id
    cross join lateral (select from_value, at from order_event where order_id = o.id and kind = 'status'
      and to_value = 'cancelled' order by id desc limit 1) e
    cross join lateral (select coalesce(sum(quantity), 0)::integer as said from line_disposition
      where order_line_id = l.id) d
  where o.status = 'cancelled' and e.from_value in ('shipped', 'delivered') and l.quantity > d.said
    and not exists (select from line_disposition c where c.order_id = o.id and c.cause = 'cancellation');

-- Pieces that were put back twice, and orders that were sent without taking any, as far as there is stock to correct.
do $$
declare
  one record;
  pieces integer;
begin
  for one in
    select e.id, e.variant_id, v.sku, coalesce(h.pieces, 0) - e.pieces as difference
    from (
      select o.id, l.variant_id, sum(case
          when o.placed_at is null then 0
          when o.status = 'cancelled' and coalesce(c.came_from, '') not in ('shipped', 'delivered') then d.gone
          when o.status = 'pending' and o.method = 'online' and not exists (
            select from received_payment r where r.order_id = o.id and r.effect = 'applied') then 0
          else l.quantity - d.restocked end) as pieces
        from orders o join order_line l on l.order_id = o.id
          left join lateral (select from_value as came_from from order_event where order_id = o.id
            and kind = 'status' and to_value = 'cancelled' order by id desc limit 1) c on true
          cross join lateral (
            select least(l.quantity, coalesce(sum(quantity) filter (where disposition = 'restocked'), 0)) as restocked,
              least(l.quantity, coalesce(sum(quantity) filter (where disposition <> 'restocked'), 0)) as gone
            from line_disposition where order_line_id = l.id) d
        where l.variant_id is not null
        group by 1, 2) e
      join variant v on v.id = e.variant_id
      left join (select source_id, variant_id, -sum(delta) as pieces from stock_move
        where source_id is not null group by 1, 2) h on h.source_id = e.id and h.variant_id = e.variant_id
    where e.pieces <> coalesce(h.pieces, 0)
    order by e.variant_id
  loop
    -- More out than should be comes back; fewer are taken, never more than can be had.
    select greatest(one.difference, -(stock - held)) into pieces from variant where id = one.variant_id;
    continue when pieces = 0;
    insert into stock_move (variant_id, sku, delta, who, why, kind, source_id)
      values (one.variant_id, one.sku, pieces, 'shop', 'order ' || one.id || ' corrected',
        case when pieces < 0 then 'sale' else 'restock' end, one.id);
  end loop;
end $$;

-- Uses of coupons by orders that were given up, and by orders that were reopened.
delete from coupon_use u using orders o where o.id = u.order_id
  and not (o.placed_at is not null and o.status <> 'cancelled' and (o.status <> 'pending' or o.method <> 'online'
    or exists (select from received_payment r where r.order_id = o.id and r.effect = 'applied')
    or exists (select from hold h where h.order_id = o.id and h.state = 'active')));
insert into coupon_use (coupon_code, order_id, user_id, amount)
  select c.code, o.id, o.user_id, o.discount from orders o join coupon c on c.code = o.coupon_code
  where o.user_id is not null and o.placed_at is not null and o.status <> 'cancelled'
    and (o.status <> 'pending' or o.method <> 'online'
      or exists (select from received_payment r where r.order_id = o.id and r.effect = 'applied')
      or exists (select from hold h where h.order_id = o.id and h.state = 'active'))
  on conflict do nothing;
update coupon c set used = s.uses
  from (select code, (select count(*)::integer from coupon_use u where u.coupon_code = code) as uses from coupon) s
  where s.code = c.code and s.uses <> c.used;
