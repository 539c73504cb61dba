-- Product pages name coupons: pages that are kept follow what staff change, and the moment when a coupon is used up; not
-- each use.
create trigger coupon_live_insert after insert on coupon for each statement execute function announce_all('coupons');
create trigger coupon_live_delete after delete on coupon for each statement execute function announce_all('coupons');
create trigger coupon_live_update after update on coupon for each row
  when ((old.used >= old.usage_limit) is distinct from (new.used >= new.usage_limit)
    or to_jsonb(old) - array['used', 'version'] is distinct from to_jsonb(new) - array['used', 'version'])
  execute function announce_all('coupons');
