-- A parcel is found by its number, and no two new parcels get the same one (issue 39, section 2.1). The pattern class
-- serves equality and the beginning of a number.
create index orders_by_tracking_number on orders (upper(tracking_number) text_pattern_ops)
  where tracking_number is not null;
create index return_request_by_tracking_number on return_request (upper(tracking_number) text_pattern_ops)
  where tracking_number is not null;
