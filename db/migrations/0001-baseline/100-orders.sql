-- Orders, their lines, what they reserve, and what happened to them. Money is integer paise.

create table orders (
  id uuid primary key default gen_random_uuid(),
  -- Null once the account is deleted: the law asks for the order to be kept, not for the person.
  user_id uuid references users (id) on delete set null,
  -- A cart order has fixed lines; a single one was made from one product.
  kind text not null check (kind in ('cart', 'single')),
  method text not null check (method in ('cod', 'online', 'whatsapp')),
  status text not null default 'pending'
    check (status in ('pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled')),
  payment_status text not null default 'pending'
    check (payment_status in ('pending', 'completed', 'failed', 'refund_pending', 'refunded', 'partly_refunded',
      'paid_late', 'amount_mismatch', 'duplicate')),
  -- Null until the customer confirms with an address: what 'Buy Now' makes is only prepared.
  placed_at timestamptz,
  subtotal bigint not null check (subtotal >= 0),
  discount bigint not null default 0 check (discount >= 0),
  shipping bigint not null default 0 check (shipping >= 0),
  total bigint not null,
  coupon_code text,
  -- As the customer wrote them for this order.
  name text not null default '' check (char_length(name) <= 100),
  email text not null default '' check (char_length(email) <= 254),
  phone text not null default '' check (phone = '' or phone ~ '^\+91[6-9][0-9]{9}$'),
  line1 text not null default '' check (char_length(line1) <= 120),
  line2 text not null default '' check (char_length(line2) <= 120),
  city text not null default '' check (char_length(city) <= 60),
  state text not null default '' check (char_length(state) <= 60),
  postal_code text not null default '' check (postal_code = '' or postal_code ~ '^[1-9][0-9]{5}$'),
  country text not null default 'India' check (char_length(country) <= 60),
  -- A word of the shop to the customer.
  note text check (char_length(note) <= 500),
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  refunded_total bigint not null default 0 check (refunded_total >= 0),
  -- Messages about orders to phones. `updates_by`: how the customer asked to be told about an order besides its
  -- email, as chosen when it was placed; null: not asked for.
  updates_by text check (updates_by in ('sms', 'whatsapp')),
  -- A buyer who is registered for GST: the tax invoice is made out to the business (CGST Rules, rule 46 (d)).
  company_name text,
  buyer_gstin text,
  channel text not null default 'web'
    check (channel in ('web', 'phone', 'instagram', 'whatsapp', 'counter')),
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  advance bigint not null default 0 check (advance >= 0),
  delivery_days integer not null default 6 check (delivery_days >= 0),
  discount_percent numeric(4, 1) check (discount_percent > 0 and discount_percent <= 100),
  discount_max bigint check (discount_max >= 0),
  constraint orders_discount check (discount_max is null or discount_percent is not null),
  constraint orders_business check ((company_name is null) = (buyer_gstin is null)),
  constraint orders_check check (total >= 0 and total = (subtotal - discount + shipping))
);
comment on table orders is 'A purchase. The only list of its columns: types for reading, for writing (`insert_order`) and for display (`order-fields.ts`) are derived from it. Amounts are paise. `refunded_total` is the sum of the refunds of its applied payment, kept by a trigger.';
comment on column orders.company_name is 'The business that buys, for its tax invoice; null for a consumer.';
comment on column orders.buyer_gstin is 'The GSTIN of the business that buys, of the state of the delivery.';
comment on column orders.channel is 'Where the order came from: the shop''s own pages, or how staff who entered it were asked for it.';
comment on column orders.tags is 'Free words of staff, in lower case; only staff see them.';
comment on column orders.advance is 'In paise: what was to be paid online in advance when cash on delivery was chosen; 0: nothing. Until it is paid the method is online, afterwards cod: the rest is collected on delivery.';
comment on column orders.delivery_days is 'Days from the order to its estimated delivery, by the settings when it was placed.';
comment on column orders.discount_percent is 'The percentage of the subtotal that the discount was made by, of a coupon or by hand, so that a change of the order keeps it; null for a fixed amount, and without a discount.';
comment on column orders.discount_max is 'The most that this percentage takes off, in paise, as the coupon said; null for no limit.';
create index orders_of_user on orders (user_id, created_at desc);
create index orders_prepared on orders (user_id) where (placed_at is null) and (status <> 'cancelled');
create index orders_placed_by_newest on orders (placed_at desc, id desc) where placed_at is not null;
-- The list is also sorted by amount and by customer.
create index orders_placed_by_total on orders (total, id) where placed_at is not null;
create index orders_placed_by_name on orders (lower(name), id) where placed_at is not null;
create index orders_placed_by_status on orders (status, placed_at desc, id desc) where placed_at is not null;
create index orders_placed_by_payment
  on orders (payment_status, placed_at desc, id desc)
  where placed_at is not null;
