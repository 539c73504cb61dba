-- 0123 forgot what 0103 does: rules of collections follow a merged category.
create or replace function merge_category(source uuid, target uuid) returns void language plpgsql as $$
declare
  old_slug text := (select slug from category where id = source);
  new_slug text := (select slug from category where id = target);
begin
  update product set category_id = target where category_id = source;
  update collection set rule = replace(rule::text, source::text, target::text)::jsonb
    where rule::text like '%' || source::text || '%';
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
