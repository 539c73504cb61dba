-- The outbox is its own queue: a job for each mail wrote a second row with eleven indexes in the transaction of every
-- order. `due_at`: when the next attempt is due; null once no attempt is left. `number`: messages that are due at the
-- same time are sent in the order in which they were queued.
alter table mail_outbox add column due_at timestamptz default now(),
  add column number bigint generated always as identity;
update mail_outbox set due_at = null where sent_at is not null or attempts > 10;
drop index mail_outbox_waiting;
create index mail_outbox_due on mail_outbox (due_at, number) where sent_at is null;
do $$ begin
  if to_regclass('jobs.job') is not null then
    delete from jobs.job where name = 'send-mail';
  end if;
end $$;
