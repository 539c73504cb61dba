-- Collections by rules (issue 38, section 3.1): the rule and the usual order of the list. product_collection has the
-- products of both kinds of collections; those of a rule are written by shop/catalogue/membership/membership.server.ts.
alter table collection
  -- Null: its products are chosen by hand. Read and checked by shop/rules/rules.ts.
  add column rule jsonb check (jsonb_typeof(rule) = 'object'),
  add column default_sort text not null default 'recommended'
    check (default_sort in ('recommended', 'name', 'price-asc', 'price-desc', 'rating', 'newest'));
comment on table product_collection is 'The products of a collection: chosen by hand or, where the collection has a rule, written by that rule.';
comment on table collection_placement is 'Above 0: pinned, the lowest first. Below 0: buried; left out, where the collection has a rule. Stays when the product leaves the collection and comes back.';

-- As in 0102; rules name a category by its id.
create or replace function merge_category(source uuid, target uuid) returns void language plpgsql as $$
declare
  old_slug text := (select slug from category where id = source);
  new_slug text := (select slug from category where id = target);
begin
  update product set category_id = target where category_id = source;
  update collection set rule = replace(rule::text, source::text, target::text)::jsonb
    where rule::text like '%' || source::text || '%';
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
