-- One word for units that orders set aside: reservation, reserved (docs/glossary.md).
alter table variant rename column held to reserved;
alter table variant rename constraint variant_held_check to variant_reserved_check;
comment on table reservation is 'Units set aside for an order. variant.reserved is the sum of the active ones. ''claimed'' left the stock for good; ''released'' came back.';

-- One look at the changed variants, to announce them and to count them by stock level.
create or replace function announce_and_count_variants() returns trigger language plpgsql as $$
declare
  seen uuid[];
  low uuid[];
  quiet uuid[];
  levels uuid[];
  id uuid;
  sent text;
begin
  select array_agg(distinct a.product_id) filter (where
      (a.product_id, a.position, a.size, a.colour, a.colour_hex, a.colour_family, a.sku, a.price,
        a.cost) is distinct from
      (r.product_id, r.position, r.size, r.colour, r.colour_hex, r.colour_family, r.sku, r.price, r.cost)
        or (a.stock > a.reserved) <> (r.stock > r.reserved)),
    array_agg(a.product_id) filter (where least(a.stock - a.reserved, r.stock - r.reserved) <= 5),
    array_agg(distinct a.product_id),
    array_agg(distinct a.product_id) filter (where
      stock_level(a.stock, a.reserved) is distinct from stock_level(r.stock, r.reserved))
    into seen, low, quiet, levels from added a join removed r on r.id = a.id;
  if levels is not null then perform update_stock_levels(levels); end if;
  -- More than five of a product are left before and after when more than five of each changed variant are: most sales
  -- need no look at its other variants.
  if low is not null then
    seen := array(select unnest(seen) union
      select v.product_id from variant v left join removed r on r.id = v.id
      where v.product_id = any(low) group by v.product_id
      having sum(v.stock - v.reserved) <= 5 or sum(coalesce(r.stock - r.reserved, v.stock - v.reserved)) <= 5);
  end if;
  if cardinality(seen) > 0 then
    sent := announce('products', seen);
    quiet := array(select unnest(quiet) except select unnest(seen));
  end if;
  if cardinality(quiet) > 20 then
    sent := pg_notify('live', json_build_object('topic', 'products')::text);
  elsif quiet is not null then
    foreach id in array quiet loop
      sent := pg_notify('live', json_build_object('topic', 'products', 'id', id, 'only', 'stock')::text);
    end loop;
  end if;
  return null;
end $$;

-- The rows are locked first and looked at in a second statement, so that two who sell the last units of two sizes
-- at the same moment both see what the other left.
create or replace function update_stock_levels(ids uuid[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 0 then return; end if;
  perform 1 from product_stock_level where product_id = any(ids) order by product_id for update;
  update product_stock_level s
    set is_out = found.is_out, is_low = found.is_low, low_variants = found.low, out_variants = found.out
    from (select one.id, coalesce(bool_and(v.stock <= v.reserved), true) as is_out,
        coalesce(bool_or(v.stock - v.reserved <= 5), false) as is_low,
        (count(*) filter (where stock_level(v.stock, v.reserved) = 'low'))::integer as low,
        (count(*) filter (where stock_level(v.stock, v.reserved) = 'out'))::integer as out
      from unnest(ids) one (id) left join variant v on v.product_id = one.id group by one.id) found
    where s.product_id = found.id and (s.is_out, s.is_low, s.low_variants, s.out_variants)
      is distinct from (found.is_out, found.is_low, found.low, found.out);
end $$;
