-- Counts for the tabs of the product list and of the stock, so that nobody has to count 100,000 products.

-- Whether a product has anything left, and whether any of its sizes is short: 5 pieces or fewer. Written only when that
-- changes, so most sales write nothing here.
create table product_shelf (
  product_id uuid primary key references product (id) on delete cascade,
  is_out boolean not null,
  is_short boolean not null
);
create index product_shelf_out on product_shelf (product_id) where is_out;
create index product_shelf_short on product_shelf (product_id) where is_short;

-- A change adds a row with its difference and waits for nobody; a job folds the rows. The count is the sum.
-- kind      value
-- product   its status; 'out' for those with nothing left, whatever their status
-- variant   'all'; 'low' for 1 to 5 pieces left; 'out' for none
create table catalogue_tally (
  kind text not null check (kind in ('product', 'variant')),
  value text not null,
  n integer not null
);

create function tally_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into product_shelf (product_id, is_out, is_short) select id, true, false from added;
    insert into catalogue_tally select 'product', status, count(*) from added group by status;
  elsif tg_op = 'DELETE' then
    insert into catalogue_tally select 'product', status, -count(*) from removed group by status;
  else
    insert into catalogue_tally select 'product', status, sum(one) from (
      select status, 1 as one from added union all select status, -1 from removed) moved
    group by status having sum(one) <> 0;
  end if;
  return null;
end $$;
create trigger product_tally_insert after insert on product
  referencing new table as added for each statement execute function tally_products();
create trigger product_tally_update after update on product
  referencing old table as removed new table as added for each statement execute function tally_products();
create trigger product_tally_delete after delete on product
  referencing old table as removed for each statement execute function tally_products();

create function tally_shelf() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into catalogue_tally select 'product', 'out', count(*) from added where is_out having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into catalogue_tally select 'product', 'out', -count(*) from removed where is_out having count(*) > 0;
  else
    insert into catalogue_tally select 'product', 'out', sum(one) from (
      select 1 as one from added where is_out union all select -1 from removed where is_out) moved
    having sum(one) <> 0;
  end if;
  return null;
end $$;
create trigger product_shelf_tally_insert after insert on product_shelf
  referencing new table as added for each statement execute function tally_shelf();
create trigger product_shelf_tally_update after update on product_shelf
  referencing old table as removed new table as added for each statement execute function tally_shelf();
create trigger product_shelf_tally_delete after delete on product_shelf
  referencing old table as removed for each statement execute function tally_shelf();

-- The rows are locked first and looked at in a second statement, so that two who sell the last pieces of two sizes at
-- the same moment both see what the other left.
create function shelve_products(ids uuid[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 0 then return; end if;
  perform 1 from product_shelf where product_id = any(ids) order by product_id for update;
  update product_shelf s set is_out = now_is.is_out, is_short = now_is.is_short
    from (select one.id, coalesce(bool_and(v.stock <= v.held), true) as is_out,
        coalesce(bool_or(v.stock - v.held <= 5), false) as is_short
      from unnest(ids) one (id) left join variant v on v.product_id = one.id group by one.id) now_is
    where s.product_id = now_is.id and (s.is_out, s.is_short) is distinct from (now_is.is_out, now_is.is_short);
end $$;

create function shelf_state(stock integer, held integer) returns text language sql immutable parallel safe
  return case when stock - held <= 0 then 'out' when stock - held <= 5 then 'low' end;

create function tally_variants() returns trigger language plpgsql as $$
declare
  products uuid[];
begin
  if tg_op = 'INSERT' then
    insert into catalogue_tally
      select 'variant', x.value, count(*) from added a, unnest(array['all', shelf_state(a.stock, a.held)]) x (value)
      where x.value is not null group by x.value;
    perform shelve_products(array(select distinct product_id from added));
  elsif tg_op = 'DELETE' then
    insert into catalogue_tally
      select 'variant', x.value, -count(*) from removed a, unnest(array['all', shelf_state(a.stock, a.held)]) x (value)
      where x.value is not null group by x.value;
    perform shelve_products(array(select distinct product_id from removed));
  else
    -- Most sales end here: there are as many left as makes no difference.
    select array_agg(distinct a.product_id) into products from added a join removed r on r.id = a.id
      where shelf_state(a.stock, a.held) is distinct from shelf_state(r.stock, r.held);
    if products is null then return null; end if;
    insert into catalogue_tally select 'variant', value, sum(one) from (
      select shelf_state(stock, held) as value, 1 as one from added
      union all select shelf_state(stock, held), -1 from removed) moved
    where value is not null group by value having sum(one) <> 0;
    perform shelve_products(products);
  end if;
  return null;
end $$;
create trigger variant_tally_insert after insert on variant
  referencing new table as added for each statement execute function tally_variants();
create trigger variant_tally_update after update on variant
  referencing old table as removed new table as added for each statement execute function tally_variants();
create trigger variant_tally_delete after delete on variant
  referencing old table as removed for each statement execute function tally_variants();

-- What is there already.
insert into product_shelf (product_id, is_out, is_short)
  select p.id, coalesce(bool_and(v.stock <= v.held), true), coalesce(bool_or(v.stock - v.held <= 5), false)
  from product p left join variant v on v.product_id = p.id group by p.id;
delete from catalogue_tally;
insert into catalogue_tally select 'product', status, count(*) from product group by status;
insert into catalogue_tally select 'product', 'out', count(*) from product_shelf where is_out;
insert into catalogue_tally
  select 'variant', x.value, count(*) from variant v, unnest(array['all', shelf_state(v.stock, v.held)]) x (value)
  where x.value is not null group by x.value;

-- A category's or a collection's products in each order that the list knows.
create index product_category_by_newest on product (category_id, created_at desc, id);
create index product_category_by_name on product (category_id, lower(name), id);
create index product_category_by_price on product (category_id, price, id);

-- The stock by what is left, whole: it takes the place of two that held the short ones only.
create index variant_by_left on variant ((stock - held), id);
drop index variant_low_stock;
drop index variant_short;
