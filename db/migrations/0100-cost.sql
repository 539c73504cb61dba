-- What a piece costs the shop.

alter table product add column cost bigint check (cost > 0);
comment on column product.cost is 'What the shop pays for one piece, in paise without tax. For staff only: it is on no page, feed or answer for shoppers.';

alter table variant add column cost bigint check (cost > 0);
comment on column variant.cost is 'What this size and colour costs, where that differs from the cost of its product.';
