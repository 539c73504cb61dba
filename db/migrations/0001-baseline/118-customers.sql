-- Customers: what the list sorts and rules compare is kept beside each account, since adding up a million orders for
-- each page would be slow.

create table customer (
  user_id uuid primary key references users (id) on delete cascade,
  orders integer not null default 0,
  spent bigint not null default 0,
  last_order_at timestamptz,
  city text not null default '' check (char_length(city) <= 60),
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  note text not null default '' check (char_length(note) <= 2000),
  version integer not null default 1
);
comment on table customer is 'What the shop knows of an account as a customer: figures of its placed orders, kept by triggers, and what staff wrote. Amounts in paise.';
comment on column customer.spent is 'Due amounts less refunds, as in the reports (order_is_due).';
comment on column customer.city is 'Of the newest placed order; empty before the first.';
create index customer_by_orders on customer (orders desc, user_id);
create index customer_by_spent on customer (spent desc, user_id);
create index customer_by_last_order on customer (last_order_at desc nulls last, user_id);
create index customer_by_city on customer (lower(city)) where city <> '';
create index customer_by_tag on customer using gin (tags) where tags <> '{}';

create table customer_group (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  rule jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
comment on table customer_group is 'Groups of customers by a rule. Who belongs to one is looked up when it is asked for.';
create unique index customer_group_name on customer_group (lower(name));

create table past_order (
  id uuid primary key default gen_random_uuid(),
  source text not null check (source in ('shopify')),
  number text not null check (length(number) between 1 and 60),
  email citext check (length(email::text) <= 254),
  name text not null default '' check (length(name) <= 100),
  phone text not null default '' check (length(phone) <= 20),
  city text not null default '' check (length(city) <= 60),
  placed_at timestamptz not null,
  state text not null check (state in ('open', 'fulfilled', 'cancelled', 'refunded')),
  total bigint not null check (total >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  lines jsonb not null,
  imported_at timestamptz not null default now(),
  constraint past_order_once unique (source, number)
);
comment on table past_order is 'Imported orders of an earlier shop, shown to their customer and to staff. Amounts in paise.';
comment on column past_order.email is 'Whose it is: the account with this address; null: not known.';
comment on column past_order.lines is 'Name, SKU, quantity and unit price (paise) of each line.';
create index past_order_by_email on past_order (email, placed_at desc);

-- Differences and never sums: two orders of one customer that change at the same time do not see each other. The
-- statements are static, so that a session plans each only once.
create function add_to_customer(customer_id uuid, order_count bigint, amount numeric, last_at timestamptz, last_city text)
returns void language plpgsql as $$
begin
  update customer c set orders = c.orders + order_count, spent = c.spent + amount,
    last_order_at = greatest(c.last_order_at, last_at),
    city = case when c.last_order_at is null or last_at >= c.last_order_at then coalesce(nullif(last_city, ''), c.city)
      else c.city end
  where c.user_id = customer_id and (order_count <> 0 or amount <> 0 or last_at > c.last_order_at
    or (last_at = c.last_order_at and last_city <> c.city));
end $$;

create function count_customer_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_customer(user_id, count(*), sum(order_amount(placed_at, status, payment_status, total, refunded_total)),
      max(placed_at), (array_agg(city order by placed_at desc))[1])
    from added where user_id is not null and placed_at is not null group by user_id;
  elsif tg_op = 'DELETE' then
    perform add_to_customer(user_id, -count(*), -sum(order_amount(placed_at, status, payment_status, total, refunded_total)), null, null)
    from removed where user_id is not null and placed_at is not null group by user_id;
  else
    perform add_to_customer(user_id, sum(sign), sum(sign * amount), max(placed_at) filter (where sign = 1),
      (array_agg(city order by placed_at desc) filter (where sign = 1))[1])
    from (select user_id, placed_at, city, order_amount(placed_at, status, payment_status, total, refunded_total) as amount, 1 as sign
        from added
      union all select user_id, placed_at, city, order_amount(placed_at, status, payment_status, total, refunded_total), -1
        from removed) changed
    where user_id is not null and placed_at is not null group by user_id;
  end if;
  return null;
end $$;

create trigger orders_customer_insert after insert on orders
  referencing new table as added
  for each statement execute function count_customer_orders();
create trigger orders_customer_update after update on orders
  referencing old table as removed new table as added
  for each statement execute function count_customer_orders();
create trigger orders_customer_delete after delete on orders
  referencing old table as removed
  for each statement execute function count_customer_orders();
