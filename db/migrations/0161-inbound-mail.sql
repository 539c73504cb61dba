-- What customers answer by mail comes into the conversations (issue 39, section 4; decision 58): the shop's mailbox is
-- read by IMAP. A mail is a message like one of the contact form.
alter table mail_outbox alter column thread type text[] using thread::text[];
comment on column mail_outbox.thread is 'What it answers, the oldest first: ids of mails or of what they are about, and Message-IDs of received mails, in angle brackets.';

alter table conversation add column claimed boolean not null default false;
comment on column conversation.claimed is 'Begun by a mail that answers none of the shop: its address is as the mail says.';
alter table conversation drop constraint conversation_email_key;
create unique index conversation_email on conversation (email) where not claimed;
create index conversation_claimed on conversation (email) where claimed;

alter table contact_message
  add column subject text check (length(subject) <= 200),
  add column quoted text check (length(quoted) <= 20000),
  add column left_out text[],
  add column message_id text check (length(message_id) <= 300),
  add column proven boolean not null default false,
  add column automatic boolean not null default false,
  add column order_id uuid references orders (id) on delete set null,
  drop constraint contact_message_message_check,
  add constraint contact_message_message_check check (
    case when subject is null then length(message) between 1 and 4000 else length(message) <= 20000 end);
comment on table contact_message is 'Messages of the contact form, and mails of the shop''s mailbox.';
comment on column contact_message.subject is 'Of a mail; null for the form.';
comment on column contact_message.quoted is 'What a mail repeats of the one that it answers.';
comment on column contact_message.left_out is 'What of a mail is not stored: attachments by name.';
comment on column contact_message.message_id is 'The Message-ID of a mail, in angle brackets.';
comment on column contact_message.proven is 'A mail that answers one of the shop, from the address to which that went.';
comment on column contact_message.automatic is 'A mail that a program wrote, such as an absence notice: nobody has to answer it.';
comment on column contact_message.order_id is 'The order whose mail it answers.';
create index contact_message_of_mail on contact_message (mail_id) where mail_id is not null;
create index contact_message_by_message_id on contact_message (message_id) where message_id is not null;
create index contact_message_of_order on contact_message (order_id) where order_id is not null;

alter table conversation_entry drop constraint conversation_entry_kind_check,
  add constraint conversation_entry_kind_check check (kind in ('reply', 'note', 'bounce'));
comment on column conversation_entry.kind is 'bounce: a mail of the shop that could not be delivered.';

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
  failure text check (length(failure) <= 300)
);
comment on table mailbox_position is 'How far each mailbox is read (RFC 9051, 2.3.1.1).';
comment on column mailbox_position.mailbox is 'User and host.';
comment on column mailbox_position.validity is 'UIDVALIDITY: with another one the UIDs mean nothing. Null before it was first reached.';
comment on column mailbox_position.uid is 'The UID of the newest mail that was read.';
comment on column mailbox_position.read_at is 'When it last answered.';
comment on column mailbox_position.failure is 'Why it could not be read the last time; null when it could.';

create or replace function join_conversation() returns trigger language plpgsql as $$
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

-- What does not change the conversation itself tells the open screens as well.
create trigger contact_message_live after insert on contact_message
  for each statement execute function announce_all('messages');
create trigger conversation_entry_live after insert on conversation_entry
  for each statement execute function announce_all('messages');
