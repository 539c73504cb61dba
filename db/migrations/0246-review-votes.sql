-- Who found a review helpful: one vote of a customer for a review, which they may take back. Nothing is announced: their
-- own page shows it at once, and pages that are kept for all follow within a minute, as a vote is no news worth drawing
-- a page again for.
create table review_vote (
  review_id uuid not null references review (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (review_id, user_id)
);
create index review_vote_by_user on review_vote (user_id);
