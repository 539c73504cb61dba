-- Addresses that no longer lead anywhere, such as those of the shop before it moved here (issue 38, sections 4.4 and 7).
create table redirect (
  path text primary key check (path ~ '^/' and char_length(path) between 2 and 500),
  target text not null check (target ~ '^(/|https://)' and char_length(target) between 1 and 500),
  hits bigint not null default 0 check (hits >= 0),
  last_hit_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table redirect is 'Where an address leads that would answer 404. Counted at each use.';
