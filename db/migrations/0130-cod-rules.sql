-- Which orders may be paid in cash on delivery, as rules (issue 39, section 2.3).
create table cod_rule (
  id uuid primary key default gen_random_uuid(),
  -- The first that fits an order decides.
  position integer not null,
  name text not null check (char_length(name) between 1 and 80),
  rule jsonb not null,
  outcome text not null check (outcome in ('allow', 'refuse')),
  -- What the customer reads.
  reason text not null default '' check (char_length(reason) <= 300),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint cod_rule_reason check (outcome = 'allow' or reason <> '')
);
comment on table cod_rule is 'Rules for cash on delivery, in order: the first that fits decides, and without one cash is taken.';
create unique index cod_rule_name on cod_rule (lower(name));

-- What a phone number ordered before, and what of it came back.
create index orders_by_phone on orders (phone) where placed_at is not null and phone <> '';

-- What the courier took for a parcel that came back or was lost, both ways, in paise; null: nobody entered it.
alter table parcel add column cost bigint check (cost >= 0);

-- The list of what came back, newest first.
create index parcel_back on parcel (ended_at desc, id) where ended_at is not null;
