-- Reports: sums by day, and counts of the back office.

create table metric_by_day (
  facet text not null,
  day date not null,
  value text not null,
  count bigint not null,
  amount bigint not null,
  primary key (facet, day, value)
);
comment on table metric_by_day is 'Metrics by day.';
create index metric_by_day_without_products
  on metric_by_day (facet, day) include (value, count, amount)
  where facet <> 'product';

create table metric_change (
  id bigint generated always as identity primary key,
  facet text not null,
  day date not null,
  value text not null,
  count bigint not null,
  amount bigint not null
);
comment on table metric_change is 'The reports'' metrics as deltas, written by triggers and rolled up by a job. Amounts are paise.';

create table metric_total (
  facet text not null check (facet <> 'product'),
  value text not null,
  count bigint not null,
  amount bigint not null,
  primary key (facet, value)
);
comment on table metric_total is 'Metrics of all days.';

create table state_counter (
  kind text not null,
  state text not null,
  n integer not null,
  constraint desk_tally_kind_check check (kind in ('order', 'return'))
);
comment on table state_counter is 'Counters of orders and returns by state as deltas, written by triggers and rolled up by a job.';
