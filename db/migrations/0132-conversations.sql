-- Messages as conversations (issue 39, section 4): what somebody wrote with the contact form, what the shop answered by
-- mail, and who looks after it. One conversation for each address.
create table conversation (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (length(email) <= 254),
  name text not null check (length(name) <= 80),
  state text not null default 'open' check (state in ('open', 'closed')),
  waiting boolean not null default true,
  assigned_to uuid references users (id) on delete set null,
  last_at timestamptz not null,
  version integer not null default 1
);
comment on table conversation is 'Everything written with one address. waiting: the last word is the customer''s.';
create index conversation_by_state on conversation (state, last_at desc, id);
create index conversation_of_staff on conversation (assigned_to, last_at desc) where assigned_to is not null;
create index conversation_waiting on conversation (last_at) where state = 'open' and waiting;

create table conversation_entry (
  id uuid primary key,
  conversation_id uuid not null references conversation (id) on delete cascade,
  kind text not null check (kind in ('reply', 'note')),
  text text not null check (char_length(text) between 1 and 8000),
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  actor_id text check (char_length(actor_id) between 1 and 100),
  actor_name text not null default '' check (char_length(actor_name) <= 200)
);
comment on table conversation_entry is 'What the shop said in a conversation: replies, whose id is that of their mail, and notes for staff.';
create index conversation_entry_of on conversation_entry (conversation_id, at);

create table saved_reply (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  text text not null check (char_length(text) between 1 and 4000),
  version integer not null default 1
);
comment on table saved_reply is 'Texts that staff send often; {{name}} and {{order}} stand for the customer''s.';
create unique index saved_reply_name on saved_reply (lower(name));

-- The mail that told a customer that the message has come: replies refer to it, so that mail programs keep one thread.
alter table contact_message
  add column conversation_id uuid references conversation (id) on delete cascade,
  add column mail_id uuid;
alter table mail_outbox add column thread uuid[];
comment on column mail_outbox.thread is 'The ids of the earlier mails of its thread, the oldest first.';

insert into conversation (email, name, state, waiting, last_at)
  select email, (array_agg(name order by created_at desc))[1],
    case when bool_and(status = 'answered') then 'closed' else 'open' end, bool_or(status = 'open'), max(created_at)
  from contact_message group by email;
update contact_message m set conversation_id = c.id from conversation c where c.email = m.email;
create index contact_message_of_conversation on contact_message (conversation_id, created_at);

create function join_conversation() returns trigger language plpgsql as $$
begin
  insert into conversation (email, name, last_at) values (new.email, new.name, new.created_at)
    on conflict (email) do update set name = excluded.name, state = 'open', waiting = true,
      last_at = greatest(conversation.last_at, excluded.last_at), version = conversation.version + 1
    returning id into new.conversation_id;
  return new;
end $$;
create trigger contact_message_joins before insert on contact_message
  for each row execute function join_conversation();
