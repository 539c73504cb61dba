-- What things cost when, so that a struck price can be set beside the lowest one of the last weeks. Append-only, and
-- it outlives the product. Without a variant: the price of the product itself.
create table price_history (
  id bigint generated always as identity primary key,
  product_id uuid not null,
  variant_id uuid,
  price bigint,
  original_price bigint,
  at timestamptz not null default now()
);
create index price_history_by_product on price_history (product_id, at desc) where variant_id is null;
create trigger price_history_append_only before update or delete on price_history
  for each row execute function refuse_change();
create trigger price_history_never_emptied before truncate on price_history
  for each statement execute function refuse_change();

create function keep_first_prices() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, price, original_price)
    select id, price, original_price from added order by id;
  return null;
end $$;
create function keep_changed_prices() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, price, original_price)
    select a.id, a.price, a.original_price from added a join removed r on r.id = a.id
    where (a.price, a.original_price) is distinct from (r.price, r.original_price) order by a.id;
  return null;
end $$;
create trigger product_first_price after insert on product
  referencing new table as added for each statement execute function keep_first_prices();
create trigger product_changed_price after update on product
  referencing old table as removed new table as added for each statement execute function keep_changed_prices();

create function keep_variant_price() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, variant_id, price) values (new.product_id, new.id, new.price);
  return null;
end $$;
create trigger variant_first_price after insert on variant
  for each row when (new.price is not null) execute function keep_variant_price();
create trigger variant_changed_price after update of price on variant
  for each row when (old.price is distinct from new.price) execute function keep_variant_price();

insert into price_history (product_id, price, original_price, at)
  select id, price, original_price, updated_at from product;

-- Pairs of products that came in one order at least twice. A job counts them anew.
create table bought_together (
  product_id uuid not null references product (id) on delete cascade,
  other_id uuid not null references product (id) on delete cascade,
  orders integer not null check (orders >= 2),
  primary key (product_id, other_id)
);
create index bought_together_by_other on bought_together (other_id);
