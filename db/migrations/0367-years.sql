-- Every list, feed and sitemap formats the times of its rows. JavaScript has no dates beyond the year 275760 and none
-- that is "infinity", so that one such row would take the whole list down. The years are those that forms accept
-- (`readTimeField` in shop/dates.ts), with a day more on either side for time zones.
update offer set
  valid_from = least(greatest(valid_from, '2000-01-01'), '2100-12-30'),
  valid_to = least(greatest(valid_to, '2000-01-02'), '2100-12-31')
  where valid_from not between '1999-12-31' and '2101-01-01' or valid_to not between '1999-12-31' and '2101-01-01';
update coupon set
  valid_from = least(greatest(valid_from, '2000-01-01'), '2100-12-30'),
  valid_to = least(greatest(valid_to, '2000-01-02'), '2100-12-31')
  where valid_from not between '1999-12-31' and '2101-01-01' or valid_to not between '1999-12-31' and '2101-01-01';
update blog_post set published_at = least(greatest(published_at, '2000-01-01'), '2100-12-31')
  where published_at not between '1999-12-31' and '2101-01-01';

do $$
declare
  found record;
begin
  for found in
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and data_type in ('timestamp with time zone', 'date')
      and table_name in ('product', 'offer', 'coupon', 'blog_post', 'review', 'orders', 'order_event',
        'return_request', 'refund', 'contact_message', 'bulk_edit', 'import_run')
  loop
    -- Not validated: the other times come from the server's clock.
    execute format(
      'alter table %1$I add constraint %2$I check (%3$I between ''1999-12-31'' and ''2101-01-01'') not valid',
      found.table_name, found.table_name || '_' || found.column_name || '_year', found.column_name);
  end loop;
end $$;