create index orders_by_contact
  on orders using gin (lower(((((name || ' ') || email) || ' ') || phone)) gin_trgm_ops);
alter index orders_by_contact alter column 1 set statistics 1000;
create index orders_placed_by_method_status
  on orders (method, status, placed_at desc, id desc)
  where placed_at is not null;
-- Staff find an order by everything that is written on it.
create index orders_by_coupon on orders (coupon_code, placed_at desc, id desc)
  where coupon_code is not null and placed_at is not null;
create index orders_by_city on orders (lower(city), placed_at desc, id desc) where placed_at is not null;
create index orders_by_email on orders (lower(email)) where placed_at is not null;
create index orders_by_tag on orders using gin (tags) where tags <> '{}';
create index orders_by_note on orders using gin (lower(note) gin_trgm_ops) where note is not null;
alter index orders_by_note alter column 1 set statistics 1000;
create index orders_by_channel on orders (channel, placed_at desc, id desc) where channel <> 'web' and placed_at is not null;
create index orders_by_phone on orders (phone) where placed_at is not null and phone <> '';
create index orders_with_failed_payment on orders (placed_at desc, id desc)
  where placed_at is not null and payment_status = 'failed';
create index orders_to_pay_again on orders (placed_at desc, id desc)
  where payment_status = 'failed' and status in ('pending', 'confirmed', 'processing');

create table order_line (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  position integer not null check ("position" >= 0),
  -- What was bought, as it was then. The product may change or go; this stays.
  product_id uuid references product (id) on delete set null,
  variant_id uuid references variant (id) on delete set null,
  name text not null,
  slug text not null,
  sku text not null,
  size text,
  colour text,
  picture jsonb,
  hsn_code text,
  unit_price bigint not null check (unit_price >= 0),
  struck_price bigint check (struck_price >= 0),
  offer_percent integer check (offer_percent >= 1 and offer_percent <= 100),
  quantity integer not null check (quantity >= 1 and quantity <= 10),
  total bigint not null,
  -- This line's share of the order's coupon, so that a refund of it is exact.
  discount bigint not null default 0,
  -- What of a line went back as money, so that the best sellers are what stayed sold.
  refunded_quantity integer not null default 0 check (refunded_quantity >= 0),
  refunded_amount bigint not null default 0 check (refunded_amount >= 0),
  constraint order_line_check check (total = (unit_price * quantity)),
  constraint order_line_check1 check (discount >= 0 and discount <= total),
  unique (order_id, "position")
);
comment on table order_line is 'The order lines, as snapshots. `picture` has the picture''s fields at that time.';
create index order_line_by_product on order_line (product_id);
create index order_line_by_variant on order_line (variant_id);
create index order_line_by_sku on order_line using gin (lower(sku) gin_trgm_ops);
alter index order_line_by_sku alter column 1 set statistics 1000;

