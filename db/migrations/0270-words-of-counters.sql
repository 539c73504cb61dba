-- The field's words for what 0080 and 0098 made. Triggers know their functions by id, so those are renamed; the text of a
-- function names its tables, so it is written again. Nothing else changes.
alter table desk_tally rename to state_counter;
alter table catalogue_tally rename to catalogue_counter;
alter table product_shelf rename to product_stock_level;
alter index product_shelf_pkey rename to product_stock_level_pkey;
alter index product_shelf_out rename to product_stock_level_out;
alter index product_shelf_short rename to product_stock_level_short;
alter index orders_desk rename to orders_placed_by_newest;
alter index orders_desk_status rename to orders_placed_by_status;
alter index orders_desk_payment rename to orders_placed_by_payment;
alter index orders_desk_method_status rename to orders_placed_by_method_status;
alter index orders_desk_words rename to orders_by_contact;

alter function tally_orders() rename to count_orders;
alter function tally_returns() rename to count_returns;
alter function tally_products() rename to count_products;
alter function tally_variants() rename to count_variants;
alter function tally_shelf() rename to count_stock_levels;
alter function shelve_products(uuid[]) rename to update_stock_levels;
alter function shelf_state(integer, integer) rename to stock_level;

alter trigger orders_tally_insert on orders rename to orders_count_insert;
alter trigger orders_tally_update on orders rename to orders_count_update;
alter trigger orders_tally_delete on orders rename to orders_count_delete;
alter trigger return_tally_insert on return_request rename to return_count_insert;
alter trigger return_tally_update on return_request rename to return_count_update;
alter trigger product_tally_insert on product rename to product_count_insert;
alter trigger product_tally_update on product rename to product_count_update;
alter trigger product_tally_delete on product rename to product_count_delete;
alter trigger variant_tally_insert on variant rename to variant_count_insert;
alter trigger variant_tally_update on variant rename to variant_count_update;
alter trigger variant_tally_delete on variant rename to variant_count_delete;
alter trigger product_shelf_tally_insert on product_stock_level rename to stock_level_count_insert;
alter trigger product_shelf_tally_update on product_stock_level rename to stock_level_count_update;
alter trigger product_shelf_tally_delete on product_stock_level rename to stock_level_count_delete;

create or replace function count_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into state_counter select 'order', status, count(*) from added where placed_at is not null group by status;
  elsif tg_op = 'DELETE' then
    insert into state_counter select 'order', status, -count(*) from removed where placed_at is not null group by status;
  else
    insert into state_counter select 'order', status, sum(one) from (
      select status, 1 as one from added where placed_at is not null
      union all select status, -1 from removed where placed_at is not null) moved
    group by status having sum(one) <> 0;
  end if;
  return null;
end $$;

create or replace function count_returns() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into state_counter select 'return', state, count(*) from added group by state;
  else
    insert into state_counter select 'return', state, sum(one) from (
      select state, 1 as one from added union all select state, -1 from removed) moved
    group by state having sum(one) <> 0;
  end if;
  return null;
end $$;

create or replace function count_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into product_stock_level (product_id, is_out, is_short) select id, true, false from added;
    insert into catalogue_counter select 'product', status, count(*) from added group by status;
  elsif tg_op = 'DELETE' then
    insert into catalogue_counter select 'product', status, -count(*) from removed group by status;
  else
    insert into catalogue_counter select 'product', status, sum(one) from (
      select status, 1 as one from added union all select status, -1 from removed) moved
    group by status having sum(one) <> 0;
  end if;
  return null;
end $$;

create or replace function count_stock_levels() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into catalogue_counter select 'product', 'out', count(*) from added where is_out having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into catalogue_counter select 'product', 'out', -count(*) from removed where is_out having count(*) > 0;
  else
    insert into catalogue_counter select 'product', 'out', sum(one) from (
      select 1 as one from added where is_out union all select -1 from removed where is_out) moved
    having sum(one) <> 0;
  end if;
  return null;
end $$;

-- The rows are locked first and looked at in a second statement, so that two who sell the last pieces of two sizes at
-- the same moment both see what the other left.
create or replace function update_stock_levels(ids uuid[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 0 then return; end if;
  perform 1 from product_stock_level where product_id = any(ids) order by product_id for update;
  update product_stock_level s set is_out = now_is.is_out, is_short = now_is.is_short
    from (select one.id, coalesce(bool_and(v.stock <= v.held), true) as is_out,
        coalesce(bool_or(v.stock - v.held <= 5), false) as is_short
      from unnest(ids) one (id) left join variant v on v.product_id = one.id group by one.id) now_is
    where s.product_id = now_is.id and (s.is_out, s.is_short) is distinct from (now_is.is_out, now_is.is_short);
end $$;

create or replace function stock_level(stock integer, held integer) returns text language sql immutable parallel safe
  return case when stock - held <= 0 then 'out' when stock - held <= 5 then 'low' end;

create or replace function count_variants() returns trigger language plpgsql as $$
declare
  products uuid[];
begin
  if tg_op = 'INSERT' then
    insert into catalogue_counter
      select 'variant', x.value, count(*) from added a, unnest(array['all', stock_level(a.stock, a.held)]) x (value)
      where x.value is not null group by x.value;
    perform update_stock_levels(array(select distinct product_id from added));
  elsif tg_op = 'DELETE' then
    insert into catalogue_counter
      select 'variant', x.value, -count(*) from removed a, unnest(array['all', stock_level(a.stock, a.held)]) x (value)
      where x.value is not null group by x.value;
    perform update_stock_levels(array(select distinct product_id from removed));
  else
    -- Most sales end here: there are as many left as makes no difference.
    select array_agg(distinct a.product_id) into products from added a join removed r on r.id = a.id
      where stock_level(a.stock, a.held) is distinct from stock_level(r.stock, r.held);
    if products is null then return null; end if;
    insert into catalogue_counter select 'variant', value, sum(one) from (
      select stock_level(stock, held) as value, 1 as one from added
      union all select stock_level(stock, held), -1 from removed) moved
    where value is not null group by value having sum(one) <> 0;
    perform update_stock_levels(products);
  end if;
  return null;
end $$;
