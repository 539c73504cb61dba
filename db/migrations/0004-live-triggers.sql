-- Tells open screens that something changed: NOTIFY live, '{"topic": ..., "id": ...}' after commit.
-- One trigger a statement, because a notice for every row cuts the write rate to a third. A statement that
-- changes more than 20 products sends one notice without an id: "many; ask again".

create function announce(topic text, ids uuid[]) returns void language plpgsql as $$
declare
  id uuid;
begin
  if cardinality(ids) > 20 then
    perform pg_notify('live', json_build_object('topic', topic)::text);
    return;
  end if;
  foreach id in array ids loop
    perform pg_notify('live', json_build_object('topic', topic, 'id', id)::text);
  end loop;
end $$;

-- Arguments of the trigger: the topic, and the column that holds the id to send.
create function announce_added() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  execute format('select array_agg(distinct %I) from added', tg_argv[1]) into ids;
  perform announce(tg_argv[0], coalesce(ids, '{}'));
  return null;
end $$;

create function announce_removed() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  execute format('select array_agg(distinct %I) from removed', tg_argv[1]) into ids;
  perform announce(tg_argv[0], coalesce(ids, '{}'));
  return null;
end $$;

create trigger product_live_insert after insert on product
  referencing new table as added for each statement execute function announce_added('products', 'id');
create trigger product_live_update after update on product
  referencing new table as added for each statement execute function announce_added('products', 'id');
create trigger product_live_delete after delete on product
  referencing old table as removed for each statement execute function announce_removed('products', 'id');

create trigger variant_live_insert after insert on variant
  referencing new table as added for each statement execute function announce_added('products', 'product_id');
create trigger variant_live_update after update on variant
  referencing new table as added for each statement execute function announce_added('products', 'product_id');
create trigger variant_live_delete after delete on variant
  referencing old table as removed for each statement execute function announce_removed('products', 'product_id');

create trigger offer_product_live_insert after insert on offer_product
  referencing new table as added for each statement execute function announce_added('products', 'product_id');
create trigger offer_product_live_delete after delete on offer_product
  referencing old table as removed for each statement execute function announce_removed('products', 'product_id');

create trigger review_live_insert after insert on review
  referencing new table as added for each statement execute function announce_added('reviews', 'product_id');
create trigger review_live_update after update on review
  referencing new table as added for each statement execute function announce_added('reviews', 'product_id');
create trigger review_live_delete after delete on review
  referencing old table as removed for each statement execute function announce_removed('reviews', 'product_id');

-- Changes of the offer itself and of the settings concern everybody: no id.
create function announce_all() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('topic', tg_argv[0])::text);
  return null;
end $$;
create trigger offer_live after update on offer for each statement execute function announce_all('products');
create trigger setting_live after insert or update or delete on setting
  for each statement execute function announce_all('settings');
