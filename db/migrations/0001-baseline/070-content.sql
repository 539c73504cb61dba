-- Content: articles, questions, messages to the shop, the newsletter.

create table blog_post (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  title text not null check (length(title) >= 1 and length(title) <= 160),
  category text not null check (length(category) >= 1 and length(category) <= 40),
  excerpt text not null check (length(excerpt) >= 1 and length(excerpt) <= 400),
  body_markdown text not null check (length(body_markdown) >= 1 and length(body_markdown) <= 100000),
  author text not null check (length(author) >= 1 and length(author) <= 80),
  -- The picture as storage knows it; an article may have none.
  picture_key text,
  picture_width integer check (picture_width > 0),
  picture_height integer check (picture_height > 0),
  picture_tint text check (picture_tint ~ '^#[0-9a-f]{6}$'),
  picture_alt text not null default '',
  -- Null: a draft. In the future: not shown before.
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint blog_post_check check (num_nulls(picture_key, picture_width, picture_height, picture_tint) = any (array[0, 4]))
);
comment on table blog_post is 'An article; a draft has no `published_at`. The picture''s four columns are set together.';
create index blog_post_newest on blog_post (published_at desc, id) where published_at is not null;
create index blog_post_by_category on blog_post (category, published_at desc) where published_at is not null;

