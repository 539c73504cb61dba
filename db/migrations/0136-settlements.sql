-- What payment providers and couriers paid out, line by line of their files, and what orders cost (issue 39, section 5.4).
create table settlement_file (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('gateway', 'courier')),
  file_name text not null check (char_length(file_name) between 1 and 200),
  -- SHA-256 of its content: the same file is read once.
  digest text not null unique,
  lines integer not null check (lines > 0),
  -- The oldest payment or delivery that it names. What is older than the first files is never called missing.
  covers_from timestamptz,
  uploaded_at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  actor_id text check (char_length(actor_id) between 1 and 100),
  actor_name text not null default '' check (char_length(actor_name) <= 200)
);
comment on table settlement_file is 'A settlement file of a payment provider, or a courier''s of collected cash.';

create table settlement_line (
  id bigint generated always as identity primary key,
  -- Null for money that never came and was settled by hand.
  file_id uuid references settlement_file (id) on delete cascade,
  kind text not null check (kind in ('gateway', 'courier')),
  line integer not null default 0,
  -- As in the file: id of the order or payment, number of the parcel (AWB).
  reference text not null,
  other_reference text,
  -- Paise; below 0 where the provider took money back. net = what was paid out.
  gross bigint not null,
  fee bigint not null,
  tax bigint not null,
  net bigint not null,
  utr text,
  settled_on date not null,
  order_id uuid references orders (id),
  parcel_id uuid references parcel (id) on delete set null,
  payment_id text,
  -- What the money is for: two lines of one target pay it twice.
  target text,
  -- What should have been paid, before the fee.
  expected bigint not null default 0,
  state text not null default 'unknown' check (state in ('matched', 'short', 'over', 'twice', 'unknown')),
  note text check (char_length(note) between 1 and 300),
  accepted_at timestamptz,
  accepted_by text,
  constraint settlement_line_accepted check ((note is null) = (accepted_at is null)),
  constraint settlement_line_by_hand check (file_id is not null or accepted_at is not null)
);
comment on table settlement_line is 'A line of a settlement file with the order that it is matched with, and what staff accepted.';
create index settlement_line_of_file on settlement_line (file_id);
create index settlement_line_by_day on settlement_line (settled_on, id);
create index settlement_line_of_target on settlement_line (target) where target is not null;
create index settlement_line_of_order on settlement_line (order_id) where order_id is not null;
create index settlement_line_unknown on settlement_line (id) where state = 'unknown';
create unique index settlement_line_by_hand_once on settlement_line (target) where file_id is null;

create table settlement_columns (
  kind text primary key check (kind in ('gateway', 'courier')),
  columns jsonb not null,
  version integer not null default 1
);
comment on table settlement_columns is 'Which heading of a kind of settlement file stands for what.';

comment on column parcel.cost is 'What the courier took for it, paise with tax; both ways when it came back. Null: as in the settings.';

-- The share of a parcel in its order's total, as parcelAmount in shop/orders/parcels.ts. Earlier parcels are found by
-- their order: a file of 50,000 lines asks this for each.
create function parcel_amount(wanted uuid) returns bigint language sql stable as $$
  select (coalesce(sum(floor((l.total - l.discount) * (b.units + pl.quantity)::numeric / l.quantity + 0.5)
      - floor((l.total - l.discount) * b.units::numeric / l.quantity + 0.5)), 0)
    + case when exists (select from parcel e where e.order_id = p.order_id and e.number < p.number) then 0
      else o.shipping end)::bigint
  from parcel p
    join orders o on o.id = p.order_id
    left join parcel_line pl on pl.parcel_id = p.id
    left join order_line l on l.id = pl.order_line_id
    left join lateral (select coalesce(sum(x.quantity), 0) as units from parcel e join parcel_line x on x.parcel_id = e.id
      where e.order_id = p.order_id and e.number < p.number and x.order_line_id = l.id) b on true
  where p.id = wanted group by p.id, o.id
$$;

-- What the courier has to pay out for a parcel: nothing for one that did not arrive or was paid otherwise.
create function cash_of_parcel(wanted uuid) returns bigint language sql stable as $$
  select case when p.state in ('prepared', 'returned', 'lost') or o.method = 'online' or exists (
      select from received_payment r where r.order_id = o.id and r.effect = 'applied' and r.provider <> 'cod') then 0
    else parcel_amount(p.id) end
  from parcel p join orders o on o.id = p.order_id where p.id = wanted
$$;

create index received_payment_by_time on received_payment (at);
create index parcel_delivered_by_time on parcel (delivered_at) where state = 'delivered';

update role set permissions = permissions || '{books.settle}'
  where key in ('accountant', 'admin', 'manager', 'owner') and not permissions @> '{books.settle}';
