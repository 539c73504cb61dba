-- Every list, feed and sitemap formats the times of its rows. JavaScript has no dates beyond the year 275760 and none
-- that is "infinity", so that one such row would take the whole list down. The years are those that forms accept
-- (`readTimeField` in shop/dates.ts), with a day more on either side for time zones.
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
    execute format(
      'alter table %1$I add constraint %2$I check (%3$I between ''1999-12-31'' and ''2101-01-01'')',
      found.table_name, found.table_name || '_' || found.column_name || '_year', found.column_name);
  end loop;
end $$;
