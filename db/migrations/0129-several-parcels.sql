-- An order may be sent in several parcels, lines in part (issue 39, section 2.2). What was one parcel in columns of the
-- order becomes a row: shipped and delivered orders, cancelled ones that had left, and those with a number or a courier.
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
  unique (order_id, number),
  constraint parcel_sent check ((state = 'prepared') = (sent_at is null)),
  constraint parcel_ended check ((state in ('returned', 'lost')) = (ended_at is not null))
);
comment on table parcel is 'A parcel of an order, from its preparation to its end. The order''s status follows from its parcels.';
create index parcel_by_tracking_number on parcel (upper(tracking_number) text_pattern_ops)
  where tracking_number is not null;

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

with sent as (
  select o.*, case when o.status = 'cancelled' then (
      select e.from_value from order_event e where e.order_id = o.id and e.kind = 'status' and e.to_value = 'cancelled'
      order by e.id desc limit 1) else o.status end as reached,
    (select max(e.at) from order_event e where e.order_id = o.id and e.kind = 'status' and e.to_value = 'shipped') as shipped_at,
    (select max(e.at) from order_event e where e.order_id = o.id and e.kind = 'status') as changed_at
  from orders o),
parcels as (
  insert into parcel (order_id, number, state, courier, tracking_number, tracking_link, sent_at, delivered_at, ended_at)
  select id, 1, case
      when status = 'cancelled' and reached = 'shipped' then 'returned'
      when reached = 'delivered' then 'delivered'
      when reached = 'shipped' then 'sent'
      else 'prepared' end,
    courier, tracking_number, tracking_link,
    case when reached in ('shipped', 'delivered') then coalesce(shipped_at, delivered_at, changed_at, created_at) end,
    case when reached = 'delivered' then coalesce(delivered_at, changed_at, created_at) end,
    case when status = 'cancelled' and reached = 'shipped' then coalesce(changed_at, created_at) end
  from sent
  where reached in ('shipped', 'delivered') or coalesce(courier, tracking_number, tracking_link) is not null
  returning id, order_id)
insert into parcel_line (parcel_id, order_line_id, quantity)
  select p.id, l.id, l.quantity from parcels p join order_line l on l.order_id = p.order_id;

drop index orders_by_tracking_number;
alter table orders drop column courier, drop column tracking_number, drop column tracking_link;

alter table line_disposition drop constraint line_disposition_cause_check,
  add constraint line_disposition_cause_check check (cause in ('return', 'refund', 'cancellation', 'parcel'));

-- Units that came back unpaid are no more sold than refunded ones.
create or replace function refunded_of(wanted uuid) returns bigint language sql stable as $$
  select coalesce((select sum(r.amount) from refund r
      join received_payment p on p.provider = r.provider and p.provider_payment_id = r.provider_payment_id
      where r.order_id = wanted and r.state <> 'failed' and p.effect = 'applied'), 0)::bigint
    + coalesce((select sum(l.credited) from parcel_line l join parcel p on p.id = l.parcel_id
      where p.order_id = wanted), 0)::bigint
$$;

create or replace function sum_refunded_lines(wanted uuid) returns void language sql as $$
  update order_line l set refunded_quantity = s.pieces, refunded_amount = s.amount
    from (select i.id, least(i.quantity, coalesce(f.pieces, 0) + coalesce(c.pieces, 0))::integer as pieces,
        least(i.total - i.discount, coalesce(f.amount, 0) + coalesce(c.amount, 0))::bigint as amount
      from order_line i
        left join lateral (select sum(f.quantity) as pieces, sum(f.amount) as amount from refund_line f
          join refund r on r.id = f.refund_id and r.state <> 'failed' where f.order_line_id = i.id) f on true
        left join lateral (select sum(p.quantity) as pieces, sum(p.credited) as amount from parcel_line p
          where p.order_line_id = i.id and p.credited > 0) c on true
      where i.order_id = wanted) s
    where l.id = s.id and (l.refunded_quantity, l.refunded_amount) is distinct from (s.pieces, s.amount)
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