create table faq_entry (
  -- The id of one of the shop's own questions (shop/content/faq), or a new one.
  id text primary key check (id ~ '^[a-z0-9-]{1,60}$'),
  group_id text not null check (group_id in ('orders', 'returns', 'products', 'account')),
  question text not null check (length(question) >= 1 and length(question) <= 200),
  answer text not null check (length(answer) >= 1 and length(answer) <= 2000),
  -- After the shop's own questions, lowest first.
  position integer not null default 0,
  hidden boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
comment on table faq_entry is 'What staff write for /faq: the shop''s own questions worded anew or hidden, and more.';

-- Messages as conversations: what customers wrote, what the shop answered by mail, and who looks after it.
create table conversation (
  id uuid primary key default gen_random_uuid(),
  email text not null check (length(email) <= 254),
  name text not null check (length(name) <= 80),
  state text not null default 'open' check (state in ('open', 'closed')),
  waiting boolean not null default true,
  assigned_to uuid references users (id) on delete set null,
  last_at timestamptz not null,
  version integer not null default 1,
  claimed boolean not null default false
);
comment on table conversation is 'Everything written with one address. waiting: the last word is the customer''s.';
comment on column conversation.claimed is 'Begun by a mail that answers none of the shop: its address is as the mail says.';
create index conversation_by_time on conversation (last_at desc, id);
create index conversation_by_state on conversation (state, last_at desc, id);
create index conversation_of_staff on conversation (assigned_to, last_at desc) where assigned_to is not null;
create index conversation_waiting on conversation (last_at) where state = 'open' and waiting;
create unique index conversation_email on conversation (email) where not claimed;
create index conversation_claimed on conversation (email) where claimed;

create table conversation_entry (
  id uuid primary key,
  conversation_id uuid not null references conversation (id) on delete cascade,
  kind text not null check (kind in ('reply', 'note', 'bounce', 'over-limit')),
  text text not null check (char_length(text) between 1 and 8000),
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  actor_id text check (char_length(actor_id) between 1 and 100),
  actor_name text not null default '' check (char_length(actor_name) <= 200),
  mails integer check (mails > 0)
);
comment on table conversation_entry is 'What the shop said in a conversation: replies, whose id is that of their mail, and notes for staff.';
comment on column conversation_entry.kind is 'bounce: a mail of the shop that could not be delivered. over-limit: mails of a sender that were too many to keep.';
comment on column conversation_entry.mails is 'Of the kind over-limit: how many they are.';
create index conversation_entry_of on conversation_entry (conversation_id, at);

create table saved_reply (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  text text not null check (char_length(text) between 1 and 4000),
  version integer not null default 1
);
comment on table saved_reply is 'Texts that staff send often; {{name}} and {{order}} stand for the customer''s.';
create unique index saved_reply_name on saved_reply (lower(name));

create table contact_message (
  id uuid primary key,
  -- The customer reads it as T-1001.
  ticket bigint generated always as identity (start with 1001) unique,
  name text not null check (length(name) >= 1 and length(name) <= 80),
  email text not null check (length(email) <= 254),
  topic text not null check (topic in ('orders', 'returns', 'products', 'account', 'grievance', 'other')),
  message text not null,
  status text not null default 'open' check (status in ('open', 'answered')),
  created_at timestamptz not null,
  read_at timestamptz,
  answered_by_name text,
  answered_by_kind text,
  answered_by_id text,
  conversation_id uuid references conversation (id) on delete cascade,
  -- The mail that told the customer that the message has come: replies refer to it, so that mail programs keep one
  -- thread.
  mail_id uuid,
  subject text check (length(subject) <= 200),
  quoted text check (length(quoted) <= 20000),
  left_out text[],
  message_id text check (length(message_id) <= 300),
  proven boolean not null default false,
  automatic boolean not null default false,
  order_id uuid,
  user_id uuid references users (id) on delete set null,
  constraint contact_message_message_check check (
    case when subject is null then length(message) between 1 and 4000 else length(message) <= 20000 end),
  constraint contact_message_answered_by_check check (char_length(answered_by_name) <= 200),
  constraint contact_message_answered_by_kind check (answered_by_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  constraint contact_message_answered_by_id check (char_length(answered_by_id) >= 1
    and char_length(answered_by_id) <= 100)
);
comment on table contact_message is 'Messages of the contact form, and mails of the shop''s mailbox.';
comment on column contact_message.subject is 'Of a mail; null for the form.';
comment on column contact_message.quoted is 'What a mail repeats of the one that it answers.';
comment on column contact_message.left_out is 'What of a mail is not stored: attachments by name.';
comment on column contact_message.message_id is 'The Message-ID of a mail, in angle brackets.';
comment on column contact_message.proven is 'A mail that answers one of the shop, from the address to which that went.';
comment on column contact_message.automatic is 'A mail that a program wrote, such as an absence notice: nobody has to answer it.';
comment on column contact_message.order_id is 'The order whose mail it answers.';
comment on column contact_message.user_id is 'Who was signed in and wrote it with the form, whatever address it gives.';
create index contact_message_of_user on contact_message (user_id) where user_id is not null;
create index contact_message_of_mail on contact_message (mail_id) where mail_id is not null;
create index contact_message_by_message_id on contact_message (message_id) where message_id is not null;
create index contact_message_of_order on contact_message (order_id) where order_id is not null;
create index contact_message_of_conversation on contact_message (conversation_id, created_at);
create index contact_message_by_status on contact_message (status, created_at desc);
create index contact_message_by_email on contact_message (email, created_at desc);
create index contact_message_by_newest on contact_message (created_at desc, id);

create table received_mail (
  key text primary key check (length(key) = 64),
  at timestamptz not null
);
comment on table received_mail is 'Mails that were read, so that none is read twice: the SHA-256 of Message-ID and sender.';
comment on column received_mail.key is 'In hexadecimal digits.';
comment on column received_mail.at is 'When; deleted after 60 days.';
create index received_mail_by_age on received_mail (at);

create table mailbox_position (
  mailbox text primary key check (length(mailbox) <= 600),
  validity bigint,
  uid bigint,
  read_at timestamptz,
  failure text check (length(failure) <= 300),
  missed jsonb check (jsonb_typeof(missed) = 'array')
);
comment on table mailbox_position is 'How far each mailbox is read (RFC 9051, 2.3.1.1).';
comment on column mailbox_position.mailbox is 'User and host.';
comment on column mailbox_position.validity is 'UIDVALIDITY: with another one the UIDs mean nothing. Null before it was first reached.';
comment on column mailbox_position.uid is 'The UID of the newest mail that was read.';
comment on column mailbox_position.read_at is 'When it last answered.';
comment on column mailbox_position.missed is 'Mails up to uid that could not be taken, to be tried again: {uid, tries, next}; null for none.';
comment on column mailbox_position.failure is 'Why it could not be read the last time; null when it could.';

create table newsletter_subscriber (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  status text not null check (status in ('pending', 'confirmed', 'unsubscribed')),
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  created_at timestamptz not null
);
comment on table newsletter_subscriber is 'An address and whether its owner confirmed it.';

create table newsletter_link (
  token_hash text primary key check (length(token_hash) = 64),
  subscriber_id uuid not null references newsletter_subscriber (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'leave')),
  expires_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null,
  constraint newsletter_link_check check ((purpose = 'confirm') = (expires_at is not null))
);
comment on table newsletter_link is 'The links in newsletter mails. Only the SHA-256 of a token is kept: who reads this table can follow none.';
create index newsletter_link_of_subscriber on newsletter_link (subscriber_id);

-- What staff write, look at and then publish, at once or at a time. A kind is declared as data in TypeScript
-- (shop/publishing/), so that a further one needs no migration.
create table publication (
  kind text not null check (kind ~ '^[a-z][a-z-]{0,39}$'),
  key text not null check (key ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  -- What staff work on; null: nothing that differs from what was published last.
  draft jsonb check (jsonb_typeof(draft) = 'object'),
  draft_by text not null default '' check (char_length(draft_by) <= 200),
  draft_at timestamptz,
  version integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (kind, key),
  check ((draft is null) = (draft_at is null))
);
comment on table publication is 'A thing that staff publish: an own page, a policy, the announcement. Its draft, and the version that two people at once are told apart by.';

create table publication_version (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  -- Null: from then on the shipped text, or nothing where none is shipped.
  content jsonb check (jsonb_typeof(content) = 'object'),
  at timestamptz not null default now(),
  -- The version that visitors see is the newest of these that has passed, so a planned one needs no job.
  live_at timestamptz not null,
  cancelled_at timestamptz check (cancelled_at < live_at),
  actor_kind text not null check (actor_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  actor_id text check (char_length(actor_id) between 1 and 100),
  actor_name text not null default '' check (char_length(actor_name) <= 200),
  foreign key (kind, key) references publication (kind, key),
  check (live_at >= at)
);
comment on table publication_version is 'What was published, by whom, and when it goes live. Append-only, but that a planned version can be cancelled before its time.';
create index publication_version_by_thing on publication_version (kind, key, live_at desc, id desc);

create table redirect (
  path text primary key check (path ~ '^/' and char_length(path) between 2 and 500),
  target text not null check (target ~ '^(/|https://)' and char_length(target) between 1 and 500),
  hits bigint not null default 0 check (hits >= 0),
  last_hit_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table redirect is 'Where an address leads that would answer 404. Counted at each use.';

create table faq_order (
  -- "groups", or the id of a group whose questions these are.
  list text primary key check (list in ('groups', 'orders', 'returns', 'products', 'account')),
  -- Ids in their order. One that is gone is passed over, one that is not here yet comes after these.
  keys text[] not null check (cardinality(keys) <= 1000)
);
comment on table faq_order is 'The order of the groups of /faq, and of the questions in each, where staff sorted them.';

create function refuse_change_of_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.cancelled_at is null and new.cancelled_at is not null
      and to_jsonb(new) - 'cancelled_at' = to_jsonb(old) - 'cancelled_at' then
      return new;
    end if;
  end if;
  raise exception 'publication_version is append-only' using errcode = 'integrity_constraint_violation';
end $$;

create function join_conversation() returns trigger language plpgsql as $$
begin
  if new.conversation_id is null then
    insert into conversation (email, name, last_at) values (new.email, new.name, new.created_at)
      on conflict (email) where not claimed do update set name = excluded.name, state = 'open', waiting = true,
        last_at = greatest(conversation.last_at, excluded.last_at), version = conversation.version + 1
      returning id into new.conversation_id;
  elsif not new.automatic then
    update conversation set state = 'open', waiting = true, last_at = greatest(last_at, new.created_at),
      version = version + 1 where id = new.conversation_id;
  end if;
  return new;
end $$;

create trigger blog_post_live after insert or delete or update on blog_post
  for each statement execute function announce_all('content');
create trigger faq_entry_live after insert or delete or update on faq_entry
  for each statement execute function announce_all('content');
create trigger publication_version_append_only before delete or update on publication_version
  for each row execute function refuse_change_of_version();
create trigger publication_version_never_emptied before truncate on publication_version
  for each statement execute function refuse_change_of_version();
create trigger faq_order_live after insert or delete or update on faq_order
  for each statement execute function announce_all('content');
create trigger contact_message_joins before insert on contact_message
  for each row execute function join_conversation();
create trigger conversation_live after insert or delete or update on conversation
  for each statement execute function announce_all('messages');
-- What does not change the conversation itself tells the open screens as well.
create trigger contact_message_live after insert on contact_message
  for each statement execute function announce_all('messages');
create trigger conversation_entry_live after insert on conversation_entry
  for each statement execute function announce_all('messages');
