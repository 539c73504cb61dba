-- What waits, and when the gateway was last heard, found without reading the whole past.
create index mail_outbox_waiting on mail_outbox (created_at) where sent_at is null;
create index payment_notice_newest on payment_notice (received_at desc);
