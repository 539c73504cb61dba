-- Reviews by customers, and the shop's own facts.

create table review (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references product (id) on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  comment text not null check (char_length(comment) between 1 and 2000),
  status text not null default 'published' check (status in ('published', 'hidden')),
  -- Null shows as 'Anonymous User'.
  display_name text check (char_length(display_name) between 1 and 60),
  verified boolean not null default false,
  -- The order line that earned the right to review; orders are not there yet.
  order_line_id uuid,
  created_at timestamptz not null default now()
);
create index review_by_product on review (product_id, created_at desc, id) where status = 'published';

-- Keeps product.rating and review_count true. The products are locked first and counted in a second
-- statement, so that two reviews at the same moment both count. "no key": each of them already holds its
-- product's key by the foreign key, and a stronger lock would have the two wait for each other.
create function rate_products(ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from product where id = any(ids) order by id for no key update;
  update product p set rating = s.rating, review_count = s.review_count
    from (
      select one.id, round(avg(r.rating), 1) as rating, count(r.id)::integer as review_count
      from unnest(ids) as one (id)
      left join review r on r.product_id = one.id and r.status = 'published'
      group by one.id
    ) s
    where p.id = s.id and (p.rating, p.review_count) is distinct from (s.rating, s.review_count);
end $$;

create function rate_after_insert() returns trigger language plpgsql as $$
begin
  perform rate_products(array(select distinct product_id from added));
  return null;
end $$;
create function rate_after_update() returns trigger language plpgsql as $$
begin
  perform rate_products(array(select product_id from added union select product_id from removed));
  return null;
end $$;
create function rate_after_delete() returns trigger language plpgsql as $$
begin
  perform rate_products(array(select distinct product_id from removed));
  return null;
end $$;
create trigger review_rates_insert after insert on review
  referencing new table as added for each statement execute function rate_after_insert();
create trigger review_rates_update after update on review
  referencing new table as added old table as removed for each statement execute function rate_after_update();
create trigger review_rates_delete after delete on review
  referencing old table as removed for each statement execute function rate_after_delete();

create table setting (
  key text primary key check (key ~ '^[a-zA-Z]{1,60}$'),
  value jsonb not null,
  version integer not null default 1 check (version >= 1),
  updated_at timestamptz not null default now()
);
create trigger setting_touched before update on setting for each row execute function touch();
