-- Categories get a parent, a place, sizes and a default HSN code of their own, and size guides become data (issue 38,
-- sections 3.2 and 3.3; decision 50).
alter table category
  add column parent_id uuid references category (id),
  add column position integer not null default 0,
  add column size_scale text references size_scale (key),
  add column hsn_code text check (hsn_code ~ '^[0-9]{4,8}$'),
  add constraint category_parent_other check (parent_id <> id);
create index category_parent on category (parent_id);

-- Two deep: a parent has no parent. The application refuses it in words; this is for two changes at the same time.
create function check_category_depth() returns trigger language plpgsql as $$
begin
  if new.parent_id is not null and (
    exists (select from category where id = new.parent_id and parent_id is not null)
    or exists (select from category where parent_id = new.id)
  ) then
    raise exception 'categories are two deep' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger category_depth before insert or update of parent_id on category
  for each row execute function check_category_depth();

create table size_guide (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 60),
  category_id uuid references category (id) on delete cascade,
  brand text check (char_length(brand) between 1 and 80),
  size_scale text references size_scale (key) on delete cascade,
  note text not null check (char_length(note) <= 300),
  unit text not null check (unit in ('cm', 'in')),
  columns text[] not null check (cardinality(columns) between 2 and 9),
  rows jsonb not null check (jsonb_typeof(rows) = 'array'),
  version integer not null default 1,
  check (num_nonnulls(category_id, brand, size_scale) > 0)
);
comment on table size_guide is
  'A table of sizes for products of a category, a brand, a size scale, or of several of them at once.';
create unique index size_guide_of on size_guide (
  coalesce(category_id::text, ''), lower(coalesce(brand, '')), coalesce(size_scale, ''));
create trigger size_guide_live after insert or delete or update on size_guide
  for each statement execute function announce_all('products');

-- As in 0102; the children of a merged category, and its size guides where the target has none, follow too.
create or replace function merge_category(source uuid, target uuid) returns void language plpgsql as $$
declare
  old_slug text := (select slug from category where id = source);
  new_slug text := (select slug from category where id = target);
begin
  update product set category_id = target where category_id = source;
  update category set parent_id = target where parent_id = source;
  update size_guide g set category_id = target where category_id = source and not exists (
    select from size_guide o where o.category_id = target
      and lower(o.brand) is not distinct from lower(g.brand) and o.size_scale is not distinct from g.size_scale);
  insert into offer_scope (offer_id, kind, ref)
    select offer_id, kind, new_slug from offer_scope where kind = 'category' and ref = old_slug
    on conflict do nothing;
  delete from offer_scope where kind = 'category' and ref = old_slug;
  perform fill_offer(offer_id) from offer_scope where kind = 'category' and ref = new_slug;
  update product_type set categories = array(
      select distinct unnest(array_replace(categories, old_slug, new_slug)) order by 1)
    where old_slug = any(categories);
  update category_redirect set category_id = target where category_id = source;
  insert into category_redirect (slug, category_id) values (old_slug, target);
  delete from category where id = source;
end $$;

-- The HSN code of a category is what its products get when they have none: it is copied, so that a later change of the
-- category changes the tax of no product.
create function fill_hsn_code() returns trigger language plpgsql as $$
begin
  new.hsn_code := (select coalesce(c.hsn_code, p.hsn_code)
    from category c left join category p on p.id = c.parent_id where c.id = new.category_id);
  return new;
end $$;
create trigger product_hsn_code before insert or update of hsn_code, category_id on product
  for each row when (new.hsn_code is null and new.category_id is not null) execute function fill_hsn_code();
