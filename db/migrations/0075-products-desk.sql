-- What staff need to edit products: versions against overwriting each other, indexes for their lists, and the
-- way back from a bulk edit.

-- Counts the edits by staff. Not updated_at: a new review touches that too, and must not lock an editor out.
alter table product add column version integer not null default 1 check (version > 0);

-- The list of all states: newest first, by name.
create index product_all_by_newest on product (created_at desc, id);
create index product_all_by_name on product (lower(name), id);
-- Only what is short is in here, so most sales do not touch it.
create index variant_short on variant ((stock - held), id) where stock - held <= 5;
create index variant_by_sku on variant (upper(sku) text_pattern_ops);

create table bulk_edit (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default now(),
  -- What each product was before, and the version that the edit left: shop/catalogue/bulk/bulk-edit.server.ts.
  before jsonb not null,
  undone_at timestamptz
);
create index bulk_edit_by_age on bulk_edit (at);
