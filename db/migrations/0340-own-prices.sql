-- The few variants with a price of their own: a card asks for them.
create index variant_own_price on variant (product_id) where price is not null;

-- A variant's first own price follows the product's, which it had until then: that one counts for the lowest price of
-- the last weeks too.
create or replace function keep_variant_price() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.price is null then
    insert into price_history (product_id, variant_id, price)
      select new.product_id, new.id, price from product where id = new.product_id;
  end if;
  insert into price_history (product_id, variant_id, price) values (new.product_id, new.id, new.price);
  return null;
end $$;
create index price_history_by_variant on price_history (product_id, variant_id, at) where variant_id is not null;
