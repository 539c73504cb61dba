-- Pages are kept in memory and go with the news of what they show (docs/decisions/0013). Every table that a page
-- shows must say so, and an order must not empty everything.

-- What an order takes from a shelf that stays full is seen on the product's own page only; the notice then says
-- "only": "stock". A size that is sold out or there again, or five pieces or fewer, is seen in lists as well.
create function announce_stock() returns trigger language plpgsql as $$
declare
  seen uuid[];
  quiet uuid[];
  id uuid;
begin
  with changed as (
    select a.product_id,
      (to_jsonb(a) - '{stock,held}'::text[]) is distinct from (to_jsonb(r) - '{stock,held}'::text[])
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
  perform announce('products', coalesce(seen, '{}'));
  if cardinality(quiet) > 20 then
    perform pg_notify('live', json_build_object('topic', 'products')::text);
    return null;
  end if;
  foreach id in array coalesce(quiet, '{}') loop
    perform pg_notify('live', json_build_object('topic', 'products', 'id', id, 'only', 'stock')::text);
  end loop;
  return null;
end $$;

drop trigger variant_live_update on variant;
create trigger variant_live_update after update on variant
  referencing old table as removed new table as added for each statement execute function announce_stock();

create trigger product_picture_live_insert after insert on product_picture
  referencing new table as added for each statement execute function announce_added('products', 'product_id');
create trigger product_picture_live_update after update on product_picture
  referencing new table as added for each statement execute function announce_added('products', 'product_id');
create trigger product_picture_live_delete after delete on product_picture
  referencing old table as removed for each statement execute function announce_removed('products', 'product_id');

create trigger product_collection_live_insert after insert on product_collection
  referencing new table as added for each statement execute function announce_added('products', 'product_id');
create trigger product_collection_live_delete after delete on product_collection
  referencing old table as removed for each statement execute function announce_removed('products', 'product_id');

-- Names of categories and collections stand on every page.
create trigger category_live after insert or update or delete on category
  for each statement execute function announce_all('products');
create trigger collection_live after insert or update or delete on collection
  for each statement execute function announce_all('products');

create trigger blog_post_live after insert or update or delete on blog_post
  for each statement execute function announce_all('content');
