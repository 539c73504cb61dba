-- An add to the cart that had to wait for a connection is sent again until it is answered: its key makes it count once.
create table cart_add_key (
  user_id uuid not null references users (id) on delete cascade,
  key uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index cart_add_key_by_age on cart_add_key (created_at);
