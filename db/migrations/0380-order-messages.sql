-- Messages about orders to phones. `updates_by`: how the customer asked to be told about an order besides its email, as
-- chosen when it was placed; null: not asked for.
alter table orders add column updates_by text check (updates_by in ('sms', 'whatsapp'));

-- One row for each message, written in the transaction of what it tells. `variables`: name and value of each variable of
-- its text, in order. `provider_id`: the provider's id of the message; `code`: why it failed or was dropped.
create table order_message (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id) on delete cascade,
  kind text not null,
  variables jsonb not null,
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'dropped')),
  channel text check (channel in ('sms', 'whatsapp')),
  recipient text,
  attempts integer not null default 0,
  provider_id text,
  code text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  settled_at timestamptz
);
create index order_message_by_order on order_message (order_id, created_at);
create index order_message_by_provider_id on order_message (provider_id) where provider_id is not null;
create index order_message_by_age on order_message (created_at);

-- SMS and WhatsApp as one more channel of what a customer can turn off.
alter table notification_preference drop constraint notification_preference_channel_check;
alter table notification_preference add constraint notification_preference_channel_check
  check (channel in ('email', 'push', 'phone'));
