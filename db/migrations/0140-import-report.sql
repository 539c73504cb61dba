-- What an import's report says: how many products and rows the file has and how many are left out, which products are
-- there already, and each problem once with the rows that it concerns.

alter table import_run
  add column products_read integer not null default 0,
  add column products_left_out integer not null default 0,
  add column rows_left_out integer not null default 0;

-- [{column, message, grave, count, lines: [{row, value}]}], at most 500 of 50 lines; it was [{row, column, message, grave}].
update import_run r set
  products_read = (select count(*) from import_product i where i.run_id = r.id),
  problems = (
    select coalesce(jsonb_agg(jsonb_build_object('column', p.col, 'message', p.message, 'grave', p.grave,
      'count', p.count, 'lines', p.lines)), '[]')
    from (
      select one->>'column' as col, one->>'message' as message, (one->>'grave')::boolean as grave, count(*) as count,
        jsonb_agg(jsonb_build_object('row', one->'row', 'value', '')) as lines
      from jsonb_array_elements(r.problems) as one group by 1, 2, 3) as p);
alter table import_run drop column problem_count;

-- Whether the catalogue had the product when the file was checked: it would be changed and not made.
alter table import_product add column existing boolean not null default false;

-- Addresses or names of pictures that an import named and nobody sent yet.
alter table product add column missing_pictures text[] not null default '{}';
