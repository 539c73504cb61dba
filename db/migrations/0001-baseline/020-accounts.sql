-- Accounts: people, how they log in, what they may do, where they live, how they are reached.

create table role (
  key text primary key check (key ~ '^[a-z][a-z0-9-]{0,39}$'),
  name text not null check (char_length(name) >= 1 and char_length(name) <= 60),
  -- Keys of shop/access/permissions.ts. What a version of the program does not know counts for nothing.
  permissions text[] not null default '{}' check (array_position(permissions, null::text) is null),
  -- Null: as the shop's mode has it, required of staff in a live shop and not in a demo.
  second_factor boolean,
  version integer not null default 1
);
comment on table role is 'What somebody may do in the back office is data: a role is a name and a set of permission keys, and an account has one.';

create table users (
  id uuid primary key,
  name text not null check (length(name) <= 100),
  email citext unique check (length(email::text) <= 254),
  email_verified boolean not null default false,
  image text,
  -- Set on the server only; nothing that a browser sends reaches it.
  role text not null default 'user' references role (key) on update cascade,
  two_factor_enabled boolean not null default false,
  banned_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- An account may be made and signed in to with a mobile number that a code has proven. It then has no email
  -- address, and no name until its owner gives one. The contact number in `profiles` stays what it was: nobody
  -- proves it.
  verified_phone text unique check (verified_phone ~ '^\+[1-9][0-9]{7,14}$'),
  constraint users_can_be_entered check (email is not null or verified_phone is not null)
);
comment on table users is 'Who people are: better-auth''s five tables in the shop''s own database, with names and types of our own.';
create index users_newest on users (created_at desc, id desc);
create index users_by_role on users (role, created_at desc, id desc);
create index users_by_name on users (lower(name), id);
-- Staff are few among the customers: who manages the shop is counted at each change of a role.
create index users_with_role on users (role) where role <> 'user';
-- The back office finds people by any part of their name, address of mail or phone.
create index users_by_words
  on users using gin (search_normal(((name || ' ') || coalesce((email)::text, ''))) gin_trgm_ops);
-- The number that somebody signs in with is found by any part of it, like the number of their profile: without an
-- index each search by phone read every user.
create index users_by_verified_phone
  on users using gin (verified_phone gin_trgm_ops)
  where verified_phone is not null;

