-- When a batch last looked at a row: those looked at longest ago come first, so that rows that fail do not keep others
-- waiting (platform/jobs/batch.server.ts). gateway_order has the column.
alter table hold add column checked_at timestamptz;
alter table refund add column checked_at timestamptz;
