-- Invoices and credit notes.

create table invoice_series (
  financial_year text not null check (financial_year ~ '^[0-9]{4}$'),
  kind text not null check (kind in ('invoice', 'credit-note')),
  -- 0: a series that is continued has a row before its first document here.
  last integer not null check (last between 0 and 999999),
  primary key (financial_year, kind)
);
comment on table invoice_series is 'The last number given in each series. Its row stays locked until the document is written, so that a transaction that fails leaves no gap and two at once get two numbers (CGST Rules, rule 46 (b)).';

-- The sums of a document beside its snapshot: a month of 40,000 documents is added up without reading their lines.
create function document_sum(snapshot jsonb, parts text[]) returns bigint language sql immutable parallel safe as $$
  select coalesce(sum((line -> 'tax' ->> part)::bigint), 0)::bigint
  from jsonb_array_elements(snapshot -> 'lines') line cross join unnest(parts) part
$$;

create function document_search_text(number text, snapshot jsonb) returns text language sql immutable parallel safe as $$
  select upper(coalesce(number, '') || ' ' || coalesce(snapshot -> 'buyer' ->> 'name', '') || ' '
    || coalesce(snapshot -> 'buyer' ->> 'gstin', ''))
$$;

create table invoice (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('invoice', 'receipt', 'credit-note')),
  order_id uuid not null references orders (id),
  -- Null for a credit note over what was cancelled before anybody paid.
  refund_id uuid references refund (id),
  number text unique check (number ~ '^[A-Z0-9/-]{1,16}$'),
  financial_year text not null check (financial_year ~ '^[0-9]{4}$'),
  issued_at timestamptz not null,
  total bigint not null check (total >= 0),
  -- Everything that is printed.
  snapshot jsonb not null,
  taxable bigint not null generated always as (document_sum(snapshot, '{taxable}'::text[])) stored,
  tax bigint not null generated always as (document_sum(snapshot, '{cgst,sgst,igst}'::text[])) stored,
  search_text text not null generated always as (document_search_text(number, snapshot)) stored,
  constraint invoice_check check ((kind = 'receipt') = (number is null)),
  constraint invoice_check1 check (refund_id is null or kind = 'credit-note')
);
comment on table invoice is 'Tax documents; the snapshot holds all that is printed. Append-only. Receipts have no number.';
comment on column invoice.search_text is 'By what staff find it in the books, in capitals.';
comment on column invoice.taxable is 'Sum of the lines, in paise; 0 for a seller without GSTIN.';
create index invoice_of_order on invoice (order_id, issued_at);
-- Staff read out how a number begins or ends.
create index invoice_by_beginning on invoice (number text_pattern_ops, order_id);
create index invoice_by_end on invoice (reverse(number) text_pattern_ops, order_id);
-- Staff search the books for a part of a number or name, or for an amount (shop/books).
create index invoice_by_words on invoice using gin (search_text gin_trgm_ops);
create index invoice_by_total on invoice (total, issued_at);
create unique index invoice_one_receipt on invoice (order_id) where kind = 'receipt';
-- The books of a month: its documents by time, with what its sums read.
create index invoice_by_time on invoice (issued_at, id) include (kind, total, taxable, tax);

create table waiting_invoice (
  order_id uuid primary key references orders (id) on delete cascade,
  since timestamptz not null default now()
);
comment on table waiting_invoice is 'Shipped orders whose tax invoice waits for a GST rate (shop/invoices/post-documents.server.ts): posted again when a rate or the GSTIN comes, and shown to staff.';

create index waiting_invoice_by_time on waiting_invoice (since);

create trigger invoice_append_only before delete or update on invoice for each row execute function refuse_change();
create trigger invoice_never_emptied before truncate on invoice for each statement execute function refuse_change();
