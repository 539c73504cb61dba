-- Whether the cart offers a coupon to everybody. Codes made so far stay with those who were told them.
alter table coupon add column listed boolean not null default false;
