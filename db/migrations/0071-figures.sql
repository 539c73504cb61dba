-- The figures of the dashboard, kept by day so that they cost the same at a thousand orders and at a million.
-- Everything that changes them adds a row to figure_delta: one row of today's sums would make every checkout wait for
-- every other. What is true is figure_day and figure_delta together; a job folds the second into the first.
--
-- facet     value            count                     amount (paise)
-- order     ''               orders placed             money due
-- method    cod, online ...  orders placed             money due
-- state     a state of India orders placed             money due
-- status    pending ...      orders placed             money due
-- product   its id           pieces of due orders      what they were sold for
-- user      role             people who joined         0
-- stock     product status   products made             0
create table figure_day (
  facet text not null,
  day date not null,
  value text not null,
  count bigint not null,
  amount bigint not null,
  primary key (facet, day, value)
);
create table figure_delta (
  id bigint generated always as identity primary key,
  facet text not null,
  day date not null,
  value text not null,
  count bigint not null,
  amount bigint not null
);

create function indian_day(at timestamptz) returns date language sql immutable parallel safe
  return (at at time zone 'Asia/Kolkata')::date;

-- What has gone back of the payment that counts. Money that came twice or too late never was revenue.
alter table orders add column gone_back bigint not null default 0 check (gone_back >= 0);

create function order_is_due(placed_at timestamptz, status text, payment_status text) returns boolean
  language sql immutable parallel safe
  return placed_at is not null and status <> 'cancelled' and payment_status <> 'failed';

create function order_figures(placed_at timestamptz, method text, state text, status text, payment_status text,
    total bigint, gone_back bigint)
  returns table (facet text, day date, value text, count bigint, amount bigint)
  language sql immutable parallel safe as $$
  select f.facet, indian_day($1), f.value, 1::bigint, case when order_is_due($1, $4, $5) then $6 - $7 else 0 end
    from (values ('order', ''), ('method', $2), ('state', $3), ('status', $4)) f (facet, value)
    where $1 is not null
$$;

create function figure_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_delta (facet, day, value, count, amount)
      select f.facet, f.day, f.value, sum(f.count), sum(f.amount) from added a,
        order_figures(a.placed_at, a.method, a.state, a.status, a.payment_status, a.total, a.gone_back) f
      group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into figure_delta (facet, day, value, count, amount)
      select f.facet, f.day, f.value, -sum(f.count), -sum(f.amount) from removed a,
        order_figures(a.placed_at, a.method, a.state, a.status, a.payment_status, a.total, a.gone_back) f
      group by 1, 2, 3;
  else
    insert into figure_delta (facet, day, value, count, amount)
      select facet, day, value, sum(count), sum(amount) from (
        select f.* from added a,
          order_figures(a.placed_at, a.method, a.state, a.status, a.payment_status, a.total, a.gone_back) f
        union all
        select f.facet, f.day, f.value, -f.count, -f.amount from removed a,
          order_figures(a.placed_at, a.method, a.state, a.status, a.payment_status, a.total, a.gone_back) f) both_sides
      group by 1, 2, 3 having sum(count) <> 0 or sum(amount) <> 0;
    insert into figure_delta (facet, day, value, count, amount)
      select 'product', day, l.product_id::text, sum(sign * l.quantity), sum(sign * (l.total - l.discount)) from (
        select a.id, sign, indian_day(case sign when 1 then a.placed_at else r.placed_at end) as day
          from added a join removed r on r.id = a.id, (values (1), (-1)) s (sign)
          where (order_is_due(a.placed_at, a.status, a.payment_status), indian_day(a.placed_at))
              is distinct from (order_is_due(r.placed_at, r.status, r.payment_status), indian_day(r.placed_at))
            and case sign when 1 then order_is_due(a.placed_at, a.status, a.payment_status)
              else order_is_due(r.placed_at, r.status, r.payment_status) end) o
        join order_line l on l.order_id = o.id and l.product_id is not null
      group by 2, 3;
  end if;
  return null;
end $$;
create trigger orders_figures_insert after insert on orders
  referencing new table as added for each statement execute function figure_orders();
create trigger orders_figures_update after update on orders
  referencing old table as removed new table as added for each statement execute function figure_orders();
create trigger orders_figures_delete after delete on orders
  referencing old table as removed for each statement execute function figure_orders();

