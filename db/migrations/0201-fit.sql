-- What a buyer says in a review about the size, and what all buyers together say (docs/decisions/0033-size-and-fit.md).
alter table review add column fit text check (fit in ('small', 'true', 'large'));

-- Counted anew by a job, from reviews, exchanges, returns and what was kept: people by product, size and what they found.
create table fit_count (
  product_id uuid not null references product (id) on delete cascade,
  size text not null,
  verdict text not null check (verdict in ('small', 'true', 'large', 'kept')),
  people integer not null check (people > 0),
  primary key (product_id, size, verdict)
);
-- A product's page says it: pages that are kept follow, as with reviews.
create trigger fit_count_live_insert after insert on fit_count
  referencing new table as added for each statement execute function announce_added('reviews', 'product_id');
create trigger fit_count_live_update after update on fit_count
  referencing new table as added for each statement execute function announce_added('reviews', 'product_id');
create trigger fit_count_live_delete after delete on fit_count
  referencing old table as removed for each statement execute function announce_removed('reviews', 'product_id');
