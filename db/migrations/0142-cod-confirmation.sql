-- A rule for cash on delivery can ask the customer to confirm the order by a link first (issue 39, section 2.3).
alter table cod_rule drop constraint cod_rule_outcome_check,
  add constraint cod_rule_outcome_check check (outcome in ('allow', 'confirm', 'refuse'));
alter table cod_rule drop constraint cod_rule_reason,
  add constraint cod_rule_reason check (outcome <> 'refuse' or reason <> '');

create table cod_confirmation (
  order_id uuid primary key references orders (id) on delete cascade,
  token text not null unique check (length(token) = 43),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz
);
comment on table cod_confirmation is 'Cash orders whose customer was asked to confirm them. One waits while its order is pending and confirmed_at is null: staff who confirm the order have asked by themselves.';
create index cod_confirmation_open on cod_confirmation (order_id) where confirmed_at is null;
