-- What was looked for in the last week, month and quarter, summed as it comes: the report reads its 200 rows from an
-- index. `since` is the first day of a window; every night it moves on and what fell out is taken off.
create table search_window (days smallint primary key, since date not null);

create table search_sum (
  days smallint not null references search_window,
  query text not null,
  searches integer not null,
  -- The last search: when, and what it found.
  last timestamptz not null,
  results integer not null,
  primary key (days, query)
);
create index search_sum_often on search_sum (days, searches desc, last desc, query);
create index search_sum_in_vain on search_sum (days, searches desc, last desc, query) where results = 0;

insert into search_window (days, since)
select days, coalesce((select max(day) from search_day) - days, '-infinity')
from (values (7), (30), (90)) windows (days);

insert into search_sum (days, query, searches, last, results)
select w.days, d.query, sum(d.searches), max(d.last), (array_agg(d.results order by d.last desc))[1]
from search_window w join search_day d on d.day >= w.since group by 1, 2;

create function sum_searches() returns trigger language plpgsql as $$
begin
  insert into search_sum (days, query, searches, last, results)
  select w.days, n.query, count(*), max(n.at), (array_agg(n.results order by n.at desc, n.id desc))[1]
  from search_window w join new_searches n on (n.at at time zone 'Asia/Kolkata')::date >= w.since
  group by 1, 2 order by 1, 2
  on conflict (days, query) do update set
    searches = search_sum.searches + excluded.searches,
    results = case when excluded.last >= search_sum.last then excluded.results else search_sum.results end,
    last = greatest(search_sum.last, excluded.last);
  return null;
end $$;

create trigger search_summed after insert on search_log
  referencing new table as new_searches for each statement execute function sum_searches();
