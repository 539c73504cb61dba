-- Cart and wishlist.

create table cart_line (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  variant_id uuid not null references variant (id) on delete cascade,
  quantity integer not null check (quantity >= 1 and quantity <= 10),
  -- What one piece cost when the person last touched the line, so that a changed price can be said.
  price_seen bigint not null check (price_seen >= 0),
  created_at timestamptz not null default now(),
  unique (user_id, variant_id)
);
comment on table cart_line is 'What people want to buy, and what they only like. Both go when the person or the product goes.';
create index cart_line_by_variant on cart_line (variant_id);

create table cart_add_key (
  user_id uuid not null references users (id) on delete cascade,
  key uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
comment on table cart_add_key is 'An add to the cart that had to wait for a connection is sent again until it is answered: its key makes it count once.';
create index cart_add_key_by_age on cart_add_key (created_at);

create table wishlist_entry (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  product_id uuid not null references product (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (user_id, product_id)
);
comment on table wishlist_entry is 'A product that a customer saved.';
create index wishlist_entry_by_product on wishlist_entry (product_id);

create trigger cart_live_insert after insert on cart_line
  referencing new table as added
  for each statement execute function announce_users_added('cart');
create trigger cart_live_update after update on cart_line
  referencing new table as added
  for each statement execute function announce_users_added('cart');
create trigger cart_live_delete after delete on cart_line
  referencing old table as removed
  for each statement execute function announce_users_removed('cart');
create trigger wishlist_live_insert after insert on wishlist_entry
  referencing new table as added
  for each statement execute function announce_users_added('wishlist');
create trigger wishlist_live_delete after delete on wishlist_entry
  referencing old table as removed
  for each statement execute function announce_users_removed('wishlist');
