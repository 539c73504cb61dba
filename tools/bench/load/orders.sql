-- Orders bench.first to bench.last of bench.orders, spread evenly over the last two years, the newest at the end: as a
-- shop's own would be written. Their states follow from their age.
create temp table drawn on commit drop as
  select n, gen_random_uuid() as id,
    now() - interval '730 days' * ((current_setting('bench.orders')::integer - n + random()) / current_setting('bench.orders')::integer)
      as placed_at,
    floor(random() * (select count(*) from bench_buyer))::bigint as buyer,
    floor(random() * (select count(*) from bench_place))::bigint as place,
    case when random() < 0.55 then 'cod' when random() < 0.8 then 'online' else 'whatsapp' end as method,
    1 + floor(random() * random() * 5)::integer as lines, random() as dice, gen_random_uuid() as payment
  from generate_series(current_setting('bench.first')::integer, current_setting('bench.last')::integer) n;

create temp table ordered on commit drop as
  select d.id, d.placed_at, d.method, d.payment, b.id as user_id, b.name, b.email, b.phone, d.lines, p.pin, p.city, p.state,
    (select id::text from users where role = 'admin' order by email limit 1) as staff,
    case
      when age < interval '1 day' then case when dice < 0.6 or method = 'whatsapp' then 'pending' else 'confirmed' end
      when dice > 0.9 then 'cancelled'
      when age < interval '3 days' then case when dice < 0.2 then 'pending' when dice < 0.5 then 'confirmed' else 'processing' end
      when age < interval '6 days' then case when dice < 0.2 then 'processing' else 'shipped' end
      else 'delivered'
    end as status
  from (select *, now() - placed_at as age from drawn) d
    join bench_buyer b on b.i = d.buyer join bench_place p on p.i = d.place;
create unique index on ordered (id);
analyze ordered;

-- Some variants are wanted far more than others.
create temp table wanted on commit drop as
  select o.id as order_id, k - 1 as position, floor((select count(*) from bench_shelf) * power(random(), 2))::bigint as shelf,
    1 + floor(random() * random() * 3)::integer as quantity
  from ordered o cross join generate_series(1, case o.method when 'whatsapp' then 1 else o.lines end) k;
analyze wanted;
create temp table due on commit drop as
  select w.order_id, sum(s.price * w.quantity) as total from wanted w join bench_shelf s on s.i = w.shelf group by 1;

insert into orders (id, user_id, kind, method, status, payment_status, placed_at, subtotal, total, name, email, phone, line1,
    city, state, postal_code, delivered_at, created_at, updated_at)
  select o.id, o.user_id, case method when 'whatsapp' then 'single' else 'cart' end, method, status,
    case when method = 'online' then case status when 'cancelled' then 'failed' else 'completed' end
      when status = 'delivered' then 'completed' else 'pending' end,
    placed_at, due.total, due.total, name, email, phone, 'Room ' || 1 + due.total % 400 || ', Campus Hostel', left(city, 60),
    left(state, 60), pin,
    case when status = 'delivered' then placed_at + interval '4 days' end, placed_at, now()
  from ordered o join due on due.order_id = o.id order by placed_at;

insert into order_line (order_id, position, product_id, variant_id, name, slug, sku, size, colour, picture, hsn_code,
    unit_price, struck_price, quantity, total)
  select w.order_id, w.position, s.product_id, s.variant_id, s.name, s.slug, s.sku, s.size, s.colour, s.picture, s.hsn_code,
    s.price, case when s.original_price > s.price then s.original_price end, w.quantity, s.price * w.quantity
  from wanted w join bench_shelf s on s.i = w.shelf join ordered o on o.id = w.order_id order by o.placed_at, 1, 2;

with sent as (
  insert into parcel (order_id, number, state, courier, tracking_number, sent_at, delivered_at)
  select id, 1, case status when 'shipped' then 'sent' else 'delivered' end, 'Delhivery',
    'DL' || left(translate(id::text, '-', ''), 10), placed_at + interval '2 days',
    case when status = 'delivered' then placed_at + interval '4 days' end
  from ordered where status in ('shipped', 'delivered')
  returning id, order_id)
insert into parcel_line (parcel_id, order_line_id, quantity)
  select s.id, l.id, l.quantity from sent s join order_line l on l.order_id = s.order_id;

insert into order_event (order_id, at, actor_kind, actor_id, actor_name, kind, from_value, to_value)
  select id, at, who, actor, case who when 'staff' then (select name from users u where u.id = actor::uuid) else '' end, kind, from_value, to_value from (
    select id, 1 as step, placed_at as at, 'customer' as who, user_id::text as actor, 'status' as kind, null as from_value, 'pending' as to_value
      from ordered
    union all
    select id, 2, placed_at + interval '1 minute', 'gateway', 'cashfree', 'payment', 'pending',
      case status when 'cancelled' then 'failed' else 'completed' end from ordered where method = 'online'
    union all
    select o.id, 2 + s.step, least(now(), placed_at + s.later), 'staff', staff, 'status', s.before, s.after
      from ordered o join (values (1, interval '2 hours', 'pending', 'confirmed'), (2, interval '8 hours', 'confirmed', 'processing'),
        (3, interval '36 hours', 'processing', 'shipped'), (4, interval '4 days', 'shipped', 'delivered'))
        s (step, later, before, after)
        on s.step <= array_position(array['confirmed', 'processing', 'shipped', 'delivered'], o.status)
    union all
    select id, 3, placed_at + interval '3 hours', 'staff', staff, 'status', 'pending', 'cancelled' from ordered where status = 'cancelled'
    union all
    select id, 7, placed_at + interval '4 days', 'staff', staff, 'payment', 'pending', 'completed' from ordered
      where status = 'delivered' and method <> 'online') steps
  order by at, step;

insert into gateway_order (gateway_order_id, order_id, provider, amount, state, expires_at, created_at, checked_at)
  select 'b-' || payment, o.id, 'cashfree', due.total, case status when 'cancelled' then 'closed' else 'paid' end,
    placed_at + interval '30 minutes', placed_at, placed_at + interval '1 minute'
  from ordered o join due on due.order_id = o.id where method = 'online' and due.total > 0;
-- As the shop writes them: cash under the order's own id (shop/orders/change-order.server.ts).
insert into received_payment (provider, provider_payment_id, order_id, gateway_order_id, amount, currency, method, effect, at)
  select 'cashfree', 'b-' || payment, o.id, 'b-' || payment, due.total, 'INR', 'upi', 'applied', placed_at + interval '1 minute'
    from ordered o join due on due.order_id = o.id where method = 'online' and status <> 'cancelled'
  union all
  select 'cod', o.id::text, o.id, null, due.total, 'INR', 'cash', 'applied', placed_at + interval '4 days'
    from ordered o join due on due.order_id = o.id where method <> 'online' and status = 'delivered';
