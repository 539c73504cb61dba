-- What the back office edits: offers with a scope, coupons, reviews with a reply, articles. Each row has a version, so
-- that of two people who edit it the second is told.

alter table offer add column version integer not null default 1;
alter table coupon add column version integer not null default 1;
alter table blog_post add column version integer not null default 1;

alter table review add column version integer not null default 1;
alter table review add column hidden_reason text check (char_length(hidden_reason) between 1 and 300);
alter table review add column reply text check (char_length(reply) between 1 and 1000);
alter table review add column replied_at timestamptz;
alter table review add check ((reply is null) = (replied_at is null));
create index review_by_newest on review (created_at desc, id);
create index review_hidden on review (created_at desc, id) where status = 'hidden';

-- What an offer is for, as somebody chose it. offer_product keeps what that means today, so that prices are found by
-- one look at one table.
create table offer_scope (
  offer_id uuid not null references offer (id) on delete cascade,
  kind text not null check (kind in ('product', 'category', 'collection')),
  ref text not null check (char_length(ref) between 1 and 120),
  primary key (offer_id, kind, ref)
);
create index offer_scope_by_ref on offer_scope (kind, ref);
insert into offer_scope (offer_id, kind, ref) select offer_id, 'product', product_id::text from offer_product;

-- The products that an offer's scope means today.
create view offer_meant as
  select s.offer_id, p.id as product_id from offer_scope s join product p on s.kind = 'product' and p.id::text = s.ref
  union
  select s.offer_id, p.id from offer_scope s
    join category c on s.kind = 'category' and c.slug = s.ref join product p on p.category_id = c.id
  union
  select s.offer_id, pc.product_id from offer_scope s
    join product_collection pc on s.kind = 'collection' and pc.collection_slug = s.ref;

-- Brings offer_product in step for one offer. Only what differs is written: each row is news for open screens.
create function fill_offer(wanted uuid) returns void language sql as $$
  delete from offer_product op where op.offer_id = wanted
    and not exists (select from offer_meant m where m.offer_id = wanted and m.product_id = op.product_id);
  insert into offer_product (offer_id, product_id)
    select m.offer_id, m.product_id from offer_meant m where m.offer_id = wanted on conflict do nothing;
$$;

-- A product that moves into a category or collection comes under its offers, one that leaves comes out again. Offers
-- for single products are not touched.
create function offers_follow_products(ids uuid[]) returns void language plpgsql as $$
begin
  if not exists (select from offer_scope where kind <> 'product') then return; end if;
  delete from offer_product op
    where op.product_id = any(ids)
      and exists (select from offer_scope s where s.offer_id = op.offer_id and s.kind <> 'product')
      and not exists (select from offer_scope s where s.offer_id = op.offer_id and (
        (s.kind = 'product' and s.ref = op.product_id::text)
        or (s.kind = 'category' and s.ref = (select c.slug from product p join category c on c.id = p.category_id
            where p.id = op.product_id))
        or (s.kind = 'collection' and exists (select from product_collection pc
            where pc.product_id = op.product_id and pc.collection_slug = s.ref))));
  insert into offer_product (offer_id, product_id)
    select s.offer_id, p.id from product p join category c on c.id = p.category_id
      join offer_scope s on s.kind = 'category' and s.ref = c.slug where p.id = any(ids)
    union
    select s.offer_id, pc.product_id from product_collection pc
      join offer_scope s on s.kind = 'collection' and s.ref = pc.collection_slug where pc.product_id = any(ids)
    on conflict do nothing;
end $$;

create function offers_after_insert() returns trigger language plpgsql as $$
begin
  perform offers_follow_products(array(select id from added));
  return null;
end $$;
create function offers_after_category() returns trigger language plpgsql as $$
begin
  perform offers_follow_products(array(select a.id from added a join removed r on r.id = a.id
    where a.category_id is distinct from r.category_id));
  return null;
end $$;
create function offers_after_collected() returns trigger language plpgsql as $$
begin
  perform offers_follow_products(array(select distinct product_id from added));
  return null;
end $$;
create function offers_after_uncollected() returns trigger language plpgsql as $$
begin
  perform offers_follow_products(array(select distinct product_id from removed));
  return null;
end $$;
create trigger product_offers_insert after insert on product
  referencing new table as added for each statement execute function offers_after_insert();
create trigger product_offers_update after update on product
  referencing new table as added old table as removed for each statement execute function offers_after_category();
create trigger collection_offers_insert after insert on product_collection
  referencing new table as added for each statement execute function offers_after_collected();
create trigger collection_offers_delete after delete on product_collection
  referencing old table as removed for each statement execute function offers_after_uncollected();
