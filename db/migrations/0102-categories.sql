-- Staff make, rename, merge and delete categories (issue 38, section 3.2).
alter table category add column version integer not null default 1;

-- Moves everything of one category into another and deletes it: products, offers, product types and its earlier
-- addresses follow. The caller has checked that both are of one kind, so that the products' details fit.
create function merge_category(source uuid, target uuid) returns void language plpgsql as $$
declare
  old_slug text := (select slug from category where id = source);
  new_slug text := (select slug from category where id = target);
begin
  update product set category_id = target where category_id = source;
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
