-- What couriers leave to staff is counted on the dashboard: among the parcels that are not at their end.
create index parcel_open on parcel (id) where state in ('prepared', 'sent', 'undelivered', 'returning');
