-- Who wants to be told when a sold-out variant is there again. A row goes when its mail is queued.
create table stock_notice (
  variant_id uuid not null references variant (id) on delete cascade,
  email citext not null check (char_length(email::text) between 3 and 254),
  user_id uuid references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (variant_id, email)
);
create index stock_notice_of_user on stock_notice (user_id);
