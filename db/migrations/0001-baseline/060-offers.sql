-- Offers and coupons.

create table offer (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) >= 1 and char_length(title) <= 120),
  discount_percent integer not null check (discount_percent >= 1 and discount_percent <= 100),
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  version integer not null default 1,
  constraint offer_check check (valid_from < valid_to)
);
comment on table offer is 'A percentage off between two times.';

create table offer_scope (
  offer_id uuid not null references offer (id) on delete cascade,
  kind text not null check (kind in ('product', 'category', 'collection')),
  ref text not null check (char_length(ref) >= 1 and char_length(ref) <= 120),
  primary key (offer_id, kind, ref)
);
comment on table offer_scope is 'What an offer is for, as somebody chose it. offer_product keeps what that means today, so that prices are found by one look at one table.';
create index offer_scope_by_ref on offer_scope (kind, ref);

create table offer_product (
  offer_id uuid not null references offer (id) on delete cascade,
  product_id uuid not null references product (id) on delete cascade,
  primary key (offer_id, product_id)
);
comment on table offer_product is 'The products of each offer, kept by triggers.';
create index offer_product_by_product on offer_product (product_id);

create table coupon (
  code text primary key check (code ~ '^[A-Z0-9]{3,24}$'),
  description text not null check (char_length(description) <= 200),
  kind text not null check (kind in ('percent', 'flat')),
  -- Whole percent, or paise.
  value bigint not null,
  min_order bigint not null default 0 check (min_order >= 0),
  max_discount bigint check (max_discount > 0),
  usage_limit integer check (usage_limit > 0),
  per_user_limit integer check (per_user_limit > 0),
  first_order_only boolean not null default false,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  active boolean not null default true,
  used integer not null default 0,
  version integer not null default 1,
  -- Whether the cart offers a coupon to everybody. Codes made so far stay with those who were told them.
  listed boolean not null default false,
  constraint coupon_check check (value > 0 and (kind = 'flat' or value <= 100)),
  constraint coupon_check2 check (valid_from < valid_to),
  constraint coupon_used_not_negative check (used >= 0)
);
comment on table coupon is '`value` is paise or per cent, by `kind`; amounts are paise.';

-- The products that an offer's scope means today.
create view offer_scope_product as
  select s.offer_id, p.id as product_id from offer_scope s join product p on s.kind = 'product' and p.id::text = s.ref
  union
  select s.offer_id, p.id from offer_scope s
    join category c on s.kind = 'category' and c.slug = s.ref
    join category part on part.id = c.id or part.parent_id = c.id
    join product p on p.category_id = part.id
  union
  select s.offer_id, pc.product_id from offer_scope s
    join product_collection pc on s.kind = 'collection' and pc.collection_slug = s.ref;

-- Brings offer_product in step for one offer. Only what differs is written: each row is news for open screens.
create function fill_offer(wanted uuid) returns void language sql as $$
  delete from offer_product op where op.offer_id = wanted
    and not exists (select from offer_scope_product m where m.offer_id = wanted and m.product_id = op.product_id);
  insert into offer_product (offer_id, product_id)
    select m.offer_id, m.product_id from offer_scope_product m where m.offer_id = wanted on conflict do nothing;
$$;

-- A product that moves into a category or collection comes under its offers, one that leaves comes out again.
-- Offers for single products are not touched.
create function offers_follow_products(ids uuid[]) returns void language plpgsql as $$
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

-- A category that becomes part of another comes under its offers, one that leaves comes out again.
create function offers_follow_categories() returns trigger language plpgsql as $$
begin
  perform fill_offer(s.offer_id) from (select distinct o.offer_id from offer_scope o
    join category c on c.slug = o.ref and c.id in (old.parent_id, new.parent_id) where o.kind = 'category') s;
  return null;
end $$;

create trigger offer_product_live_insert after insert on offer_product
  referencing new table as added
  for each statement execute function announce_added('products', 'product_id');
create trigger offer_product_live_delete after delete on offer_product
  referencing old table as removed
  for each statement execute function announce_removed('products', 'product_id');
create trigger offer_live after update on offer for each statement execute function announce_all('products');
-- Product pages name coupons: pages that are kept follow what staff change, and the moment when a coupon is used
-- up; not each use.
create trigger coupon_live_insert after insert on coupon for each statement execute function announce_all('coupons');
create trigger coupon_live_delete after delete on coupon for each statement execute function announce_all('coupons');
create trigger coupon_live_update after update on coupon
  for each row when ((old.used >= old.usage_limit) is distinct from (new.used >= new.usage_limit) or (to_jsonb(old.*) - array['used'::text, 'version'::text]) is distinct from (to_jsonb(new.*) - array['used'::text, 'version'::text])) execute function announce_all('coupons');
create trigger category_offers after update of parent_id on category
  for each row when (old.parent_id is distinct from new.parent_id) execute function offers_follow_categories();
