-- Staff make and change collections (issue 38, section 3.1): texts for search engines, where one is shown, the version
-- that two people at once are told apart by, and the addresses that it had before.
alter table collection
  add column meta_title text not null default '' check (char_length(meta_title) <= 70),
  add column meta_description text not null default '' check (char_length(meta_description) <= 200),
  -- In the header and the footer.
  add column is_in_menus boolean not null default true,
  -- In "Shop by Category" on the home page.
  add column is_on_home boolean not null default true,
  add column version integer not null default 1;

create table category_redirect (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  collection_slug text references collection (slug) on update cascade on delete cascade,
  category_id uuid references category (id) on delete cascade,
  at timestamptz not null default now(),
  check (num_nonnulls(collection_slug, category_id) = 1)
);
comment on table category_redirect is 'Earlier addresses below /category: of a collection whose slug changed, or of a category that was merged into another. They redirect until somebody has them again.';
create index category_redirect_by_collection on category_redirect (collection_slug);
create index category_redirect_by_category on category_redirect (category_id);

-- A collection whose slug changes keeps its products and their order.
alter table product_collection
  drop constraint product_collection_collection_slug_fkey,
  add constraint product_collection_collection_slug_fkey foreign key (collection_slug)
    references collection (slug) on update cascade on delete cascade;
alter table collection_placement
  drop constraint collection_placement_collection_slug_fkey,
  add constraint collection_placement_collection_slug_fkey foreign key (collection_slug)
    references collection (slug) on update cascade on delete cascade;

create trigger category_redirect_live after insert or delete or update on category_redirect
  for each statement execute function announce_all('products');

-- Offers and product types name a collection by its slug, without a foreign key.
create function follow_collection_slug() returns trigger language plpgsql as $$
begin
  update offer_scope set ref = new.slug where kind = 'collection' and ref = old.slug;
  update product_type set collections = array_replace(collections, old.slug, new.slug)
    where old.slug = any(collections);
  return null;
end $$;
create trigger collection_slug_followed after update of slug on collection
  for each row when (old.slug <> new.slug) execute function follow_collection_slug();
