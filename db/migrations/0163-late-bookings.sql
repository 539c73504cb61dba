-- A call that a courier carries out late, after it was asked for the parcel and the parcel was booked again (issue 39,
-- section 2.4).
alter table courier_booking
  add column reserved_awb text check (char_length(reserved_awb) <= 80),
  add column look_again_at timestamptz,
  add column second_awbs text[] not null default '{}' check (cardinality(second_awbs) <= 20),
  add column second_error text check (char_length(second_error) <= 300);
comment on column courier_booking.reserved_awb is 'The AWB that was fetched for it before it was booked, kept before the call: each try has the same, so that no second parcel comes of it.';
comment on column courier_booking.look_again_at is 'When the courier is asked again whether a call without an answer was carried out late; null when there was none, or long ago.';
comment on column courier_booking.second_awbs is 'Parcels that the courier booked besides, by a call that was carried out late. They are cancelled there.';
comment on column courier_booking.second_error is 'The courier''s words when it did not cancel such a parcel: somebody has to.';
create index courier_booking_look_again on courier_booking (look_again_at) where look_again_at is not null;
