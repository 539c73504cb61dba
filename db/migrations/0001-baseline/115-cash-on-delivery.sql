-- Cash on delivery: which orders may be paid so, as rules, and which their customers confirm first.

create table cod_rule (
  id uuid primary key default gen_random_uuid(),
  -- The first that fits an order decides.
  position integer not null,
  name text not null check (char_length(name) between 1 and 80),
  rule jsonb not null,
  outcome text not null check (outcome in ('allow', 'confirm', 'confirm-code', 'prepay', 'refuse')),
  -- What the customer reads.
  reason text not null default '' check (char_length(reason) <= 300),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  advance_percent integer check (advance_percent between 1 and 99),
  advance_amount bigint check (advance_amount >= 100),
  constraint cod_rule_reason check (outcome <> 'refuse' or reason <> ''),
  constraint cod_rule_advance check (
    num_nonnulls(advance_percent, advance_amount) = case when outcome = 'prepay' then 1 else 0 end)
);
comment on table cod_rule is 'Rules for cash on delivery, in order: the first that fits decides, and without one cash is taken.';
create unique index cod_rule_name on cod_rule (lower(name));
comment on column cod_rule.advance_percent is 'Percent of the order that a rule with the outcome prepay asks for in advance.';
comment on column cod_rule.advance_amount is 'The same as an amount, in paise. A rule has one of both.';

create table cod_confirmation (
  order_id uuid primary key references orders (id) on delete cascade,
  token text not null unique check (length(token) = 43),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  confirm_by text not null default 'link' check (confirm_by in ('link', 'code'))
);
comment on table cod_confirmation is 'Cash orders whose customer was asked to confirm them. One waits while its order is pending and confirmed_at is null: staff who confirm the order have asked by themselves.';
create index cod_confirmation_open on cod_confirmation (order_id) where confirmed_at is null;
comment on column cod_confirmation.confirm_by is 'link: by the address with the token. code: by a one-time code to the order''s phone (phone_code), typed on the order''s page; the token does not work.';
