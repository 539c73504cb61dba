-- Where a customer wants a cash refund sent to: kept from when they say it until staff have paid it out.
create table payout_details (
  order_id uuid primary key references orders (id),
  user_id uuid not null references users (id) on delete cascade,
  -- Null after a backup was restored, which has none of it; the customer is then asked again.
  details jsonb,
  given_at timestamptz not null default now()
);
create index payout_details_by_user on payout_details (user_id);
