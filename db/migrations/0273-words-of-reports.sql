-- The words of analytics for what 0071 and 0097 made, and Stripe's for what was refunded of an order. Triggers know their
-- functions by id, so those are renamed; the text of a function names its tables and columns, so it is written again.
alter table figure_delta rename to metric_delta;
alter index figure_delta_pkey rename to metric_delta_pkey;
alter sequence figure_delta_id_seq rename to metric_delta_id_seq;
alter table figure_day rename to metric_by_day;
alter index figure_day_pkey rename to metric_by_day_pkey;
alter index figure_day_of_shop rename to metric_by_day_without_products;
alter table figure_total rename to metric_total;
alter index figure_total_pkey rename to metric_total_pkey;
alter table metric_total rename constraint figure_total_facet_check to metric_total_facet_check;
alter table figure_window rename to product_sales_window;
alter index figure_window_pkey rename to product_sales_window_pkey;
alter table product_sales_window rename constraint figure_window_one_row_check to product_sales_window_one_row_check;
alter table figure_sold rename to product_sales;
alter table product_sales rename column pieces to units;
alter index figure_sold_pkey rename to product_sales_pkey;
alter index figure_sold_best rename to product_sales_by_units;

-- The sum of refunds of the payment that was applied.
alter table orders rename column gone_back to refunded_total;
alter table orders rename constraint orders_gone_back_check to orders_refunded_total_check;

alter function figure_orders() rename to record_order_metrics;
alter function figure_lines() rename to record_line_metrics;
alter function figure_rows() rename to record_row_metrics;

alter trigger orders_figures_insert on orders rename to orders_metrics_insert;
alter trigger orders_figures_update on orders rename to orders_metrics_update;
alter trigger orders_figures_delete on orders rename to orders_metrics_delete;
alter trigger order_line_figures_insert on order_line rename to order_line_metrics_insert;
alter trigger order_line_figures_update on order_line rename to order_line_metrics_update;
alter trigger order_line_figures_delete on order_line rename to order_line_metrics_delete;
alter trigger users_figures_insert on users rename to users_metrics_insert;
alter trigger users_figures_update on users rename to users_metrics_update;
alter trigger users_figures_delete on users rename to users_metrics_delete;
alter trigger product_figures_insert on product rename to product_metrics_insert;
alter trigger product_figures_update on product rename to product_metrics_update;
alter trigger product_figures_delete on product rename to product_metrics_delete;

drop function order_figures(timestamptz, text, text, text, text, bigint, bigint);
create function order_metrics(placed_at timestamptz, method text, state text, status text, payment_status text,
    total bigint, refunded_total bigint)
  returns table (facet text, day date, value text, count bigint, amount bigint)
  language sql immutable parallel safe as $$
  select f.facet, indian_day($1), f.value, 1::bigint, case when order_is_due($1, $4, $5) then $6 - $7 else 0 end
    from (values ('order', ''), ('method', $2), ('state', $3), ('status', $4)) f (facet, value)
    where $1 is not null
$$;

create or replace function record_order_metrics() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into metric_delta (facet, day, value, count, amount)
      select f.facet, f.day, f.value, sum(f.count), sum(f.amount) from added a,
        order_metrics(a.placed_at, a.method, a.state, a.status, a.payment_status, a.total, a.refunded_total) f
      group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into metric_delta (facet, day, value, count, amount)
      select f.facet, f.day, f.value, -sum(f.count), -sum(f.amount) from removed a,
        order_metrics(a.placed_at, a.method, a.state, a.status, a.payment_status, a.total, a.refunded_total) f
      group by 1, 2, 3;
  else
    insert into metric_delta (facet, day, value, count, amount)
      select facet, day, value, sum(count), sum(amount) from (
        select f.* from added a,
          order_metrics(a.placed_at, a.method, a.state, a.status, a.payment_status, a.total, a.refunded_total) f
        union all
        select f.facet, f.day, f.value, -f.count, -f.amount from removed a,
          order_metrics(a.placed_at, a.method, a.state, a.status, a.payment_status, a.total, a.refunded_total) f) both_sides
      group by 1, 2, 3 having sum(count) <> 0 or sum(amount) <> 0;
    insert into metric_delta (facet, day, value, count, amount)
      select 'product', day, l.product_id::text, sum(sign * (l.quantity - l.refunded_quantity)),
        sum(sign * (l.total - l.discount - l.refunded_amount)) from (
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

create or replace function record_line_metrics() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into metric_delta (facet, day, value, count, amount)
      select 'product', indian_day(o.placed_at), l.product_id::text, sum(l.quantity - l.refunded_quantity),
          sum(l.total - l.discount - l.refunded_amount)
        from added l join orders o on o.id = l.order_id
        where l.product_id is not null and order_is_due(o.placed_at, o.status, o.payment_status) group by 2, 3;
  end if;
  if tg_op <> 'INSERT' then
    insert into metric_delta (facet, day, value, count, amount)
      select 'product', indian_day(o.placed_at), l.product_id::text, -sum(l.quantity - l.refunded_quantity),
          -sum(l.total - l.discount - l.refunded_amount)
        from removed l join orders o on o.id = l.order_id
        where l.product_id is not null and order_is_due(o.placed_at, o.status, o.payment_status) group by 2, 3;
  end if;
  return null;
end $$;

-- Arguments of the trigger: the facet, and the column whose values are counted. The day is that of created_at.
create or replace function record_row_metrics() returns trigger language plpgsql as $$
declare
  change text := 'insert into metric_delta (facet, day, value, count, amount)
    select %L, indian_day(created_at), value, sum(sign), 0 from (%s) changed (created_at, value, sign)
    group by 2, 3 having sum(sign) <> 0';
  plus text := format('select created_at, %I, 1 from added', tg_argv[1]);
  minus text := format('select created_at, %I, -1 from removed', tg_argv[1]);
begin
  execute format(change, tg_argv[0], case tg_op
    when 'INSERT' then plus when 'DELETE' then minus else plus || ' union all ' || minus end);
  return null;
end $$;

create or replace function sum_refunds() returns trigger language plpgsql as $$
begin
  update orders o set refunded_total = refunded_of(o.id)
    where o.id = new.order_id and o.refunded_total <> refunded_of(o.id);
  perform sum_refunded_lines(new.order_id);
  return null;
end $$;
