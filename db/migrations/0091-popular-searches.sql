-- Suggestions show what others looked for: the log is asked by the beginning of a query.
create index search_log_by_query on search_log (query text_pattern_ops) where results > 0;