create table order_event (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  at timestamptz not null default now(),
  kind text not null check (kind in ('status', 'payment', 'parcel', 'note', 'return', 'edit')),
  from_value text,
  to_value text,
  note text check (char_length(note) <= 500),
  actor_kind text not null,
  actor_id text,
  actor_name text not null default '',
  -- What the program wrote down about orders in English becomes codes with parameters
  -- (shop/orders/remarks/remark.ts). What people typed, and what cannot be told apart from it, stays text.
  remark jsonb,
  constraint order_event_actor_kind check (actor_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  constraint order_event_actor_id check (char_length(actor_id) >= 1 and char_length(actor_id) <= 100),
  constraint order_event_actor_name check (char_length(actor_name) <= 200
    and (actor_kind <> 'customer'
    or actor_name = ''))
);
comment on table order_event is 'What happened, for ever. The current status is the last ''status'' event''s.';
create index order_event_of_order on order_event (order_id, id);
create index order_event_by_note on order_event using gin (lower(note) gin_trgm_ops) where note is not null;
alter index order_event_by_note alter column 1 set statistics 1000;
-- What failed lately, which the team is told of.
create index order_event_of_failed_payment on order_event (at) where kind = 'payment' and to_value = 'failed';

create table order_key (
  user_id uuid not null references users (id) on delete cascade,
  key text not null check (char_length(key) >= 8 and char_length(key) <= 64),
  -- Says whether the same key came with another body.
  fingerprint text not null,
  order_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
comment on table order_key is 'One click makes one order: the key is made when the page opens.';

create table order_message (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id) on delete cascade,
  kind text not null,
  variables jsonb not null,
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'dropped')),
  channel text check (channel in ('sms', 'whatsapp')),
  recipient text,
  attempts integer not null default 0,
  provider_id text,
  code text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  settled_at timestamptz
);
comment on table order_message is 'One row for each message, written in the transaction of what it tells. `variables`: name and value of each variable of its text, in order. `provider_id`: the provider''s id of the message; `code`: why it failed or was dropped.';
create index order_message_by_order on order_message (order_id, created_at);
create index order_message_by_provider_id on order_message (provider_id) where provider_id is not null;
create index order_message_by_age on order_message (created_at);

create table coupon_use (
  coupon_code text not null references coupon (code),
  order_id uuid primary key references orders (id),
  user_id uuid references users (id) on delete set null,
  amount bigint not null check (amount >= 0)
);
comment on table coupon_use is 'Uses of coupons by orders; they count against the coupon''s limits.';
create index coupon_use_by_user on coupon_use (coupon_code, user_id);

