-- The audit log is narrowed by who, what and to whom; each list of choices jumps along its index.
create index audit_by_name on audit_entry using gin (search_normal(subject_name) gin_trgm_ops);
