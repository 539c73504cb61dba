-- Parcels: an order may be sent in several, lines in part.

create table parcel (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  -- Its place among the parcels of its order, from 1.
  number integer not null check (number >= 1),
  state text not null default 'prepared'
    check (state in ('prepared', 'sent', 'delivered', 'undelivered', 'returning', 'returned', 'lost')),
  courier text check (char_length(courier) <= 80),
  tracking_number text check (char_length(tracking_number) <= 80),
  tracking_link text check (tracking_link ~ '^https://' and char_length(tracking_link) <= 300),
  -- Why it could not be delivered last, and how often that was tried.
  failure text check (failure in ('absent', 'refused', 'bad-address', 'no-answer', 'later-date', 'cash-not-ready', 'area-closed')),
  attempts integer not null default 0 check (attempts >= 0),
  -- What a parcel that came back or was lost did to the money: its units are not owed any more, or were refunded. Null
  -- for one that ended with the cancellation of its order.
  settled text check (settled in ('credit', 'refund')),
  sent_at timestamptz,
  delivered_at timestamptz,
  -- When it was back, or known to be lost.
  ended_at timestamptz,
  cost bigint check (cost >= 0),
  unique (order_id, number),
  constraint parcel_sent check ((state = 'prepared') = (sent_at is null)),
  constraint parcel_ended check ((state in ('returned', 'lost')) = (ended_at is not null))
);
comment on table parcel is 'A parcel of an order, from its preparation to its end. The order''s status follows from its parcels.';
comment on column parcel.cost is 'What the courier took for it, paise with tax; both ways when it came back. Null: as in the settings.';
create index parcel_by_tracking_number on parcel (upper(tracking_number) text_pattern_ops)
  where tracking_number is not null;

-- The list of what came back, newest first.
create index parcel_back on parcel (ended_at desc, id) where ended_at is not null;
create index parcel_delivered_by_time on parcel (delivered_at) where state = 'delivered';
-- What couriers leave to staff is counted on the dashboard: among the parcels that are not at their end.
create index parcel_open on parcel (id) where state in ('prepared', 'sent', 'undelivered', 'returning');
create index parcel_underway on parcel (id) where state in ('prepared', 'sent', 'undelivered', 'returning') and tracking_number is not null;

create table parcel_line (
  parcel_id uuid not null references parcel (id) on delete cascade,
  order_line_id uuid not null references order_line (id),
  quantity integer not null check (quantity > 0),
  -- Paise that are not owed any more, because these units came back before they were paid for.
  credited bigint not null default 0 check (credited >= 0),
  primary key (parcel_id, order_line_id)
);
comment on table parcel_line is 'The units in a parcel.';
create index parcel_line_of_line on parcel_line (order_line_id);

-- What couriers pay out, for the parcels of many orders at once: a settlement file of 50,000 lines asks for as many, and
-- a function for each took half of its time. The functions for one parcel are asked through these, so that each sum has
-- one definition.
create function parcel_amounts(orders uuid[]) returns table (parcel_id uuid, order_id uuid, number integer, amount bigint)
language sql stable as $$
  select p.id, p.order_id, p.number,
    (coalesce(sum(floor((l.total - l.discount) * (u.before + u.quantity)::numeric / l.quantity + 0.5)
      - floor((l.total - l.discount) * u.before::numeric / l.quantity + 0.5)), 0)
      + case when p.number = p.first then o.shipping else 0 end)::bigint
  from (select q.id, q.order_id, q.number, min(q.number) over (partition by q.order_id) as first
      from parcel q where q.order_id = any(parcel_amounts.orders)) p
    join orders o on o.id = p.order_id
    left join (
      select x.parcel_id, x.order_line_id, x.quantity, coalesce(sum(x.quantity) over (partition by x.order_line_id
        order by e.number rows between unbounded preceding and 1 preceding), 0) as before
      from parcel e join parcel_line x on x.parcel_id = e.id where e.order_id = any(parcel_amounts.orders)) u
      on u.parcel_id = p.id
    left join order_line l on l.id = u.order_line_id
  group by p.id, p.order_id, p.number, p.first, o.shipping
$$;
comment on function parcel_amounts is 'The share of each parcel of some orders in its order''s total, in paise, as parcelAmount in shop/orders/parcels.ts.';

create function parcel_amount(wanted uuid) returns bigint language sql stable as $$
  select a.amount from parcel_amounts(array(select p.order_id from parcel p where p.id = wanted)) a
  where a.parcel_id = wanted
$$;

create function sum_credited() returns trigger language plpgsql as $$
declare
  wanted uuid := (select order_id from parcel where id = new.parcel_id);
begin
  update orders set refunded_total = refunded_of(id) where id = wanted and refunded_total <> refunded_of(id);
  perform sum_refunded_lines(wanted);
  return null;
end $$;

create trigger parcel_line_sums after update of credited on parcel_line
  for each row when (old.credited <> new.credited) execute function sum_credited();
