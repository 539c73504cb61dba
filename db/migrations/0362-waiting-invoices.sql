-- Shipped orders whose tax invoice waits for a GST rate (shop/invoices/post-documents.server.ts): posted again when a rate
-- or the GSTIN comes, and shown to staff.
create table waiting_invoice (
  order_id uuid primary key references orders (id) on delete cascade,
  since timestamptz not null default now()
);
comment on table waiting_invoice is 'Shipped orders whose tax invoice waits for a GST rate';
insert into waiting_invoice (order_id)
select id from orders o
where o.placed_at is not null and o.status in ('shipped', 'delivered')
  and not exists (select from invoice i where i.order_id = o.id);
