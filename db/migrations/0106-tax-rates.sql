-- The owner's GST rates become records with a first day, a step and a source (issue 38, section 5). They were lines of
-- text, "3304 = 18" or "other = 18", and were in force from the beginning.
insert into setting (key, value)
  select 'taxRates', jsonb_agg(jsonb_build_object(
    'prefix', case when split_part(line, '=', 1) ~ 'other' then '' else trim(split_part(line, '=', 1)) end,
    'from', '2017-07-01', 'rate', trim(split_part(line, '=', 2))::integer, 'step', null,
    'source', 'Settings of the shop'))
  from setting, jsonb_array_elements_text(value -> 'gstRates') line
  where key = 'legal'
  having count(*) > 0;
update setting set value = value - 'gstRates' where key = 'legal' and value ? 'gstRates';

-- A series that is continued has a row before its first document.
alter table invoice_series drop constraint invoice_series_last_check,
  add constraint invoice_series_last_check check (last between 0 and 999999);
