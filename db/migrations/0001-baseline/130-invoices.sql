-- Invoices and credit notes.

create table invoice_series (
  financial_year text not null check (financial_year ~ '^[0-9]{4}$'),
  kind text not null check (kind in ('invoice', 'credit-note')),
  last integer not null check (last >= 1 and last <= 999999),
  primary key (financial_year, kind)
);
comment on table invoice_series is 'The last number given in each series. Its row stays locked until the document is written, so that a transaction that fails leaves no gap and two at once get two numbers (CGST Rules, rule 46 (b)).';

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
  constraint invoice_check check ((kind = 'receipt') = (number is null)),
  constraint invoice_check1 check (refund_id is null or kind = 'credit-note')
);
comment on table invoice is 'Tax documents; the snapshot holds all that is printed. Append-only. Receipts have no number.';
create index invoice_of_order on invoice (order_id, issued_at);
create unique index invoice_one_receipt on invoice (order_id) where kind = 'receipt';

create table waiting_invoice (
  order_id uuid primary key references orders (id) on delete cascade,
  since timestamptz not null default now()
);
comment on table waiting_invoice is 'Shipped orders whose tax invoice waits for a GST rate (shop/invoices/post-documents.server.ts): posted again when a rate or the GSTIN comes, and shown to staff.';

create trigger invoice_append_only before delete or update on invoice for each row execute function refuse_change();
create trigger invoice_never_emptied before truncate on invoice for each statement execute function refuse_change();
