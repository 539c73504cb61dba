-- A collection has an id that stays when its slug changes. Rules for cash on delivery named collections by slug, so that
-- a renamed one no longer fitted; they name the id now, as they name a category's. A slug of before is looked up in the
-- redirects; one that nobody has any more stays as it is and fits nothing, as before.
alter table collection add column id uuid not null default gen_random_uuid() unique;

update cod_rule r set version = version + 1, rule = jsonb_set(rule, '{conditions}', (
  select jsonb_agg(case when c.one->>'field' <> 'collection' then c.one else jsonb_set(c.one, '{value}', (
    select coalesce(jsonb_agg(coalesce(k.id::text, v.slug) order by v.place), '[]')
    from jsonb_array_elements_text(c.one->'value') with ordinality v (slug, place)
    left join category_redirect d on d.slug = v.slug and not exists (select from collection x where x.slug = v.slug)
    left join collection k on k.slug = coalesce(d.collection_slug, v.slug))) end order by c.place)
  from jsonb_array_elements(r.rule->'conditions') with ordinality c (one, place)))
where r.rule @> '{"conditions": [{"field": "collection"}]}';

-- As in 0126, and rules for cash on delivery follow a merged category as well.
create or replace function merge_category(source uuid, target uuid) returns void language plpgsql as $$
declare
  old_slug text := (select slug from category where id = source);
  new_slug text := (select slug from category where id = target);
begin
  update product set category_id = target where category_id = source;
  update collection set rule = replace(rule::text, source::text, target::text)::jsonb
    where rule::text like '%' || source::text || '%';
  update cod_rule set rule = replace(rule::text, source::text, target::text)::jsonb, version = version + 1
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
