-- One act of a member of staff may change many records: the log shows it as one entry. Null: recorded by no request.
alter table audit_entry add column act uuid;
comment on column audit_entry.act is 'The request of the deed, the same for all that it changed.';
create index audit_by_act on audit_entry (act, action, id) where act is not null;
