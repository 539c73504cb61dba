-- A category that is part of another counts as the other too: for offers and for search, as lists and filters do
-- already (decision 50).

create or replace view offer_scope_product as
  select s.offer_id, p.id as product_id from offer_scope s join product p on s.kind = 'product' and p.id::text = s.ref
  union
  select s.offer_id, p.id from offer_scope s
    join category c on s.kind = 'category' and c.slug = s.ref
    join category part on part.id = c.id or part.parent_id = c.id
    join product p on p.category_id = part.id
  union
  select s.offer_id, pc.product_id from offer_scope s
    join product_collection pc on s.kind = 'collection' and pc.collection_slug = s.ref;

-- Offers for single products are not touched, as before.
create or replace function offers_follow_products(ids uuid[]) returns void language plpgsql as $$
begin
  if not exists (select from offer_scope where kind <> 'product') then return; end if;
  delete from offer_product op
    where op.product_id = any(ids)
      and exists (select from offer_scope s where s.offer_id = op.offer_id and s.kind <> 'product')
      and not exists (select from offer_scope s where s.offer_id = op.offer_id and (
        (s.kind = 'product' and s.ref = op.product_id::text)
        or (s.kind = 'category' and s.ref in (select c.slug from product p
            join category part on part.id = p.category_id
            join category c on c.id in (part.id, part.parent_id)
            where p.id = op.product_id))
        or (s.kind = 'collection' and exists (select from product_collection pc
            where pc.product_id = op.product_id and pc.collection_slug = s.ref))));
  insert into offer_product (offer_id, product_id)
    select s.offer_id, p.id from product p
      join category part on part.id = p.category_id
      join category c on c.id in (part.id, part.parent_id)
      join offer_scope s on s.kind = 'category' and s.ref = c.slug where p.id = any(ids)
    union
    select s.offer_id, pc.product_id from product_collection pc
      join offer_scope s on s.kind = 'collection' and s.ref = pc.collection_slug where pc.product_id = any(ids)
    on conflict do nothing;
end $$;

-- The names of a product's category and of the one that it is part of.
create function category_words(wanted uuid) returns text language sql stable as $$
  select concat_ws(' ', c.name, up.name) from category c left join category up on up.id = c.parent_id where c.id = wanted
$$;

create or replace function fill_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := search_normal(concat_ws(' ', new.name, new.brand, category_words(new.category_id),
    array_to_string(new.tags, ' ')));
  return new;
end $$;

create or replace function fill_search_words() returns trigger language plpgsql as $$
begin
  new.search_words :=
    setweight(to_tsvector('shop_words', search_clean(new.name)), 'A') ||
    setweight(to_tsvector('shop_words', search_clean(coalesce(category_words(new.category_id), ''))), 'B') ||
    setweight(to_tsvector('shop_words', search_clean(concat_ws(' ', new.brand,
      array_to_string(new.tags, ' '), new.material))), 'C') ||
    setweight(to_tsvector('shop_words', search_clean(left(new.description, 2000))), 'D');
  return new;
end $$;

create or replace function refill_search_text() returns trigger language plpgsql as $$
begin
  update product set category_id = category_id
    where category_id in (select id from category where id = new.id or parent_id = new.id);
  return null;
end $$;
drop trigger category_search_text on category;
create trigger category_search_text after update of name, parent_id on category
  for each row when ((old.name, old.parent_id) is distinct from (new.name, new.parent_id))
  execute function refill_search_text();

-- A category that becomes part of another comes under its offers, one that leaves comes out again.
create function offers_follow_categories() returns trigger language plpgsql as $$
begin
  perform fill_offer(s.offer_id) from (select distinct o.offer_id from offer_scope o
    join category c on c.slug = o.ref and c.id in (old.parent_id, new.parent_id) where o.kind = 'category') s;
  return null;
end $$;
create trigger category_offers after update of parent_id on category
  for each row when (old.parent_id is distinct from new.parent_id) execute function offers_follow_categories();

-- Categories that are part of another already.
update product set category_id = category_id
  where category_id in (select id from category where parent_id is not null);
select fill_offer(offer_id) from (select distinct offer_id from offer_scope where kind = 'category') s;
