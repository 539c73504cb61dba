-- Emails that came back, and senders of too many mails (issue 39, section 4; decision 58).
alter table mail_outbox
  add column returned_at timestamptz,
  add column returned_reason text check (length(returned_reason) <= 300);
comment on column mail_outbox.returned_at is 'When a mail server told that it could not be delivered.';
comment on column mail_outbox.returned_reason is 'What that server said; null until it came back.';
create index mail_outbox_returned on mail_outbox ((thread[1])) where returned_at is not null;

alter table conversation_entry
  add column mails integer check (mails > 0),
  drop constraint conversation_entry_kind_check,
  add constraint conversation_entry_kind_check check (kind in ('reply', 'note', 'bounce', 'over-limit'));
comment on column conversation_entry.kind is 'bounce: a mail of the shop that could not be delivered. over-limit: mails of a sender that were too many to keep.';
comment on column conversation_entry.mails is 'Of the kind over-limit: how many they are.';
