-- Tax invoices, receipts and credit notes as they were given out. Money is integer paise.

-- The last number given in each series. Its row stays locked until the document is written, so that a transaction that
-- fails leaves no gap and two at once get two numbers (CGST Rules, rule 46 (b)).
create table invoice_series (
  financial_year text not null check (financial_year ~ '^[0-9]{4}$'),
  kind text not null check (kind in ('invoice', 'credit-note')),
  last integer not null check (last between 1 and 999999),
  primary key (financial_year, kind)
);

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
  check ((kind = 'receipt') = (number is null)),
  check (refund_id is null or kind = 'credit-note')
);
create unique index invoice_once_an_order on invoice (order_id) where kind <> 'credit-note';
create unique index invoice_once_a_refund on invoice (refund_id) where refund_id is not null;
create unique index invoice_once_cancelled on invoice (order_id) where kind = 'credit-note' and refund_id is null;
create index invoice_of_order on invoice (order_id, issued_at);

create trigger invoice_append_only before update or delete on invoice
  for each row execute function refuse_change();
create trigger invoice_never_emptied before truncate on invoice
  for each statement execute function refuse_change();
