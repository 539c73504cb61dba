-- The demo's courier. Like the real ones it does not look whether a reference was used before.
create table local_gateway.shipment (
  awb text primary key,
  reference text not null,
  name text not null,
  pin text not null,
  collect bigint not null check (collect >= 0),
  cancelled boolean not null default false,
  pickup_on date,
  events jsonb not null,
  created_at timestamptz not null
);
comment on table local_gateway.shipment is 'Parcels of the demo''s courier.';
create index shipment_by_reference on local_gateway.shipment (reference);
