-- Buyers who are registered for GST: the tax invoice is made out to the business (CGST Rules, rule 46 (d)).
alter table orders
  add column company_name text,
  add column buyer_gstin text,
  add constraint orders_business check ((company_name is null) = (buyer_gstin is null));

comment on column orders.company_name is 'The business that buys, for its tax invoice; null for a consumer.';
comment on column orders.buyer_gstin is 'The GSTIN of the business that buys, of the state of the delivery.';
