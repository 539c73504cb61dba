-- Who people are: better-auth's five tables in the shop's own database, with names and types of our own.
create table users (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  email citext not null unique check (length(email) <= 254),
  email_verified boolean not null default false,
  image text,
  -- Set on the server only; nothing that a browser sends reaches it.
  role text not null default 'user' check (role in ('user', 'admin')),
  two_factor_enabled boolean not null default false,
  banned_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index users_newest on users (created_at desc, id desc);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- One row for each way a person may sign in: a password (provider 'credential') or Google.
create table accounts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_of_user on accounts (user_id);

-- Links and codes sent by mail, and the state of a sign-in with Google under way.
create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);
create index verifications_by_expiry on verifications (expires_at);

create table two_factors (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- News under the topic 'people', the user's id with it: a session ended, or what screens show of a person changed.
-- Sessions renewed by use are no news.
create trigger session_live_delete after delete on sessions
  referencing old table as removed for each statement execute function announce_removed('people', 'user_id');

create function announce_people() returns trigger language plpgsql as $$
begin
  perform announce('people', coalesce((
    select array_agg(added.id) from added join removed using (id)
    where (added.name, added.email, added.email_verified, added.role, added.banned_at, added.two_factor_enabled)
      is distinct from
      (removed.name, removed.email, removed.email_verified, removed.role, removed.banned_at, removed.two_factor_enabled)
  ), '{}'));
  return null;
end $$;
create trigger users_live_update after update on users
  referencing old table as removed new table as added for each statement execute function announce_people();
