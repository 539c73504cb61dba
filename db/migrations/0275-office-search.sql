-- The number that somebody signs in with is found by any part of it, like the number of their profile: without an index
-- each search by phone read every user.
create index users_by_verified_phone on users using gin (verified_phone gin_trgm_ops) where verified_phone is not null;

-- With 100 values PostgreSQL takes any word for one that stands in 1 % of the audit log, and read the newest entries one
-- by one until it had a page of them (20,000 entries for a word in 0.2 %). A frequent name of customers it took for a rare
-- one, and sorted all its orders instead of reading the newest.
alter index audit_by_name alter column 1 set statistics 1000;
alter index orders_by_contact alter column 1 set statistics 1000;
do $$
begin
  if exists (select from audit_entry) then analyze audit_entry; end if;
  if exists (select from orders) then analyze orders; end if;
end $$;
