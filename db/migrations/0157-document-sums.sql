-- The sums of a document beside its snapshot: a month of 40,000 documents is added up without reading their lines.
create function document_sum(snapshot jsonb, parts text[]) returns bigint language sql immutable parallel safe as $$
  select coalesce(sum((line -> 'tax' ->> part)::bigint), 0)::bigint
  from jsonb_array_elements(snapshot -> 'lines') line cross join unnest(parts) part
$$;
alter table invoice
  add column taxable bigint not null generated always as (document_sum(snapshot, '{taxable}'::text[])) stored,
  add column tax bigint not null generated always as (document_sum(snapshot, '{cgst,sgst,igst}'::text[])) stored;
comment on column invoice.taxable is 'Sum of the lines, in paise; 0 for a seller without GSTIN.';
drop index invoice_by_time;
create index invoice_by_time on invoice (issued_at, id) include (kind, total, taxable, tax);
create index orders_to_pay_again on orders (placed_at desc, id desc)
  where payment_status = 'failed' and status in ('pending', 'confirmed', 'processing');
