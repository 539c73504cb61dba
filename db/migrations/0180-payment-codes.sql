-- What came of a webhook becomes a code (noticeOutcomes in shop/payments/tables.server.ts).
update payment_notice set outcome = case outcome
    when 'unknown refund' then 'unknown-refund'
    when 'refund on its way' then 'refund-pending'
    when 'refund succeeded' then 'refund-succeeded'
    when 'refund failed' then 'refund-failed'
    when 'failed' then 'payment-failed'
    when 'too late to matter' then 'failure-too-late'
    when 'nothing to do' then 'ignored'
    else outcome end;
alter table payment_notice add constraint payment_notice_outcome check (outcome in ('applied', 'late', 'mismatch',
  'duplicate', 'repeated', 'unknown-order', 'unknown-refund', 'refund-pending', 'refund-succeeded', 'refund-failed',
  'payment-failed', 'failure-too-late', 'ignored'));

-- A refund that its provider gave no usable answer to waits; last_error is only what the provider said.
alter table refund drop constraint refund_waits_for_check;
alter table refund add constraint refund_waits_for_check
  check (waits_for in ('provider-missing', 'provider-unreachable'));
update refund set waits_for = case when state = 'pending' then 'provider-unreachable' end, last_error = null
  where last_error ~ '^(GET|POST) \S+: (an unreadable answer|no answer|\w*Error) \(request ' or last_error ~ ', told about another$';
