-- What must always hold (docs: reliability). Every row that this gives is a defect: which rule, and whose.
select 'negative stock' as rule, id::text as who from variant where stock < 0 or held < 0 or held > stock
union all
select 'held unlike its holds', v.id::text from variant v
  left join (select variant_id, sum(quantity) as pieces from hold where state = 'active' group by variant_id) h
    on h.variant_id = v.id
  where v.held <> coalesce(h.pieces, 0)
union all
select 'stock unlike its moves', v.id::text from variant v
  left join (select variant_id, sum(delta) as pieces from stock_move group by variant_id) m on m.variant_id = v.id
  where v.stock <> coalesce(m.pieces, 0)
union all
select 'order unlike its lines', o.id::text from orders o
  left join (select order_id, sum(total) as total, sum(discount) as discount from order_line group by order_id) l
    on l.order_id = o.id
  where o.subtotal <> coalesce(l.total, 0) or o.discount <> coalesce(l.discount, 0)
    or o.total <> o.subtotal - o.discount + o.shipping
union all
select 'paid without one applied payment', o.id::text from orders o
  where o.payment_status = 'completed'
    and (select count(*) from received_payment r where r.order_id = o.id and r.effect = 'applied') <> 1
union all
select 'applied payment of another amount', o.id::text from orders o
  join received_payment r on r.order_id = o.id and r.effect = 'applied'
  where r.amount <> o.total or r.currency <> 'INR'
union all
select 'applied payment of an unpaid order', o.id::text from orders o
  join received_payment r on r.order_id = o.id and r.effect = 'applied'
  where o.payment_status not in ('completed', 'refund_pending', 'partly_refunded', 'refunded')
union all
select 'provider payment applied twice', provider || ' ' || provider_payment_id from received_payment
  group by provider, provider_payment_id having count(*) > 1
union all
select 'refunded more than paid', order_id::text from
  (select r.order_id, r.amount, f.back from received_payment r
    join (select provider, provider_payment_id, sum(amount) as back from refund where state <> 'failed' group by 1, 2) f
      using (provider, provider_payment_id)) paid
  where back > amount
union all
select 'status unlike its events', o.id::text from orders o
  where o.status is distinct from
    (select e.to_value from order_event e where e.order_id = o.id and e.kind = 'status' order by e.id desc limit 1)
union all
select 'payment status unlike its events', o.id::text from orders o
  where o.payment_status is distinct from coalesce(
    (select e.to_value from order_event e where e.order_id = o.id and e.kind = 'payment' order by e.id desc limit 1),
    'pending')
union all
-- A minute and a half of grace: the job that gives holds back runs every minute.
select 'hold past its time', order_id::text from hold
  where state = 'active' and expires_at < now() - interval '90 seconds'
union all
select 'cancelled order that keeps stock', o.id::text from orders o
  join hold h on h.order_id = o.id and h.state <> 'released' where o.status = 'cancelled'
    and 'delivered' is distinct from (select e.from_value from order_event e where e.order_id = o.id
      and e.kind = 'status' order by e.id desc limit 1)
union all
select 'order on its way that took no stock', o.id::text from orders o
  where o.placed_at is not null and o.method <> 'online' and o.status <> 'cancelled'
    and exists (select from order_line l where l.order_id = o.id and l.variant_id is not null
      and not exists (select from hold h where h.order_id = o.id and h.variant_id = l.variant_id and h.state = 'claimed'))
union all
select 'coupon used unlike its uses', c.code from coupon c
  where c.used <> (select count(*) from coupon_use u where u.coupon_code = c.code)
union all
select 'invoice series with a gap', s.kind || ' ' || s.financial_year from invoice_series s
  where s.last <> (select count(*) from invoice i where i.kind = s.kind and i.financial_year = s.financial_year)
union all
select 'invoice unlike its order', o.id::text from orders o
  join invoice i on i.order_id = o.id and i.kind <> 'credit-note' where i.total <> o.total
union all
select 'credited more than invoiced', i.order_id::text from invoice i
  where i.kind = 'invoice'
    and i.total < (select sum(c.total) from invoice c where c.order_id = i.order_id and c.kind = 'credit-note')
union all
select 'no admin left', 'users' where not exists (select from users where role = 'admin')
  and exists (select from orders)
