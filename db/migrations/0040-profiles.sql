-- What a person tells of themselves beside name and address of mail. Made with the user, so that it is always there.
create table profiles (
  user_id uuid primary key references users (id) on delete cascade,
  phone text check (phone ~ '^\+91[6-9][0-9]{9}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
insert into profiles (user_id) select id from users;
create function make_profile() returns trigger language plpgsql as $$
begin
  insert into profiles (user_id) values (new.id);
  return null;
end $$;
create trigger users_have_a_profile after insert on users for each row execute function make_profile();

-- The address book. At most one address is the default; shop/accounts/addresses.server.ts keeps it at exactly one.
create table addresses (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  label text not null check (char_length(label) <= 40),
  name text not null check (char_length(name) between 1 and 100),
  phone text not null check (phone ~ '^\+91[6-9][0-9]{9}$'),
  line1 text not null check (char_length(line1) between 1 and 120),
  line2 text not null default '' check (char_length(line2) <= 120),
  city text not null check (char_length(city) between 1 and 60),
  state text not null check (char_length(state) between 1 and 60),
  postal_code text not null check (postal_code ~ '^[1-9][0-9]{5}$'),
  country text not null default 'India',
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index addresses_of_user on addresses (user_id, created_at);
create unique index addresses_one_default on addresses (user_id) where is_default;

-- What the shop has to tell a person inside the shop.
create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (char_length(kind) between 1 and 40),
  title text not null check (char_length(title) between 1 and 120),
  text text not null default '' check (char_length(text) <= 500),
  -- A path of this shop.
  link text check (link ~ '^/[^/\\]' and char_length(link) <= 300),
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_of_user on notifications (user_id, created_at desc);
create index notifications_unread on notifications (user_id) where read_at is null;

-- A person's other screens follow: topic 'people', the user's id.
create trigger profile_live_update after update on profiles
  referencing new table as added for each statement execute function announce_added('people', 'user_id');
create trigger address_live_insert after insert on addresses
  referencing new table as added for each statement execute function announce_added('people', 'user_id');
create trigger address_live_update after update on addresses
  referencing new table as added for each statement execute function announce_added('people', 'user_id');
create trigger address_live_delete after delete on addresses
  referencing old table as removed for each statement execute function announce_removed('people', 'user_id');
create trigger notification_live_insert after insert on notifications
  referencing new table as added for each statement execute function announce_added('people', 'user_id');
create trigger notification_live_update after update on notifications
  referencing new table as added for each statement execute function announce_added('people', 'user_id');
