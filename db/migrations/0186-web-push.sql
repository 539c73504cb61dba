-- The shop's own key pair for web push (VAPID, RFC 8292), made at its first use. The private key is encrypted with a key
-- from AUTH_SECRET (platform/push/vapid-keys.server.ts).
create table push_key (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now()
);

-- A device on which somebody wants to be told. It goes with the session in which they said so: whoever signs out is
-- not told there any more.
create table push_subscription (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  endpoint text not null unique check (char_length(endpoint) between 12 and 1000),
  p256dh text not null check (char_length(p256dh) between 80 and 100),
  auth text not null check (char_length(auth) between 16 and 40),
  created_at timestamptz not null default now()
);
create index push_subscription_of_user on push_subscription (user_id);
create index push_subscription_of_session on push_subscription (session_id);

-- What is to be sent to a device; a row goes when it is sent.
create table push_message (
  id uuid primary key default gen_random_uuid(),
  subscription_id uuid not null references push_subscription (id) on delete cascade,
  title text not null,
  body text not null,
  path text not null,
  tag text not null,
  created_at timestamptz not null default now()
);
create index push_message_of_subscription on push_message (subscription_id);
create index push_message_by_age on push_message (created_at);
