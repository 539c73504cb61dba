-- What piles up on the desk beside the orders: returns with their refunds, the audit log, messages, searches, wishes.
create temp table sent_back on commit drop as
  select gen_random_uuid() as id, gen_random_uuid() as refund_id, l.id as line_id, l.order_id, l.quantity, l.total, o.total as order_total,
    o.delivered_at + interval '2 days' as asked, r.provider, r.provider_payment_id, r.gateway_order_id,
    a.id as staff, a.name as staff_name,
    row_number() over (order by o.delivered_at) as n,
    case when o.delivered_at > now() - interval '12 days' then 'requested'
      when l.total % 700 < 150 then 'rejected' when o.delivered_at > now() - interval '20 days' then 'approved' else 'closed' end as state,
    case when l.total % 300 < 90 then 'exchange' else 'return' end as kind
  from (select id::text, name from users where role = 'admin' order by email limit 1) a cross join orders o
    join order_line l on l.order_id = o.id and l.position = 0
    join received_payment r on r.order_id = o.id and r.effect = 'applied'
  where o.status = 'delivered' and o.delivered_at < now() - interval '2 days' and get_byte(uuid_send(o.id), 0) < 8;

analyze sent_back;

insert into refund (id, order_id, provider, gateway_order_id, provider_payment_id, amount, reason, actor_kind, actor_id, actor_name, state, created_at, settled_at)
  select refund_id, order_id, provider, gateway_order_id, provider_payment_id, total, 'returned', 'staff', staff, staff_name, 'succeeded',
    asked + interval '3 days', asked + interval '4 days' from sent_back where state = 'closed' and kind = 'return' and total > 0;
insert into refund_line (refund_id, order_line_id, quantity, amount)
  select refund_id, line_id, quantity, total from sent_back where state = 'closed' and kind = 'return' and total > 0;
insert into order_event (order_id, at, actor_kind, actor_id, actor_name, kind, from_value, to_value)
  select order_id, asked + interval '3 days', 'staff', staff, staff_name, 'payment', 'completed', 'refund_pending' from sent_back
    where state = 'closed' and kind = 'return' and total > 0;
insert into order_event (order_id, at, actor_kind, actor_id, kind, from_value, to_value)
  select order_id, asked + interval '4 days', 'gateway', provider, 'payment', 'refund_pending',
    case when total = order_total then 'refunded' else 'partly_refunded' end from sent_back
    where state = 'closed' and kind = 'return' and total > 0;
update orders o set payment_status = case when s.total = s.order_total then 'refunded' else 'partly_refunded' end
  from sent_back s where s.order_id = o.id and s.state = 'closed' and s.kind = 'return' and s.total > 0;
insert into return_request (id, order_id, form_key, kind, reason, state, answer, refund_id, created_at, decided_at, received_at, closed_at)
  select id, order_id, left(id::text, 13), kind,
    (array['too-small', 'too-large', 'damaged', 'wrong-item', 'not-as-shown', 'changed-mind'])[1 + n % 6], state,
    case when state = 'rejected' then 'Worn and washed' end,
    case when state = 'closed' and kind = 'return' and total > 0 then refund_id end, asked,
    case when state <> 'requested' then asked + interval '1 day' end,
    case when state = 'closed' then asked + interval '3 days' end, case when state = 'closed' then asked + interval '4 days' end
  from sent_back order by asked;
insert into return_line (return_id, order_line_id, quantity, condition)
  select id, line_id, quantity, case when state = 'closed' then 'written-off' end from sent_back;

insert into audit_entry (at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, subject_name, before, after)
  select at, 'staff', a.id, a.name, action, kind, subject, called, before, after from (
    select o.placed_at + interval '2 hours' as at, 'order.set-status' as action, 'order' as kind, o.id::text as subject,
        'Order ' || left(o.id::text, 8) as called, '{"status": "pending"}'::jsonb as before, '{"status": "confirmed"}'::jsonb as after
      from orders o where o.status <> 'pending' and get_byte(uuid_send(o.id), 1) < 64
    union all
    select p.created_at, 'product.create', 'product', p.id::text, p.name, null, jsonb_build_object('name', p.name) from product p) actions,
    lateral (select id, name from users where role = 'admin' order by email limit 1) a
  where at < now() order by at;

insert into contact_message (id, name, email, topic, message, status, created_at)
  select gen_random_uuid(), 'Customer ' || n, 'customer' || n || '@customers.test',
    (array['orders', 'returns', 'products', 'account', 'other'])[1 + n % 5], 'When will my parcel number ' || n || ' arrive?',
    case when n % 10 < 8 then 'answered' else 'open' end, now() - interval '730 days' * random()
  from generate_series(1, 10 + current_setting('bench.orders')::integer / 100) n;
insert into newsletter_subscriber (id, email, status, requested_at, confirmed_at, created_at)
  select gen_random_uuid(), 'reader' || n || '@customers.test', 'confirmed', at, at, at
  from (select n, now() - interval '730 days' * random() as at
    from generate_series(1, 10 + current_setting('bench.orders')::integer / 50) n) readers;
create temp table word on commit drop as
  select word, row_number() over (order by word) - 1 as i from (
    select distinct lower(unnest(string_to_array(name, ' '))) as word from (select name from product limit 2000) named) words;
insert into search_log (query, results, at)
  select w.word || case when n % 4 = 0 then ' ' || n % 500 else '' end, case when n % 9 = 0 then 0 else n % 200 end,
    now() - interval '90 days' * random()
  from generate_series(1, 100 + current_setting('bench.orders')::integer / 5) n
    join word w on w.i = n % (select count(*) from word);
insert into wishlist_entry (user_id, product_id, created_at)
  select u.id, p.id, now() - interval '365 days' * random()
  from (select id, row_number() over (order by id) as n from users where email like '%@customers.test') u
    join (select id, row_number() over (order by id) - 1 as i from product where status = 'active') p
      on p.i = (u.n * 37) % (select count(*) from product where status = 'active');

-- Notes of staff in the timeline of every sixteenth order, and a note of the customer with as many, which the list searches.
insert into order_event (order_id, kind, actor_kind, actor_id, actor_name, note, at)
  select o.id, 'note', 'staff', a.id::text, a.name,
    (array['Call before delivery', 'Gift wrap, ring twice', 'Asked for size L', 'Leave at the hostel gate'])[1 + get_byte(uuid_send(o.id), 1) % 4]
      || ', ' || (array['paid by UPI', 'after six', 'second floor', 'call back on Monday'])[1 + get_byte(uuid_send(o.id), 2) % 4],
    o.placed_at + interval '1 hour'
  from orders o, lateral (select id, name from users where role = 'admin' order by email limit 1) a
  where o.placed_at < now() - interval '1 hour' and get_byte(uuid_send(o.id), 3) < 16;
update orders set note = 'Please ring the bell of flat ' || get_byte(uuid_send(id), 1)
  where get_byte(uuid_send(id), 4) < 16;
