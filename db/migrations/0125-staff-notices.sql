-- What the team is told about: new orders, failed payments, returns, refunds, messages, low stock, unknown rates.
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
create trigger staff_notice_live_insert after insert on staff_notice
  referencing new table as added
  for each statement execute function announce_users_added('people');
create trigger staff_notice_live_update after update on staff_notice
  referencing new table as added
  for each statement execute function announce_users_added('people');

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

create index failed_payment_by_time on failed_payment (at);
create index refund_failed_by_time on refund (settled_at) where state = 'failed';
create index waiting_invoice_by_time on waiting_invoice (since);
