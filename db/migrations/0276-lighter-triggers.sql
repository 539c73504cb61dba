-- The triggers that every order runs, with fewer statements. What they refuse, announce and count stays the same.

-- A trigger before the update of a row made PostgreSQL compute the row's generated column, variant.colour_family, again
-- for every sale: without one it does so only when the colour changes. Refusing afterwards refuses as well. Depth 0 is a
-- statement of the program itself; what the trigger of stock_move updates is not looked at.
drop trigger variant_stock_moves on variant;
create or replace function refuse_unmoved_stock() returns trigger language plpgsql as $$
begin
  raise exception 'stock changes only by a row in stock_move' using errcode = 'integrity_constraint_violation';
end $$;
create trigger variant_stock_insert after insert on variant
  for each row when (pg_trigger_depth() = 0 and new.stock <> 0) execute function refuse_unmoved_stock();
create trigger variant_stock_update after update of stock on variant
  for each row when (pg_trigger_depth() = 0 and new.stock <> old.stock) execute function refuse_unmoved_stock();

-- One statement for any number of ids.
create or replace function announce(topic text, ids uuid[]) returns void language plpgsql as $$
begin
  if cardinality(ids) > 20 then
    perform pg_notify('live', json_build_object('topic', topic)::text);
  elsif cardinality(ids) > 0 then
    perform pg_notify('live', json_build_object('topic', topic, 'id', id)::text) from unnest(ids) id;
  end if;
end $$;

create or replace function announce_users_added() returns trigger language plpgsql as $$
begin
  perform announce(tg_argv[0], array(select distinct user_id from added where user_id is not null));
  return null;
end $$;

create or replace function announce_users_removed() returns trigger language plpgsql as $$
begin
  perform announce(tg_argv[0], array(select distinct user_id from removed where user_id is not null));
  return null;
end $$;

create or replace function announce_orders() returns trigger language plpgsql as $$
begin
  perform announce('order', array(select id from added)),
    announce('orders', array(select distinct user_id from added where user_id is not null));
  return null;
end $$;

-- More than five of a product are left before and after when more than five of each changed variant are: most sales
-- need no look at its other variants.
create or replace function announce_stock() returns trigger language plpgsql as $$
declare
  seen uuid[];
  low uuid[];
  quiet uuid[];
begin
  select array_agg(distinct a.product_id) filter (where
      (a.product_id, a.position, a.size, a.colour, a.colour_hex, a.colour_family, a.sku, a.price) is distinct from
      (r.product_id, r.position, r.size, r.colour, r.colour_hex, r.colour_family, r.sku, r.price)
        or (a.stock > a.held) <> (r.stock > r.held)),
    array_agg(a.product_id) filter (where least(a.stock - a.held, r.stock - r.held) <= 5),
    array_agg(distinct a.product_id)
    into seen, low, quiet from added a join removed r on r.id = a.id;
  if low is not null then
    seen := array(select unnest(seen) union
      select v.product_id from variant v left join removed r on r.id = v.id
      where v.product_id = any(low) group by v.product_id
      having sum(v.stock - v.held) <= 5 or sum(coalesce(r.stock - r.held, v.stock - v.held)) <= 5);
  end if;
  if cardinality(seen) > 0 then
    perform announce('products', seen);
    quiet := array(select unnest(quiet) except select unnest(seen));
  end if;
  if cardinality(quiet) > 20 then
    perform pg_notify('live', json_build_object('topic', 'products')::text);
  elsif cardinality(quiet) > 0 then
    perform pg_notify('live', json_build_object('topic', 'products', 'id', id, 'only', 'stock')::text)
      from unnest(quiet) id;
  end if;
  return null;
end $$;
