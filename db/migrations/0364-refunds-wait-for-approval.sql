-- A refund that somebody without the right to refund has caused waits for somebody who has it.
alter table refund drop constraint refund_pending_reason_check;
alter table refund add constraint refund_pending_reason_check
  check (pending_reason in ('provider-missing', 'provider-unreachable', 'approval'));
