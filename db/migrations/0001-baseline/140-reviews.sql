-- Reviews, and which sizes were bought and kept.

create table review (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references product (id) on delete cascade,
  rating smallint not null check (rating >= 1 and rating <= 5),
  comment text not null check (char_length(comment) >= 1 and char_length(comment) <= 2000),
  status text not null default 'published' check (status in ('published', 'hidden')),
  -- Null shows as 'Anonymous User'.
  display_name text check (char_length(display_name) >= 1 and char_length(display_name) <= 60),
  verified boolean not null default false,
  -- The order line that earned the right to review; orders are not there yet.
  order_line_id uuid,
  created_at timestamptz not null default now(),
  user_id uuid references users (id) on delete set null,
  version integer not null default 1,
  hidden_reason text check (char_length(hidden_reason) >= 1 and char_length(hidden_reason) <= 300),
  reply text check (char_length(reply) >= 1 and char_length(reply) <= 1000),
  replied_at timestamptz,
  -- What a buyer says in a review about the size, and what all buyers together say
  -- (docs/decisions/0033-size-and-fit.md).
  fit text check (fit in ('small', 'true', 'large')),
  constraint review_of_line foreign key (order_line_id) references order_line (id),
  constraint review_check check ((reply is null) = (replied_at is null))
);
comment on table review is 'A customer''s review of a product.';
create index review_by_product on review (product_id, created_at desc, id) where status = 'published';
create unique index review_once_a_line on review (order_line_id) where order_line_id is not null;
create index review_by_newest on review (created_at desc, id);
create index review_hidden on review (created_at desc, id) where status = 'hidden';
create index review_of_user on review (user_id) where user_id is not null;
-- For the section of reviews on the home page.
create index review_praise on review (created_at desc, id) where status = 'published' and rating >= 4;

create table review_photo (
  id uuid primary key,
  review_id uuid not null references review (id) on delete cascade,
  position integer not null check ("position" >= 0 and "position" <= 2),
  -- Hash of the cleaned picture: the same form sent twice gives one photo.
  key text not null check (key ~ '^[0-9a-f]{32}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  tint text not null check (tint ~ '^#[0-9a-f]{6}$'),
  unique (review_id, "position"),
  unique (review_id, key)
);
comment on table review_photo is 'Photos of a review, at most three. Their files lie in storage under the photo''s id, so that a file belongs to one review only and goes with it. No trigger announces them: whoever writes or removes one writes its review as well.';

create table review_vote (
  review_id uuid not null references review (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (review_id, user_id)
);
comment on table review_vote is 'Who found a review helpful: one vote of a customer for a review, which they may take back. Nothing is announced: their own page shows it at once, and pages that are kept for all follow within a minute, as a vote is no news worth drawing a page again for.';
create index review_vote_by_user on review_vote (user_id);

create table deleted_review_photo (
  id uuid primary key
);
comment on table deleted_review_photo is 'Photos whose files are still to be deleted: a review also goes with its product, and the file must follow the row whichever way that went.';

create table fit_count (
  product_id uuid not null references product (id) on delete cascade,
  size text not null,
  verdict text not null check (verdict in ('small', 'true', 'large', 'kept')),
  people integer not null check (people > 0),
  primary key (product_id, size, verdict)
);
comment on table fit_count is 'Counted anew by a job, from reviews, exchanges, returns and what was kept: people by product, size and what they found.';

-- Keeps product.rating and review_count true. The products are locked first and counted in a second statement, so
-- that two reviews at the same moment both count. "no key": each of them already holds its product's key by the
-- foreign key, and a stronger lock would have the two wait for each other.
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

create function note_deleted_photos() returns trigger language plpgsql as $$
begin
  insert into deleted_review_photo (id) select id from removed on conflict do nothing;
  return null;
end $$;

create trigger review_rates_insert after insert on review
  referencing new table as added
  for each statement execute function rate_after_insert();
create trigger review_rates_update after update on review
  referencing old table as removed new table as added
  for each statement execute function rate_after_update();
create trigger review_rates_delete after delete on review
  referencing old table as removed
  for each statement execute function rate_after_delete();
create trigger review_live_insert after insert on review
  referencing new table as added
  for each statement execute function announce_added('reviews', 'product_id');
create trigger review_live_update after update on review
  referencing new table as added
  for each statement execute function announce_added('reviews', 'product_id');
create trigger review_live_delete after delete on review
  referencing old table as removed
  for each statement execute function announce_removed('reviews', 'product_id');
-- A product's page says it: pages that are kept follow, as with reviews.
create trigger fit_count_live_insert after insert on fit_count
  referencing new table as added
  for each statement execute function announce_added('reviews', 'product_id');
create trigger fit_count_live_update after update on fit_count
  referencing new table as added
  for each statement execute function announce_added('reviews', 'product_id');
create trigger fit_count_live_delete after delete on fit_count
  referencing old table as removed
  for each statement execute function announce_removed('reviews', 'product_id');
create trigger review_photo_files after delete on review_photo
  referencing old table as removed
  for each statement execute function note_deleted_photos();
