-- What people want to buy, and what they only like. Both go when the person or the product goes.
create table cart_line (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  variant_id uuid not null references variant (id) on delete cascade,
  quantity integer not null check (quantity between 1 and 10),
  -- What one piece cost when the person last touched the line, so that a changed price can be said.
  price_seen bigint not null check (price_seen >= 0),
  created_at timestamptz not null default now(),
  unique (user_id, variant_id)
);
create index cart_line_by_variant on cart_line (variant_id);

create table wishlist_entry (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  product_id uuid not null references product (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (user_id, product_id)
);
create index wishlist_entry_by_product on wishlist_entry (product_id);

create trigger cart_live_insert after insert on cart_line
  referencing new table as added for each statement execute function announce_added('cart', 'user_id');
create trigger cart_live_update after update on cart_line
  referencing new table as added for each statement execute function announce_added('cart', 'user_id');
create trigger cart_live_delete after delete on cart_line
  referencing old table as removed for each statement execute function announce_removed('cart', 'user_id');
create trigger wishlist_live_insert after insert on wishlist_entry
  referencing new table as added for each statement execute function announce_added('wishlist', 'user_id');
create trigger wishlist_live_delete after delete on wishlist_entry
  referencing old table as removed for each statement execute function announce_removed('wishlist', 'user_id');
