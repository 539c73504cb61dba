-- A cash order of which a part is paid online in advance (issue 39, section 2.3; docs/decisions/0057-part-prepaid.md).
alter table orders add column advance bigint not null default 0 check (advance >= 0);
comment on column orders.advance is 'In paise: what was to be paid online in advance when cash on delivery was chosen; 0: nothing. Until it is paid the method is online, afterwards cod: the rest is collected on delivery.';

alter table cod_rule
  add column advance_percent integer check (advance_percent between 1 and 99),
  add column advance_amount bigint check (advance_amount >= 100);
alter table cod_rule drop constraint cod_rule_outcome_check,
  add constraint cod_rule_outcome_check check (outcome in ('allow', 'confirm', 'prepay', 'refuse')),
  add constraint cod_rule_advance check (
    num_nonnulls(advance_percent, advance_amount) = case when outcome = 'prepay' then 1 else 0 end);
comment on column cod_rule.advance_percent is 'Percent of the order that a rule with the outcome prepay asks for in advance.';
comment on column cod_rule.advance_amount is 'The same as an amount, in paise. A rule has one of both.';
