-- Every order runs through this. Comparing the columns one by one costs a fraction of turning both rows into JSON; a
-- test sees to it that no column of variant is forgotten (shop/catalogue/inventory/stock-news.server.test.ts).
create or replace function announce_stock() returns trigger language plpgsql as $$
declare
  seen uuid[];
  quiet uuid[];
  id uuid;
begin
  with changed as (
    select a.product_id,
      (a.product_id, a.position, a.size, a.colour, a.colour_hex, a.colour_family, a.sku, a.price) is distinct from
      (r.product_id, r.position, r.size, r.colour, r.colour_hex, r.colour_family, r.sku, r.price)
        or (a.stock > a.held) <> (r.stock > r.held) as seen,
      (a.stock - a.held) - (r.stock - r.held) as delta
    from added a join removed r on r.id = a.id
  ), of_product as (
    select c.product_id, bool_or(c.seen) as seen, sum(c.delta) as delta from changed c group by c.product_id
  ), judged as (
    select p.product_id, p.seen or now_left.pieces <= 5 or now_left.pieces - p.delta <= 5 as seen
    from of_product p cross join lateral (
      select sum(v.stock - v.held) as pieces from variant v where v.product_id = p.product_id) now_left
  )
  select array_agg(j.product_id) filter (where j.seen), array_agg(j.product_id) filter (where not j.seen)
    into seen, quiet from judged j;
  if seen is not null then
    perform announce('products', seen);
  end if;
  if cardinality(quiet) > 20 then
    perform pg_notify('live', json_build_object('topic', 'products')::text);
    return null;
  end if;
  foreach id in array coalesce(quiet, '{}') loop
    perform pg_notify('live', json_build_object('topic', 'products', 'id', id, 'only', 'stock')::text);
  end loop;
  return null;
end $$;
