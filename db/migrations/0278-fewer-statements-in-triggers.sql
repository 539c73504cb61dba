-- The triggers that every order runs, with fewer statements again. What they refuse, announce and count stays the same.

-- An assignment is evaluated without a plan, a portal and an executor of its own, which PERFORM needs each time: most
-- events are of one row.
create or replace function announce(topic text, ids uuid[]) returns void language plpgsql as $$
declare
  id uuid;
  sent text;
begin
  if cardinality(ids) > 20 then
    sent := pg_notify('live', json_build_object('topic', topic)::text);
  else
    foreach id in array ids loop
      sent := pg_notify('live', json_build_object('topic', topic, 'id', id)::text);
    end loop;
  end if;
end $$;

-- Several variants are locked in one order, so that two statements never wait for each other; one needs no order.
create or replace function apply_stock_moves() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(select distinct variant_id from moved);
  changed integer;
begin
  if cardinality(ids) > 1 then
    perform 1 from variant where id = any(ids) order by id for no key update;
  end if;
  update variant v set stock = v.stock + m.delta
    from (select variant_id, sum(delta)::integer as delta from moved group by variant_id) m
    where v.id = m.variant_id;
  get diagnostics changed = row_count;
  if changed < cardinality(ids) then
    raise exception 'stock_move of an unknown variant' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

-- One look at the changed variants, to announce them and to count them by stock level.
create function announce_and_count_variants() returns trigger language plpgsql as $$
declare
  seen uuid[];
  low uuid[];
  quiet uuid[];
  levels uuid[];
  id uuid;
  sent text;
begin
  select array_agg(distinct a.product_id) filter (where
      (a.product_id, a.position, a.size, a.colour, a.colour_hex, a.colour_family, a.sku, a.price) is distinct from
      (r.product_id, r.position, r.size, r.colour, r.colour_hex, r.colour_family, r.sku, r.price)
        or (a.stock > a.held) <> (r.stock > r.held)),
    array_agg(a.product_id) filter (where least(a.stock - a.held, r.stock - r.held) <= 5),
    array_agg(distinct a.product_id),
    array_agg(distinct a.product_id) filter (where
      stock_level(a.stock, a.held) is distinct from stock_level(r.stock, r.held))
    into seen, low, quiet, levels from added a join removed r on r.id = a.id;
  if levels is not null then perform update_stock_levels(levels); end if;
  -- More than five of a product are left before and after when more than five of each changed variant are: most sales
  -- need no look at its other variants.
  if low is not null then
    seen := array(select unnest(seen) union
      select v.product_id from variant v left join removed r on r.id = v.id
      where v.product_id = any(low) group by v.product_id
      having sum(v.stock - v.held) <= 5 or sum(coalesce(r.stock - r.held, v.stock - v.held)) <= 5);
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
drop trigger variant_live_update on variant;
drop trigger variant_count_update on variant;
create trigger variant_live_update after update on variant
  referencing old table as removed new table as added for each statement execute function announce_and_count_variants();
drop function announce_stock();

create or replace function count_variants() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into catalogue_counter select 'variant', 'all', count(*) from added having count(*) > 0;
    perform update_stock_levels(array(select distinct product_id from added));
  else
    insert into catalogue_counter select 'variant', 'all', -count(*) from removed having count(*) > 0;
    perform update_stock_levels(array(select distinct product_id from removed));
  end if;
  return null;
end $$;

-- Every list of orders asks for placed ones, by the time of placing.
drop index orders_by_newest;
drop index orders_by_status;
