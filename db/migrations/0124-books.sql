-- The books of a month: its documents by time.
create index invoice_by_time on invoice (issued_at, id);
