-- Stock: every movement, for ever, and notices to who waits.

create table stock_movement (
  id bigint generated always as identity primary key,
  variant_id uuid not null,
  sku text not null,
  delta integer not null check (delta <> 0),
  reason text check (char_length(reason) >= 1 and char_length(reason) <= 200),
  at timestamptz not null default now(),
  -- source_id: the order, or the exchange (return_request), that a row was posted for. Null for what staff adjust.
  -- 'sale' takes units out, 'restock' puts them back; 'damaged' and 'lost' take out for good what a 'restock' row
  -- of the same posting put back, so that a write-off shows its quantity and the stock stays the sum of the rows.
  source_id uuid,
  kind text not null default 'adjustment' check (kind in ('adjustment', 'sale', 'restock', 'damaged', 'lost')),
  actor_kind text not null,
  actor_id text,
  actor_name text not null default '',
  -- Why the program moved stock becomes a code (shop/catalogue/inventory/stock-codes.ts); what staff typed stays
  -- text.
  code text,
  constraint stock_movement_actor_kind check (actor_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  constraint stock_movement_actor_id check (char_length(actor_id) >= 1 and char_length(actor_id) <= 100),
  constraint stock_movement_actor_name check (char_length(actor_name) <= 200
    and (actor_kind <> 'customer'
    or actor_name = '')),
  constraint stock_movement_has_reason check (num_nonnulls(reason, code) = 1)
);
comment on table stock_movement is 'Every change of stock, for ever. It names the SKU as well, because it outlives a deleted product.';
create index stock_movement_by_variant on stock_movement (variant_id, id);
create index stock_movement_by_source on stock_movement (source_id, variant_id) where source_id is not null;

create table stock_notice (
  variant_id uuid not null references variant (id) on delete cascade,
  email citext not null check (char_length(email::text) >= 3 and char_length(email::text) <= 254),
  user_id uuid references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (variant_id, email)
);
comment on table stock_notice is 'Who wants to be told when a sold-out variant is there again. A row goes when its mail is queued.';
create index stock_notice_of_user on stock_notice (user_id);
-- What an address waits for: its number is bounded, and it goes with the account.
create index stock_notice_by_address on stock_notice (email);

-- Several variants are locked in one order, so that two statements never wait for each other; one needs no order.
create function apply_stock_moves() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(select distinct variant_id from moved);
  changed integer;
begin
  if cardinality(ids) > 1 then
    perform 1 from variant where id = any(ids) order by id for no key update;
  end if;
  update variant v set stock = v.stock + m.delta
    from (select variant_id, sum(delta)::integer as delta from moved group by variant_id) m
    where v.id = m.variant_id;
  get diagnostics changed = row_count;
  if changed < cardinality(ids) then
    raise exception 'stock_movement of an unknown variant' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create trigger stock_movement_append_only before delete or update on stock_movement
  for each row execute function refuse_change();
create trigger stock_movement_never_emptied before truncate on stock_movement
  for each statement execute function refuse_change();
create trigger stock_movement_applies after insert on stock_movement
  referencing new table as moved
  for each statement execute function apply_stock_moves();
