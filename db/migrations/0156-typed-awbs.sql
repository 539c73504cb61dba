-- Parcels whose AWB staff typed are tracked too, when the courier's API has keys: nothing was booked through it.
alter table courier_booking add column typed boolean not null default false;
comment on column courier_booking.typed is 'Booked elsewhere and its AWB typed here: only tracked, never cancelled, labelled or fetched through the API.';
create index parcel_underway on parcel (id) where state in ('prepared', 'sent', 'undelivered', 'returning') and tracking_number is not null;
