-- Archived products are never low or out of stock. The tabs of products and of stock subtracted them by reading all of
-- their variants for each page: 0.1 s at 100,000 products. Now the counters leave them out. How many variants of a product
-- are low or out stands beside its other stock levels, and the counters of variants follow that row.
alter table product_stock_level
  add column low_variants integer not null default 0,
  add column out_variants integer not null default 0,
  add column is_archived boolean not null default false;

-- What a product adds to the counters.
create function stock_level_counts(is_archived boolean, is_out boolean, low_variants integer, out_variants integer)
  returns table (kind text, value text, n integer) language sql immutable parallel safe
begin atomic
  select * from (values ('product', 'out', is_out::integer), ('variant', 'low', low_variants), ('variant', 'out', out_variants))
    c (kind, value, n) where not is_archived;
end;

create or replace function count_stock_levels() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into catalogue_counter select c.kind, c.value, sum(c.n)
      from added a, stock_level_counts(a.is_archived, a.is_out, a.low_variants, a.out_variants) c
    group by 1, 2 having sum(c.n) <> 0;
  elsif tg_op = 'DELETE' then
    insert into catalogue_counter select c.kind, c.value, -sum(c.n)
      from removed r, stock_level_counts(r.is_archived, r.is_out, r.low_variants, r.out_variants) c
    group by 1, 2 having sum(c.n) <> 0;
  else
    insert into catalogue_counter select c.kind, c.value, sum(sign * c.n)
      from (select 1 as sign, a.* from added a union all select -1, r.* from removed r) m,
        stock_level_counts(m.is_archived, m.is_out, m.low_variants, m.out_variants) c
    group by 1, 2 having sum(sign * c.n) <> 0;
  end if;
  return null;
end $$;

-- The rows are locked first and looked at in a second statement, so that two who sell the last pieces of two sizes at
-- the same moment both see what the other left.
create or replace function update_stock_levels(ids uuid[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 0 then return; end if;
  perform 1 from product_stock_level where product_id = any(ids) order by product_id for update;
  update product_stock_level s
    set is_out = found.is_out, is_short = found.is_short, low_variants = found.low, out_variants = found.out
    from (select one.id, coalesce(bool_and(v.stock <= v.held), true) as is_out,
        coalesce(bool_or(v.stock - v.held <= 5), false) as is_short,
        (count(*) filter (where stock_level(v.stock, v.held) = 'low'))::integer as low,
        (count(*) filter (where stock_level(v.stock, v.held) = 'out'))::integer as out
      from unnest(ids) one (id) left join variant v on v.product_id = one.id group by one.id) found
    where s.product_id = found.id and (s.is_out, s.is_short, s.low_variants, s.out_variants)
      is distinct from (found.is_out, found.is_short, found.low, found.out);
end $$;

create or replace function count_variants() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into catalogue_counter select 'variant', 'all', count(*) from added having count(*) > 0;
    perform update_stock_levels(array(select distinct product_id from added));
  elsif tg_op = 'DELETE' then
    insert into catalogue_counter select 'variant', 'all', -count(*) from removed having count(*) > 0;
    perform update_stock_levels(array(select distinct product_id from removed));
  else
    -- Most sales end here: there are as many left as makes no difference.
    perform update_stock_levels(array(select distinct a.product_id from added a join removed r on r.id = a.id
      where stock_level(a.stock, a.held) is distinct from stock_level(r.stock, r.held)));
  end if;
  return null;
end $$;

create or replace function count_products() returns trigger language plpgsql as $$
declare
  moved uuid[];
begin
  if tg_op = 'INSERT' then
    insert into product_stock_level (product_id, is_out, is_short, is_archived)
      select id, true, false, status = 'archived' from added;
    insert into catalogue_counter select 'product', status, count(*) from added group by status;
  elsif tg_op = 'DELETE' then
    insert into catalogue_counter select 'product', status, -count(*) from removed group by status;
  else
    insert into catalogue_counter select 'product', status, sum(one) from (
      select status, 1 as one from added union all select status, -1 from removed) counted
    group by status having sum(one) <> 0;
    moved := array(select a.id from added a join removed r on r.id = a.id
      where (a.status = 'archived') <> (r.status = 'archived'));
    if cardinality(moved) = 0 then return null; end if;
    -- In one order, as in update_stock_levels.
    perform 1 from product_stock_level where product_id = any(moved) order by product_id for update;
    update product_stock_level s set is_archived = a.status = 'archived' from added a
      where s.product_id = a.id and s.product_id = any(moved);
  end if;
  return null;
end $$;

-- What is there already; the trigger of product_stock_level counts it.
delete from catalogue_counter where kind = 'variant' and value in ('low', 'out');
update product_stock_level s set is_archived = p.status = 'archived', low_variants = found.low, out_variants = found.out
  from product p, (
    select p.id, (count(*) filter (where stock_level(v.stock, v.held) = 'low'))::integer as low,
      (count(*) filter (where stock_level(v.stock, v.held) = 'out'))::integer as out
    from product p left join variant v on v.product_id = p.id group by p.id) found
  where p.id = s.product_id and found.id = p.id and (p.status = 'archived' or found.low > 0 or found.out > 0);
