-- Title, text, picture and number of the home page's hero move from the settings into the section (issue 38, 4.1).
-- A shop that had set one gets a published version with them; what it has published or scheduled is published again
-- with them, in its place. What it had not set stays the default of the section's shape.
do $$
declare
  stored jsonb := (select coalesce(jsonb_object_agg(key, value), '{}') from setting
    where key in ('home', 'happyStudents', 'heroPicture'));
  hero jsonb := jsonb_strip_nulls(jsonb_build_object(
    'title', stored -> 'home' -> 'title',
    'text', stored -> 'home' -> 'text',
    'customersLabel', stored -> 'home' -> 'customersLabel',
    'customers', stored -> 'happyStudents',
    'picture', nullif(stored -> 'heroPicture', 'null')
      || '{"focus": {"phone": {"x": 50, "y": 50}, "desktop": {"x": 50, "y": 50}}}'));
  shipped jsonb := '{"items": [{"kind": "hero"}, {"kind": "collections", "title": "Shop by Category", "slugs": []},
    {"kind": "tabs"}, {"kind": "quick-access"}]}';
  live publication_version;
  scheduled publication_version;
begin
  delete from setting where key in ('home', 'happyStudents', 'heroPicture');
  if hero = '{}' then return; end if;
  create function pg_temp.with_hero(content jsonb, hero jsonb) returns jsonb language sql as $f$
    select jsonb_set(content, '{items}', coalesce((
      select jsonb_agg(case when item ->> 'kind' = 'hero' then hero || item else item end order by place)
      from jsonb_array_elements(content -> 'items') with ordinality as one(item, place)), '[]'))
  $f$;
  select * into live from publication_version v
    where v.kind = 'home' and v.key = 'home' and v.cancelled_at is null and v.live_at <= now()
    order by v.live_at desc, v.id desc limit 1;
  select * into scheduled from publication_version v
    where v.kind = 'home' and v.key = 'home' and v.cancelled_at is null and v.live_at > now()
    order by v.live_at, v.id limit 1;
  insert into publication (kind, key, version) values ('home', 'home', 1)
    on conflict (kind, key) do update set version = publication.version + 1,
      draft = pg_temp.with_hero(publication.draft, hero);
  insert into publication_version (kind, key, content, live_at, actor_kind)
    values ('home', 'home', pg_temp.with_hero(coalesce(live.content, shipped), hero), now(), 'system');
  if scheduled.content is not null then
    update publication_version set cancelled_at = now() where id = scheduled.id;
    insert into publication_version (kind, key, content, live_at, actor_kind, actor_id, actor_name)
      values ('home', 'home', pg_temp.with_hero(scheduled.content, hero), scheduled.live_at,
        scheduled.actor_kind, scheduled.actor_id, scheduled.actor_name);
  end if;
  drop function pg_temp.with_hero(jsonb, jsonb);
end $$;

-- For the section of reviews on the home page.
create index if not exists review_praise on review (created_at desc, id) where status = 'published' and rating >= 4;
