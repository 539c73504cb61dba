-- The actor columns are the same in every table that has them: no name is ''.
alter table audit_entry alter column actor_name set default '';
alter table import_run alter column actor_name set default '';
