-- Whether a mail holds a link or a code that opens something: such a body is in no backup.
alter table mail_outbox add column secret boolean not null default false;
-- Older mails do not say what they hold.
update mail_outbox set secret = true;
create index mail_outbox_by_reply on mail_outbox (lower(reply_to)) where reply_to is not null;