create function figure_lines() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into figure_delta (facet, day, value, count, amount)
      select 'product', indian_day(o.placed_at), l.product_id::text, sum(l.quantity), sum(l.total - l.discount)
        from added l join orders o on o.id = l.order_id
        where l.product_id is not null and order_is_due(o.placed_at, o.status, o.payment_status) group by 2, 3;
  end if;
  if tg_op <> 'INSERT' then
    insert into figure_delta (facet, day, value, count, amount)
      select 'product', indian_day(o.placed_at), l.product_id::text, -sum(l.quantity), -sum(l.total - l.discount)
        from removed l join orders o on o.id = l.order_id
        where l.product_id is not null and order_is_due(o.placed_at, o.status, o.payment_status) group by 2, 3;
  end if;
  return null;
end $$;
create trigger order_line_figures_insert after insert on order_line
  referencing new table as added for each statement execute function figure_lines();
create trigger order_line_figures_update after update on order_line
  referencing old table as removed new table as added for each statement execute function figure_lines();
create trigger order_line_figures_delete after delete on order_line
  referencing old table as removed for each statement execute function figure_lines();

create function refunded_of(wanted uuid) returns bigint language sql stable as $$
  select coalesce(sum(r.amount), 0)::bigint from refund r
    join received_payment p on p.provider = r.provider and p.provider_payment_id = r.provider_payment_id
    where r.order_id = wanted and r.state <> 'failed' and p.effect = 'applied'
$$;

create function sum_refunds() returns trigger language plpgsql as $$
begin
  update orders o set gone_back = refunded_of(o.id)
    where o.id = new.order_id and o.gone_back <> refunded_of(o.id);
  return null;
end $$;
create trigger refund_sums after insert or update of state, amount on refund
  for each row execute function sum_refunds();

-- Arguments of the trigger: the facet, and the column whose values are counted. The day is that of created_at.
create function figure_rows() returns trigger language plpgsql as $$
declare
  change text := 'insert into figure_delta (facet, day, value, count, amount)
    select %L, indian_day(created_at), value, sum(sign), 0 from (%s) changed (created_at, value, sign)
    group by 2, 3 having sum(sign) <> 0';
  plus text := format('select created_at, %I, 1 from added', tg_argv[1]);
  minus text := format('select created_at, %I, -1 from removed', tg_argv[1]);
begin
  execute format(change, tg_argv[0], case tg_op
    when 'INSERT' then plus when 'DELETE' then minus else plus || ' union all ' || minus end);
  return null;
end $$;
create trigger users_figures_insert after insert on users
  referencing new table as added for each statement execute function figure_rows('user', 'role');
create trigger users_figures_update after update on users
  referencing old table as removed new table as added for each statement execute function figure_rows('user', 'role');
create trigger users_figures_delete after delete on users
  referencing old table as removed for each statement execute function figure_rows('user', 'role');
create trigger product_figures_insert after insert on product
  referencing new table as added for each statement execute function figure_rows('stock', 'status');
create trigger product_figures_update after update on product
  referencing old table as removed new table as added for each statement execute function figure_rows('stock', 'status');
create trigger product_figures_delete after delete on product
  referencing old table as removed for each statement execute function figure_rows('stock', 'status');

-- What is there already.
update orders o set gone_back = refunded_of(o.id) where refunded_of(o.id) <> 0;
delete from figure_delta;
insert into figure_day (facet, day, value, count, amount)
  select f.facet, f.day, f.value, sum(f.count), sum(f.amount) from orders a,
    order_figures(a.placed_at, a.method, a.state, a.status, a.payment_status, a.total, a.gone_back) f group by 1, 2, 3;
insert into figure_day (facet, day, value, count, amount)
  select 'product', indian_day(o.placed_at), l.product_id::text, sum(l.quantity), sum(l.total - l.discount)
    from order_line l join orders o on o.id = l.order_id
    where l.product_id is not null and order_is_due(o.placed_at, o.status, o.payment_status) group by 2, 3;
insert into figure_day (facet, day, value, count, amount)
  select 'user', indian_day(created_at), role, count(*), 0 from users group by 2, 3;
insert into figure_day (facet, day, value, count, amount)
  select 'stock', indian_day(created_at), status, count(*), 0 from product group by 2, 3;

-- Low stock, and people by role.
create index variant_low_stock on variant ((stock - held), id) where stock - held <= 5;
create index users_by_role on users (role, created_at desc, id desc);
