-- What was looked for, by day: the report of three months reads some thousand rows instead of every search.
create table search_day (
  day date not null,
  query text not null,
  searches integer not null,
  -- The last search of that day: when, and what it found.
  last timestamptz not null,
  results integer not null,
  primary key (day, query)
);

create function count_searches() returns trigger language plpgsql as $$
begin
  insert into search_day (day, query, searches, last, results)
  select (at at time zone 'Asia/Kolkata')::date, query, count(*), max(at), (array_agg(results order by at desc, id desc))[1]
  from new_searches group by 1, 2 order by 1, 2
  on conflict (day, query) do update set
    searches = search_day.searches + excluded.searches,
    results = case when excluded.last >= search_day.last then excluded.results else search_day.results end,
    last = greatest(search_day.last, excluded.last);
  return null;
end $$;

create trigger search_counted after insert on search_log
  referencing new table as new_searches for each statement execute function count_searches();

insert into search_day (day, query, searches, last, results)
select (at at time zone 'Asia/Kolkata')::date, query, count(*), max(at), (array_agg(results order by at desc, id desc))[1]
from search_log group by 1, 2;