create table reservation (
  order_id uuid not null,
  variant_id uuid not null references variant (id) on delete cascade,
  quantity integer not null check (quantity > 0),
  state text not null default 'active' check (state in ('active', 'claimed', 'released')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- When a batch last looked at a row: those looked at longest ago come first, so that rows that fail do not keep
  -- others waiting (platform/jobs/batch.server.ts). gateway_order has the column.
  checked_at timestamptz,
  primary key (order_id, variant_id)
);
comment on table reservation is 'Units set aside for an order. variant.reserved is the sum of the active ones. ''claimed'' left the stock for good; ''released'' came back.';
create index reservation_to_expire on reservation (expires_at) where state = 'active';
create index reservation_by_variant on reservation (variant_id) where state = 'active';

create table draft_order (
  id uuid primary key,
  user_id uuid references users (id) on delete cascade,
  content jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  actor_id text check (char_length(actor_id) between 1 and 100),
  actor_name text not null default '' check (char_length(actor_name) <= 200),
  order_id uuid references orders (id) on delete cascade,
  order_version text,
  constraint draft_order_edit check ((order_id is null) = (order_version is null))
);
comment on table draft_order is 'An order that staff are entering for a customer. Placing it deletes the row and makes an order with its id.';
create index draft_order_by_change on draft_order (updated_at desc, id);
create index draft_order_of_user on draft_order (user_id) where user_id is not null;
create index draft_order_by_email on draft_order (lower(content ->> 'email'));
comment on column draft_order.order_id is 'The order that is being changed; null for a new one. One change of an order at a time.';
comment on column draft_order.order_version is 'The version of the order that the change was begun on.';
create unique index draft_order_of_order on draft_order (order_id) where order_id is not null;

alter table payout_details add constraint payout_details_order_id_fkey foreign key (order_id) references orders(id);
alter table contact_message add constraint contact_message_order_id_fkey foreign key (order_id) references orders (id) on delete set null;

create function record_order_metrics() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into metric_change (facet, day, value, count, amount)
      select f.facet, f.day, f.value, sum(f.count), sum(f.amount) from added a,
        order_metrics(a.placed_at, a.method, a.state, a.status, a.payment_status, a.total, a.refunded_total) f
      group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into metric_change (facet, day, value, count, amount)
      select f.facet, f.day, f.value, -sum(f.count), -sum(f.amount) from removed a,
        order_metrics(a.placed_at, a.method, a.state, a.status, a.payment_status, a.total, a.refunded_total) f
      group by 1, 2, 3;
  else
    insert into metric_change (facet, day, value, count, amount)
      select facet, day, value, sum(count), sum(amount) from (
        select f.* from added a,
          order_metrics(a.placed_at, a.method, a.state, a.status, a.payment_status, a.total, a.refunded_total) f
        union all
        select f.facet, f.day, f.value, -f.count, -f.amount from removed a,
          order_metrics(a.placed_at, a.method, a.state, a.status, a.payment_status, a.total, a.refunded_total) f) both_sides
      group by 1, 2, 3 having sum(count) <> 0 or sum(amount) <> 0;
    insert into metric_change (facet, day, value, count, amount)
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

create function record_line_metrics() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into metric_change (facet, day, value, count, amount)
      select 'product', indian_day(o.placed_at), l.product_id::text, sum(l.quantity - l.refunded_quantity),
          sum(l.total - l.discount - l.refunded_amount)
        from added l join orders o on o.id = l.order_id
        where l.product_id is not null and order_is_due(o.placed_at, o.status, o.payment_status) group by 2, 3;
  end if;
  if tg_op <> 'INSERT' then
    insert into metric_change (facet, day, value, count, amount)
      select 'product', indian_day(o.placed_at), l.product_id::text, -sum(l.quantity - l.refunded_quantity),
          -sum(l.total - l.discount - l.refunded_amount)
        from removed l join orders o on o.id = l.order_id
        where l.product_id is not null and order_is_due(o.placed_at, o.status, o.payment_status) group by 2, 3;
  end if;
  return null;
end $$;

create function count_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into state_counter select 'order', status, count(*) from added where placed_at is not null group by status;
  elsif tg_op = 'DELETE' then
    insert into state_counter select 'order', status, -count(*) from removed where placed_at is not null group by status;
  else
    insert into state_counter select 'order', status, sum(one) from (
      select status, 1 as one from added where placed_at is not null
      union all select status, -1 from removed where placed_at is not null) moved
    group by status having sum(one) <> 0;
  end if;
  return null;
end $$;

create trigger order_event_append_only before delete or update on order_event
  for each row execute function refuse_change();
create trigger order_event_never_emptied before truncate on order_event
  for each statement execute function refuse_change();
create trigger orders_touched before update on orders for each row execute function touch();
create trigger orders_live_insert after insert on orders
  referencing new table as added
  for each statement execute function announce_orders();
create trigger orders_live_update after update on orders
  referencing new table as added
  for each statement execute function announce_orders();
create trigger orders_metrics_insert after insert on orders
  referencing new table as added
  for each statement execute function record_order_metrics();
create trigger orders_metrics_update after update on orders
  referencing old table as removed new table as added
  for each statement execute function record_order_metrics();
create trigger orders_metrics_delete after delete on orders
  referencing old table as removed
  for each statement execute function record_order_metrics();
create trigger order_line_metrics_insert after insert on order_line
  referencing new table as added
  for each statement execute function record_line_metrics();
create trigger order_line_metrics_update after update on order_line
  referencing old table as removed new table as added
  for each statement execute function record_line_metrics();
create trigger order_line_metrics_delete after delete on order_line
  referencing old table as removed
  for each statement execute function record_line_metrics();
create trigger orders_count_insert after insert on orders
  referencing new table as added
  for each statement execute function count_orders();
create trigger orders_count_update after update on orders
  referencing old table as removed new table as added
  for each statement execute function count_orders();
create trigger orders_count_delete after delete on orders
  referencing old table as removed
  for each statement execute function count_orders();
