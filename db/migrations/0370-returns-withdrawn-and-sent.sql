-- A customer withdraws a request that nobody has decided, and says when an approved return is on its way.
alter table return_request drop constraint return_request_state_check;
alter table return_request add constraint return_request_state_check
  check (state in ('requested', 'approved', 'rejected', 'withdrawn', 'received', 'closed'));
alter table return_request add column sent_at timestamptz;
