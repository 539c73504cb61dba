-- A shop can be closed to visitors (issue 38, section 1): the setting "opening". A shop whose first start was before
-- this change has been open to everybody, and stays open. A live shop closes itself at its first start from now on.
insert into setting (key, value)
  select 'opening', '{"isOpen": true, "wasOpen": true, "text": null, "previews": []}'::jsonb
  where exists (select from one_time_task where name = 'first start') or exists (select from orders)
on conflict (key) do nothing;

-- Opening and closing is announced by name besides: page caches then drop all pages, instead of keeping them for an
-- outage of the database.
create function announce_opening() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', '{"topic":"settings","id":"opening"}');
  return null;
end $$;
create trigger setting_opening_live after insert or update on setting
  for each row when (new.key = 'opening') execute function announce_opening();
create trigger setting_opening_reset_live after delete on setting
  for each row when (old.key = 'opening') execute function announce_opening();
