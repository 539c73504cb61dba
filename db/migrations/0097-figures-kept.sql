-- At a million orders figure_day has a row for every product on every day it sold: what the dashboard opens with must
-- not be looked for among them.

-- All days together. Like figure_day, it is true together with figure_delta; the same job folds into both.
create table figure_total (
  facet text not null check (facet <> 'product'),
  value text not null,
  count bigint not null,
  amount bigint not null,
  primary key (facet, value)
);
insert into figure_total (facet, value, count, amount)
  select facet, value, sum(count), sum(amount) from figure_day where facet <> 'product' group by 1, 2;

-- The rows of a period, without those of products between them.
create index figure_day_of_shop on figure_day (facet, day) include (value, count, amount) where facet <> 'product';

-- What each product sold from first_day on, the best first. The job moves first_day on when a day is over.
create table figure_window (
  one_row boolean primary key default true check (one_row),
  first_day date not null
);
create table figure_sold (
  product_id uuid primary key,
  pieces bigint not null,
  revenue bigint not null
);
create index figure_sold_best on figure_sold (pieces desc, revenue desc);
