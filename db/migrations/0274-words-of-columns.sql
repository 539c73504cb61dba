-- Tables and columns by the words of the field. What only names them follows by itself; functions whose text names a
-- renamed column are written again.
alter table stock_move rename column why to reason;
alter table stock_move rename constraint stock_move_why_check to stock_move_reason_check;
alter table stock_move rename constraint stock_move_says_why to stock_move_has_reason;

alter table refund rename column waits_for to pending_reason;
alter table refund rename constraint refund_waits_for_check to refund_pending_reason_check;
alter table refund rename constraint refund_says_why to refund_has_reason;

alter table payment_notice rename to payment_webhook;
alter table payment_webhook rename column handled_at to processed_at;
alter table payment_webhook rename constraint payment_notice_pkey to payment_webhook_pkey;
alter table payment_webhook rename constraint payment_notice_fingerprint_key to payment_webhook_fingerprint_key;
alter table payment_webhook rename constraint payment_notice_outcome to payment_webhook_outcome;
alter index payment_notice_newest rename to payment_webhook_newest;
alter index payment_notice_unhandled rename to payment_webhook_unprocessed;

alter table local_gateway.notices rename to webhooks;
alter table local_gateway.webhooks rename constraint notices_pkey to webhooks_pkey;
alter table local_gateway.webhooks rename constraint notices_order_id_fkey to webhooks_order_id_fkey;
alter index local_gateway.notices_due rename to webhooks_due;
alter sequence local_gateway.notices_id_seq rename to webhooks_id_seq;
alter table local_gateway.answers rename to responses;
alter table local_gateway.responses rename constraint answers_pkey to responses_pkey;
alter table local_gateway.payments rename column second to duplicate;

alter table done_once rename to one_time_task;
alter table one_time_task rename column what to name;
alter table one_time_task rename column done_at to completed_at;
alter table one_time_task rename constraint done_once_pkey to one_time_task_pkey;

alter table form_submission rename column what to action;
alter table form_submission rename column done_at to submitted_at;
alter table form_submission rename constraint desk_once_pkey to form_submission_pkey;
alter table form_submission rename constraint desk_once_key_check to form_submission_key_check;

alter table rate_limit rename column tries to attempts;
alter table rate_limit rename constraint rate_limit_tries_check to rate_limit_attempts_check;
alter table phone_code rename column tries to attempts;
alter table phone_code rename constraint phone_code_tries_check to phone_code_attempts_check;

alter table import_run rename column products_left_out to products_rejected;
alter table import_run rename column rows_left_out to rows_rejected;

alter table product_type rename column near to similar_types;
alter table product_type rename column goes_with to complementary_types;
alter table search_synonym rename column leads_to to expands_to;

alter table newsletter_subscriber rename column asked_at to requested_at;
alter table newsletter_subscriber rename column left_at to unsubscribed_at;
alter table newsletter_subscriber drop constraint newsletter_subscriber_status_check;
update newsletter_subscriber set status = 'unsubscribed' where status = 'left';
alter table newsletter_subscriber add constraint newsletter_subscriber_status_check
  check (status in ('pending', 'confirmed', 'unsubscribed'));

alter table product_stock_level rename column is_short to is_low;
alter table product_stock_level rename constraint product_shelf_product_id_fkey to product_stock_level_product_id_fkey;
alter index product_stock_level_short rename to product_stock_level_low;

-- The rows are locked first and looked at in a second statement, so that two who sell the last pieces of two sizes at
-- the same moment both see what the other left.
create or replace function update_stock_levels(ids uuid[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 0 then return; end if;
  perform 1 from product_stock_level where product_id = any(ids) order by product_id for update;
  update product_stock_level s
    set is_out = found.is_out, is_low = found.is_low, low_variants = found.low, out_variants = found.out
    from (select one.id, coalesce(bool_and(v.stock <= v.held), true) as is_out,
        coalesce(bool_or(v.stock - v.held <= 5), false) as is_low,
        (count(*) filter (where stock_level(v.stock, v.held) = 'low'))::integer as low,
        (count(*) filter (where stock_level(v.stock, v.held) = 'out'))::integer as out
      from unnest(ids) one (id) left join variant v on v.product_id = one.id group by one.id) found
    where s.product_id = found.id and (s.is_out, s.is_low, s.low_variants, s.out_variants)
      is distinct from (found.is_out, found.is_low, found.low, found.out);
end $$;

create or replace function count_products() returns trigger language plpgsql as $$
declare
  moved uuid[];
begin
  if tg_op = 'INSERT' then
    insert into product_stock_level (product_id, is_out, is_low, is_archived)
      select id, true, false, status = 'archived' from added;
    insert into catalogue_counter select 'product', status, count(*) from added group by status;
  elsif tg_op = 'DELETE' then
    insert into catalogue_counter select 'product', status, -count(*) from removed group by status;
  else
    insert into catalogue_counter select 'product', status, sum(one) from (
      select status, 1 as one from added union all select status, -1 from removed) counted
    group by status having sum(one) <> 0;
    moved := array(select a.id from added a join removed r on r.id = a.id
      where (a.status = 'archived') <> (r.status = 'archived'));
    if cardinality(moved) = 0 then return null; end if;
    -- In one order, as in update_stock_levels.
    perform 1 from product_stock_level where product_id = any(moved) order by product_id for update;
    update product_stock_level s set is_archived = a.status = 'archived' from added a
      where s.product_id = a.id and s.product_id = any(moved);
  end if;
  return null;
end $$;
