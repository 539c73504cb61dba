-- Staff find an order by everything that is written on it (issue 39, section 1.2): also by its payment, its coupon, its
-- whole email and a part of a SKU.
create index received_payment_by_id on received_payment (provider_payment_id);
create index orders_by_coupon on orders (coupon_code, placed_at desc, id desc)
  where coupon_code is not null and placed_at is not null;
create index orders_by_email on orders (lower(email)) where placed_at is not null;
create index order_line_by_sku on order_line using gin (lower(sku) gin_trgm_ops);
alter index order_line_by_sku alter column 1 set statistics 1000;
