-- A cash order can be confirmed by a code to its phone instead of a link (issue 39, section 2.3).
alter table cod_rule drop constraint cod_rule_outcome_check,
  add constraint cod_rule_outcome_check check (outcome in ('allow', 'confirm', 'confirm-code', 'prepay', 'refuse'));
alter table cod_confirmation
  add column confirm_by text not null default 'link' check (confirm_by in ('link', 'code'));
comment on column cod_confirmation.confirm_by is 'link: by the address with the token. code: by a one-time code to the order''s phone (phone_code), typed on the order''s page; the token does not work.';
