-- What the batches of orders pick from, and the indexes away that would be filled entry by entry: made again at the end.
create table bench_index as
  select c.oid::regclass::text as name, pg_get_indexdef(c.oid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid in ('orders'::regclass, 'order_line'::regclass, 'order_event'::regclass, 'stock_movement'::regclass,
      'gateway_order'::regclass)
    and not i.indisunique;
do $$
declare
  one record;
begin
  for one in select name from bench_index loop execute 'drop index ' || one.name; end loop;
end $$;

-- Every row below is made by a join with what it refers to: looking each reference up again would take longer than all
-- the rest. The shop's own triggers stay on.
do $$
declare
  one text;
begin
  foreach one in array array['orders', 'order_line', 'order_event', 'reservation', 'gateway_order', 'received_payment'] loop
    execute format('alter table %I disable trigger all', one);
    execute format('alter table %I enable trigger user', one);
  end loop;
end $$;

create unlogged table bench_shelf as
  select row_number() over (order by md5(v.id::text)) - 1 as i, v.id as variant_id, v.sku, v.size, v.colour, p.id as product_id,
    p.name, p.slug, p.hsn_code, coalesce(v.price, p.price) as price, p.original_price,
    (select json_build_object('key', k.key, 'width', k.width, 'height', k.height, 'tint', k.tint, 'alt', pp.alt)
      from product_picture pp join picture k on k.key = pp.picture_key where pp.product_id = p.id
      order by pp.position limit 1) as picture
  from variant v join product p on p.id = v.product_id where p.status = 'active';
create unique index on bench_shelf (i);
create unlogged table bench_buyer as
  select row_number() over (order by u.created_at) - 1 as i, u.id, u.name, u.email::text as email, p.phone
  from users u join profile p on p.user_id = u.id where u.email like '%@customers.test';
create unique index on bench_buyer (i);
create unlogged table bench_place as
  select row_number() over (order by pin) - 1 as i, pin, city, state
  from (select pin, city, state from pin_code where city <> '' and state <> '' order by md5(pin) limit 500) pins;
analyze bench_shelf;
analyze bench_buyer;
