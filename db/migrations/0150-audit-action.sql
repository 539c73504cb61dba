-- An audit entry names an action ("product.update"), as the code and the back office call it.

alter table audit_entry rename column deed to action;
alter index audit_by_deed rename to audit_by_action;
