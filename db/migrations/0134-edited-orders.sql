-- Orders that are changed before they are sent (issue 39, section 3; docs/decisions/0052-orders-by-hand.md).
alter table draft_order
  add column order_id uuid references orders (id) on delete cascade,
  add column order_version text,
  add constraint draft_order_edit check ((order_id is null) = (order_version is null));
comment on column draft_order.order_id is 'The order that is being changed; null for a new one. One change of an order at a time.';
comment on column draft_order.order_version is 'The version of the order that the change was begun on.';
create unique index draft_order_of_order on draft_order (order_id) where order_id is not null;

alter table order_event drop constraint order_event_kind_check;
alter table order_event add constraint order_event_kind_check
  check (kind in ('status', 'payment', 'parcel', 'note', 'return', 'edit'));

-- A refund because an order was changed is no lower price of what is sold: the order's total is lower already.
create or replace function refunded_of(wanted uuid) returns bigint language sql stable as $$
  select coalesce((select sum(r.amount) from refund r
      join received_payment p on p.provider = r.provider and p.provider_payment_id = r.provider_payment_id
      where r.order_id = wanted and r.state <> 'failed' and p.effect = 'applied'
        and r.cause ->> 'code' is distinct from 'order-edited'), 0)::bigint
    + coalesce((select sum(l.credited) from parcel_line l join parcel p on p.id = l.parcel_id
      where p.order_id = wanted), 0)::bigint
$$;