create table credential (
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
comment on table credential is 'One row for each way a person may sign in: a password (provider ''credential'') or Google.';
create index credential_of_user on credential (user_id);

create table session (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When a second factor was given in this session; null: it was entered with one factor only.
  second_factor_at timestamptz
);
comment on table session is 'Sessions of people who are logged in.';
create index session_of_user on session (user_id);
create index session_by_expiry on session (expires_at);

create table two_factor (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
comment on table two_factor is 'The authenticator app and recovery codes of an account.';

create table verification (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table verification is 'Links and codes sent by mail, and the state of a sign-in with Google under way.';
create index verification_by_identifier on verification (identifier);
create index verification_by_expiry on verification (expires_at);

create table phone_code (
  key text primary key,
  code_hash text not null,
  attempts smallint not null default 0 check (attempts >= 0 and attempts <= 5),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table phone_code is 'Codes on their way to a phone. Neither the number nor the code can be read from it: both are keyed hashes.';
create index phone_code_by_expiry on phone_code (expires_at);

create table profile (
  user_id uuid primary key references users (id) on delete cascade,
  phone text check (phone ~ '^\+91[6-9][0-9]{9}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table profile is 'What a person tells of themselves beside name and address of mail. Made with the user, so that it is always there.';
create index profile_by_phone on profile using gin (phone gin_trgm_ops);

create table address (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  label text not null check (char_length(label) <= 40),
  name text not null check (char_length(name) >= 1 and char_length(name) <= 100),
  phone text not null check (phone ~ '^\+91[6-9][0-9]{9}$'),
  line1 text not null check (char_length(line1) >= 1 and char_length(line1) <= 120),
  line2 text not null default '' check (char_length(line2) <= 120),
  city text not null check (char_length(city) >= 1 and char_length(city) <= 60),
  state text not null check (char_length(state) >= 1 and char_length(state) <= 60),
  postal_code text not null check (postal_code ~ '^[1-9][0-9]{5}$'),
  country text not null default 'India',
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table address is 'The address book. At most one address is the default; shop/accounts/address.server.ts keeps it at exactly one.';
create index address_of_user on address (user_id, created_at);
create unique index address_one_default on address (user_id) where is_default;

create table payout_details (
  order_id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Null after a backup was restored, which has none of it; the customer is then asked again.
  details jsonb,
  given_at timestamptz not null default now()
);
comment on table payout_details is 'Where a customer wants a cash refund sent to: kept from when they say it until staff have paid it out.';
create index payout_details_by_user on payout_details (user_id);

create table notification (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (char_length(kind) >= 1 and char_length(kind) <= 40),
  title text check (char_length(title) >= 1 and char_length(title) <= 120),
  text text not null default '' check (char_length(text) <= 500),
  -- A path of this shop.
  link text check (link ~ '^/[^/\\]' and char_length(link) <= 300),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- What customers are told in their profile is a code with parameters (shop/orders/order-emails.ts,
  -- shop/accounts/account-messages.ts). Texts that name what was returned, or hold staff's own words, stay text.
  message jsonb,
  constraint notification_says_something check (num_nonnulls(message, title) = 1)
);
comment on table notification is 'What the shop has to tell a person inside the shop.';
create index notification_of_user on notification (user_id, created_at desc);
create index notification_unread on notification (user_id) where read_at is null;

create table notification_preference (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('orders', 'delivery', 'payments', 'back-in-stock')),
  channel text not null check (channel in ('email', 'push', 'phone')),
  enabled boolean not null,
  primary key (user_id, kind, channel)
);
comment on table notification_preference is 'What a customer chose for a kind of notification and a channel; without a row it is sent.';

create table push_subscription (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null references session (id) on delete cascade,
  endpoint text not null unique check (char_length(endpoint) >= 12 and char_length(endpoint) <= 1000),
  p256dh text not null check (char_length(p256dh) >= 80 and char_length(p256dh) <= 100),
  auth text not null check (char_length(auth) >= 16 and char_length(auth) <= 40),
  created_at timestamptz not null default now()
);
comment on table push_subscription is 'A device on which somebody wants to be told. It goes with the session in which they said so: whoever signs out is not told there any more.';
create index push_subscription_of_user on push_subscription (user_id);
create index push_subscription_of_session on push_subscription (session_id);

create table push_message (
  id uuid primary key default gen_random_uuid(),
  subscription_id uuid not null references push_subscription (id) on delete cascade,
  title text not null,
  body text not null,
  path text not null,
  tag text not null,
  created_at timestamptz not null default now(),
  kind text
);
comment on table push_message is 'What is to be sent to a device; a row goes when it is sent.';
create index push_message_of_subscription on push_message (subscription_id);
create index push_message_by_age on push_message (created_at);

create table staff_invitation (
  id uuid primary key,
  email citext not null unique check (length(email::text) between 3 and 254),
  role text not null references role (key) on update cascade,
  -- SHA-256 of the token in the link, in hex.
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  -- Whoever sent it last. It counts only while they may give that role themselves.
  invited_by uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table staff_invitation is 'Invitations to the team that are open: a row goes when it is accepted or withdrawn; the audit log has the rest.';
create index staff_invitation_by_role on staff_invitation (role);
create index staff_invitation_by_inviter on staff_invitation (invited_by);

create table staff_notice (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  title text not null check (length(title) between 1 and 200),
  text text not null default '' check (length(text) <= 500),
  link text not null check (link like '/admin%'),
  at timestamptz not null default now(),
  read_at timestamptz
);
comment on table staff_notice is 'What a member of the team was told about; deleted after 30 days.';
create index staff_notice_of_user on staff_notice (user_id, id desc);
create index staff_notice_unread on staff_notice (user_id) where read_at is null;

create table staff_notice_choice (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  channel text not null check (channel in ('bell', 'email', 'push')),
  enabled boolean not null,
  primary key (user_id, kind, channel)
);
comment on table staff_notice_choice is 'What a member of the team wants to be told, and how; without a row as the kind has it.';

create table staff_notice_cursor (
  kind text primary key,
  until timestamptz not null
);
comment on table staff_notice_cursor is 'Up to when each kind of notice has been told.';

create table saved_view (
  id uuid primary key default gen_random_uuid(),
  list text not null,
  name text not null check (char_length(name) between 1 and 60),
  query text not null check (char_length(query) <= 1000),
  owner_id uuid not null references users (id) on delete cascade,
  shared boolean not null default false,
  version integer not null default 1
);
comment on table saved_view is 'A list''s search and filters under a name, of one member of the team or shared with all who see the list.';
create unique index saved_view_name on saved_view (owner_id, list, lower(name));
create index saved_view_shared on saved_view (list) where shared;

create table list_choice (
  user_id uuid not null references users (id) on delete cascade,
  list text not null,
  hidden text[] not null default '{}',
  sort text,
  primary key (user_id, list)
);
comment on table list_choice is 'How a member of the team sees a list: the columns left out, and the sort order last used.';

insert into role (key, name, permissions) values
  ('accountant', 'Accountant', '{orders.view,orders.refund,orders.export,reports.view,tax.view,books.settle}'),
  ('admin', 'Admin', '{orders.view,orders.edit,orders.refund,orders.export,catalogue.view,catalogue.edit,catalogue.import,prices.edit,stock.adjust,customers.view,customers.edit,customers.export,customers.erase,reviews.moderate,messages.answer,newsletter.export,offers.edit,content.edit,search.edit,reports.view,tax.view,settings.edit,staff.manage,api.manage,audit.view,health.view,books.settle}'),
  ('catalogue', 'Catalogue', '{catalogue.view,catalogue.edit,catalogue.import,prices.edit,stock.adjust,search.edit}'),
  ('fulfilment', 'Fulfilment', '{orders.view,orders.edit,catalogue.view,stock.adjust}'),
  ('manager', 'Manager', '{orders.view,orders.edit,orders.refund,orders.export,catalogue.view,catalogue.edit,catalogue.import,prices.edit,stock.adjust,customers.view,customers.edit,customers.export,customers.erase,reviews.moderate,messages.answer,newsletter.export,offers.edit,content.edit,search.edit,reports.view,tax.view,audit.view,health.view,books.settle}'),
  ('marketing', 'Marketing', '{catalogue.view,offers.edit,content.edit,reviews.moderate,newsletter.export,search.edit,reports.view}'),
  ('owner', 'Owner', '{orders.view,orders.edit,orders.refund,orders.export,catalogue.view,catalogue.edit,catalogue.import,prices.edit,stock.adjust,customers.view,customers.edit,customers.export,customers.erase,reviews.moderate,messages.answer,newsletter.export,offers.edit,content.edit,search.edit,reports.view,tax.view,settings.edit,staff.manage,api.manage,audit.view,health.view,books.settle}'),
  ('support', 'Support', '{orders.view,orders.edit,catalogue.view,customers.view,reviews.moderate,messages.answer,customers.edit}'),
  ('user', 'User', '{}');

create function make_profile() returns trigger language plpgsql as $$
begin
  insert into profile (user_id) values (new.id);
  insert into customer (user_id) values (new.id);
  return null;
end $$;

-- Arguments of the trigger: the facet, and the column whose values are counted. The day is that of created_at.
create function record_row_metrics() returns trigger language plpgsql as $$
declare
  change text := 'insert into metric_change (facet, day, value, count, amount)
    select %L, indian_day(created_at), value, sum(sign), 0 from (%s) changed (created_at, value, sign)
    group by 2, 3 having sum(sign) <> 0';
  plus text := format('select created_at, %I, 1 from added', tg_argv[1]);
  minus text := format('select created_at, %I, -1 from removed', tg_argv[1]);
begin
  execute format(change, tg_argv[0], case tg_op
    when 'INSERT' then plus when 'DELETE' then minus else plus || ' union all ' || minus end);
  return null;
end $$;

-- News under the topic 'people', the user's id with it: a session ended, or what screens show of a person changed.
-- Sessions renewed by use are no news.
create trigger session_live_delete after delete on session
  referencing old table as removed
  for each statement execute function announce_users_removed('people');
create trigger users_live_update after update on users
  referencing old table as removed new table as added
  for each statement execute function announce_people();
create trigger users_have_a_profile after insert on users for each row execute function make_profile();
-- A person's other screens follow: topic 'people', the user's id.
create trigger profile_live_update after update on profile
  referencing new table as added
  for each statement execute function announce_users_added('people');
create trigger address_live_insert after insert on address
  referencing new table as added
  for each statement execute function announce_users_added('people');
create trigger address_live_update after update on address
  referencing new table as added
  for each statement execute function announce_users_added('people');
create trigger address_live_delete after delete on address
  referencing old table as removed
  for each statement execute function announce_users_removed('people');
create trigger notification_live_insert after insert on notification
  referencing new table as added
  for each statement execute function announce_users_added('people');
create trigger notification_live_update after update on notification
  referencing new table as added
  for each statement execute function announce_users_added('people');
create trigger staff_notice_live_insert after insert on staff_notice
  referencing new table as added
  for each statement execute function announce_users_added('people');
create trigger staff_notice_live_update after update on staff_notice
  referencing new table as added
  for each statement execute function announce_users_added('people');
create trigger users_metrics_insert after insert on users
  referencing new table as added
  for each statement execute function record_row_metrics('user', 'role');
create trigger users_metrics_update after update on users
  referencing old table as removed new table as added
  for each statement execute function record_row_metrics('user', 'role');
create trigger users_metrics_delete after delete on users
  referencing old table as removed
  for each statement execute function record_row_metrics('user', 'role');
create trigger role_live_update after update on role for each statement execute function announce_roles();
