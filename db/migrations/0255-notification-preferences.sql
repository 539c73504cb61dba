-- What a customer chose for a kind of notification and a channel; without a row it is sent.
create table notification_preference (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('orders', 'delivery', 'payments', 'back-in-stock')),
  channel text not null check (channel in ('email', 'push')),
  enabled boolean not null,
  primary key (user_id, kind, channel)
);

-- The kind of what is queued: whoever turned it off in the meantime is not sent it. Null: sent always.
-- `unsubscribe`: the address for the List-Unsubscribe header.
alter table mail_outbox add column kind text, add column unsubscribe text;
alter table push_message add column kind text;
