-- Returns and exchanges.

create table return_request (
  id uuid primary key,
  order_id uuid not null references orders (id),
  -- Made when the form was shown: the same form sent twice is one request.
  form_key text not null check (char_length(form_key) >= 8 and char_length(form_key) <= 64),
  kind text not null check (kind in ('return', 'exchange')),
  reason text not null
    check (reason in ('too-small', 'too-large', 'damaged', 'wrong-item', 'not-as-shown', 'changed-mind', 'other')),
  details text not null default '' check (char_length(details) <= 1000),
  state text not null default 'requested'
    check (state in ('requested', 'approved', 'rejected', 'withdrawn', 'received', 'closed')),
  -- What staff said to the customer with their decision.
  answer text check (char_length(answer) <= 300),
  -- What went back for a return; null while nothing did, and for an exchange.
  refund_id uuid unique references refund (id),
  -- How the other size is on its way.
  courier text check (char_length(courier) <= 80),
  tracking_number text check (char_length(tracking_number) <= 80),
  tracking_link text check (tracking_link ~ '^https://' and char_length(tracking_link) <= 300),
  pickup_courier text check (char_length(pickup_courier) <= 80),
  pickup_number text check (char_length(pickup_number) <= 80),
  pickup_link text check (pickup_link ~ '^https://' and char_length(pickup_link) <= 300),
  pickup_failure text check (pickup_failure in
    ('absent', 'refused', 'bad-address', 'no-answer', 'later-date', 'cash-not-ready', 'area-closed', 'not-said')),
  pickup_cost bigint check (pickup_cost >= 0),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  received_at timestamptz,
  closed_at timestamptz,
  sent_at timestamptz,
  constraint return_request_check check (refund_id is null or kind = 'return'),
  unique (order_id, form_key)
);
comment on table return_request is 'A requested return or exchange.';
comment on column return_request.pickup_courier is 'The courier that fetches it at the customer''s; null when nobody does.';
comment on column return_request.pickup_number is 'The AWB of that pick-up.';
comment on column return_request.pickup_link is 'Where that AWB can be followed.';
comment on column return_request.pickup_failure is 'Why it was not fetched at the last attempt; null before one, and once it was.';
comment on column return_request.pickup_cost is 'What its way back cost the shop, in paise; null while nobody has entered it.';
create index return_of_order on return_request (order_id, created_at);
create index return_by_state on return_request (state, created_at);
create index return_by_newest on return_request (created_at desc, id desc);
create index return_by_state_newest on return_request (state, created_at desc, id desc);
create index return_request_by_tracking_number on return_request (upper(tracking_number) text_pattern_ops)
  where tracking_number is not null;
create index return_request_by_pickup_number on return_request (upper(pickup_number) text_pattern_ops)
  where pickup_number is not null;

create table return_line (
  return_id uuid not null references return_request (id),
  order_line_id uuid not null references order_line (id),
  quantity integer not null check (quantity > 0),
  -- What is wanted instead; the words stay when the variant goes.
  exchange_variant_id uuid references variant (id) on delete set null,
  exchange_size text,
  exchange_colour text,
  -- What became of the units when they arrived.
  condition text check (condition in ('restocked', 'written-off')),
  primary key (return_id, order_line_id)
);
comment on table return_line is 'The units of a return; with a variant, their replacement.';
create index return_line_of_line on return_line (order_line_id);

create table return_photo (
  return_id uuid not null references return_request (id),
  position integer not null check ("position" >= 0 and "position" <= 3),
  key text not null check (key ~ '^[0-9a-f]{32}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  primary key (return_id, "position")
);
comment on table return_photo is 'Pictures of what is wrong. They lie in storage under the return''s id and never among the shop''s own pictures, which everybody may see.';

create table line_disposition (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  order_line_id uuid not null references order_line (id),
  quantity integer not null check (quantity > 0),
  -- 'kept': they stay with the customer.
  disposition text not null check (disposition in ('restocked', 'damaged', 'lost', 'kept')),
  cause text not null check (cause in ('return', 'refund', 'cancellation', 'parcel')),
  -- The return or the refund.
  cause_id uuid,
  at timestamptz not null default now(),
  constraint line_disposition_check check ((cause = 'cancellation') = (cause_id is null))
);
comment on table line_disposition is 'What became of units that had been sold. Rows of a cancellation count while the order is cancelled and go when it is reopened; the ledger keeps what they did.';
create index line_disposition_of_order on line_disposition (order_id);

create function count_returns() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into state_counter select 'return', state, count(*) from added group by state;
  else
    insert into state_counter select 'return', state, sum(one) from (
      select state, 1 as one from added union all select state, -1 from removed) moved
    group by state having sum(one) <> 0;
  end if;
  return null;
end $$;

create trigger return_live_insert after insert on return_request
  referencing new table as added
  for each statement execute function announce_returns();
create trigger return_live_update after update on return_request
  referencing new table as added
  for each statement execute function announce_returns();
create trigger payout_details_live_insert after insert on payout_details
  referencing new table as added
  for each statement execute function announce_returns();
create trigger payout_details_live_update after update on payout_details
  referencing new table as added
  for each statement execute function announce_returns();
create trigger return_count_insert after insert on return_request
  referencing new table as added
  for each statement execute function count_returns();
create trigger return_count_update after update on return_request
  referencing old table as removed new table as added
  for each statement execute function count_returns();
