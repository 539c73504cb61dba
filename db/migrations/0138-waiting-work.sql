-- The dashboard and the menu count what waits for somebody (issue 39, section 1.4): failed payments have an index, and a
-- message tells the open screens of staff.
create index orders_with_failed_payment on orders (placed_at desc, id desc)
  where placed_at is not null and payment_status = 'failed';

create trigger conversation_live after insert or delete or update on conversation
  for each statement execute function announce_all('messages');
