-- What couriers' APIs were asked for parcels and returns, and what they reported.

create table courier_booking (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  -- Null once its parcel was unpacked.
  parcel_id uuid references parcel (id) on delete set null,
  return_id uuid references return_request (id),
  courier text not null check (char_length(courier) <= 40),
  -- Our name of it at the courier, which is asked for it after no answer.
  reference text not null unique check (char_length(reference) <= 40),
  -- asked: written before the call; what became of it is not known until the courier has said so.
  state text not null default 'asked' check (state in ('asked', 'booked', 'failed', 'cancelled')),
  -- A digest of what the courier was told: address, contents, amount to collect.
  told text not null,
  awb text check (char_length(awb) <= 80),
  -- The courier's own number, and who carries it for an aggregator.
  shipment text check (char_length(shipment) <= 80),
  carrier text check (char_length(carrier) <= 80),
  -- The courier's words when it failed, or the last reason why nothing is known yet.
  error text check (char_length(error) <= 300),
  tries integer not null default 0 check (tries >= 0),
  tried_at timestamptz,
  -- When it was asked last where the parcel is; null: to be asked now.
  checked_at timestamptz,
  -- The courier's time of the last report that counted. An older one comes too late.
  reached_at timestamptz,
  pickup_on date,
  created_at timestamptz not null,
  typed boolean not null default false,
  reserved_awb text check (char_length(reserved_awb) <= 80),
  look_again_at timestamptz,
  second_awbs text[] not null default '{}' check (cardinality(second_awbs) <= 20),
  second_error text check (char_length(second_error) <= 300),
  constraint courier_booking_awb check ((state <> 'booked') or (awb is not null)),
  constraint courier_booking_of_one check (parcel_id is null or return_id is null)
);
comment on table courier_booking is 'Parcels and returns that were booked, or are being booked, through the API of a courier.';
comment on column courier_booking.return_id is 'The return that the courier fetches at the customer''s; null for a parcel.';
comment on column courier_booking.typed is 'Booked elsewhere and its AWB typed here: only tracked, never cancelled, labelled or fetched through the API.';
comment on column courier_booking.reserved_awb is 'The AWB that was fetched for it before it was booked, kept before the call: each try has the same, so that no second parcel comes of it.';
comment on column courier_booking.look_again_at is 'When the courier is asked again whether a call without an answer was carried out late; null when there was none, or long ago.';
comment on column courier_booking.second_awbs is 'Parcels that the courier booked besides, by a call that was carried out late. They are cancelled there.';
comment on column courier_booking.second_error is 'The courier''s words when it did not cancel such a parcel: somebody has to.';
create unique index courier_booking_open on courier_booking (parcel_id) where state in ('asked', 'booked');
create unique index courier_booking_open_of_return on courier_booking (return_id) where state in ('asked', 'booked');
create index courier_booking_of_order on courier_booking (order_id);
create index courier_booking_asked on courier_booking (tried_at) where state = 'asked';
create index courier_booking_to_track on courier_booking (checked_at nulls first) where state = 'booked';
create index courier_booking_by_awb on courier_booking (upper(awb));
create index courier_booking_look_again on courier_booking (look_again_at) where look_again_at is not null;

create table courier_report (
  id bigint generated always as identity primary key,
  booking_id uuid not null references courier_booking (id),
  -- By the courier's clock.
  at timestamptz not null,
  code text not null check (char_length(code) <= 80),
  words text not null check (char_length(words) <= 300),
  -- Null: a code that is not known.
  state text check (state in ('booked', 'pickup-failed', 'picked-up', 'in-transit', 'out-for-delivery', 'delivered', 'undelivered',
    'returning', 'returned', 'lost', 'damaged', 'cancelled')),
  reason text check (char_length(reason) <= 40),
  received_at timestamptz not null,
  -- What it did; null: not looked at yet.
  outcome text check (outcome in ('moved', 'noted', 'unknown', 'late', 'look', 'refused')),
  unique (booking_id, at, code)
);
comment on table courier_report is 'What a courier said about a booking, each scan once, and what it did.';
create index courier_report_new on courier_report (booking_id) where outcome is null;
