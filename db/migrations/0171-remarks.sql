-- What the program wrote down about orders in English becomes codes with parameters (shop/orders/remarks/remark.ts).
-- What people typed, and what cannot be told apart from it, stays text.
alter table order_event add column remark jsonb;
alter table refund add column cause jsonb,
  add column waits_for text check (waits_for in ('provider-missing')),
  alter column reason drop not null;

create function pg_temp.cause_of(words text) returns jsonb language sql immutable as $$
  select case words
    when 'order cancelled' then '{"code": "order-cancelled"}'::jsonb
    when 'another amount than asked' then '{"code": "other-amount"}'
    when 'paid twice' then '{"code": "paid-twice"}'
    when 'returned: It is too small' then '{"code": "returned", "reason": "too-small"}'
    when 'returned: It is too large' then '{"code": "returned", "reason": "too-large"}'
    when 'returned: It arrived damaged' then '{"code": "returned", "reason": "damaged"}'
    when 'returned: It is not what I ordered' then '{"code": "returned", "reason": "wrong-item"}'
    when 'returned: It looks different from its pictures' then '{"code": "returned", "reason": "not-as-shown"}'
    when 'returned: I changed my mind' then '{"code": "returned", "reason": "changed-mind"}'
    when 'returned: Something else' then '{"code": "returned", "reason": "other"}'
  end
$$;

-- "pay_1 by upi".
create function pg_temp.payment_remark(code text, words text) returns jsonb language sql immutable as $$
  select jsonb_build_object('code', code, 'payment', split_part(words, ' by ', 1),
    'method', nullif(substr(words, length(split_part(words, ' by ', 1)) + 5), ''))
$$;

create function pg_temp.remark_of(kind text, to_value text, actor_kind text, note text) returns jsonb
language sql immutable as $$
  select case
    when kind = 'note' and to_value = 'confirmed by the customer' then '{"code": "confirmed-by-customer"}'::jsonb
    when kind = 'return' and to_value = 'requested' and note ~ '^(Return|Exchange) of ' then
      jsonb_build_object('code', 'return-requested', 'kind', lower(split_part(note, ' of ', 1)),
        'items', regexp_replace(note, '^(Return|Exchange) of ', ''))
    when kind = 'return' and to_value = 'received' and note ~ '\. \d+ (restocked|written-off)(, \d+ (restocked|written-off))*$' then
      jsonb_build_object('code', 'return-received',
        'items', regexp_replace(note, '\. \d+ (restocked|written-off)(, \d+ (restocked|written-off))*$', ''),
        'units', (select jsonb_agg(jsonb_build_object('quantity', split_part(unit, ' ', 1)::integer,
            'condition', split_part(unit, ' ', 2)) order by place)
          from unnest(string_to_array(substring(note from '\. (\d+ (?:restocked|written-off)(?:, \d+ (?:restocked|written-off))*)$'),
            ', ')) with ordinality as u (unit, place)))
    when kind = 'return' and to_value = 'closed' and note ~ '\. Nothing to refund$' then
      jsonb_build_object('code', 'return-closed', 'items', regexp_replace(note, '\. Nothing to refund$', ''), 'refund', null)
    when kind = 'return' and to_value = 'closed' and note ~ '\. Refund of ₹[\d,]+(\.\d\d)?$' then
      jsonb_build_object('code', 'return-closed', 'items', regexp_replace(note, '\. Refund of ₹[\d,.]+$', ''), 'refund',
        (replace(substring(note from '₹([\d,]+(?:\.\d\d)?)$'), ',', '')::numeric * 100)::bigint)
    when kind = 'return' and to_value = 'closed' and note ~ '\. sent by ' then
      jsonb_build_object('code', 'exchange-sent', 'items', regexp_replace(note, '\. sent by .*$', ''),
        'by', regexp_replace(note, '^.*\. sent by ', ''))
    when kind = 'return' then null
    when note ~ '^not confirmed within \d+ minutes$' then '{"code": "not-confirmed"}'
    when note ~ '^pieces given back: not confirmed within \d+ minutes$' then '{"code": "units-released"}'
    when note = 'prepared anew' then '{"code": "prepared-anew"}'
    when kind = 'status' and note = 'Undone' then '{"code": "undone"}'
    when note = 'The payment came after the time for it, and the pieces were sold meanwhile.' then '{"code": "paid-too-late"}'
    when note = 'to be paid on delivery' then '{"code": "pay-on-delivery"}'
    when kind = 'payment' and note = 'the bank said no' then '{"code": "bank-refused"}'
    when kind = 'payment' and note = 'given up' then '{"code": "payment-abandoned"}'
    when kind = 'payment' and note = 'the time to pay is over' then '{"code": "payment-expired"}'
    when kind = 'payment' and note = 'tried again' then '{"code": "payment-retried"}'
    when kind = 'payment' and note = 'refund succeeded' then '{"code": "refund-succeeded"}'
    when kind = 'payment' and note = 'refund failed' then '{"code": "refund-failed"}'
    when kind = 'payment' and pg_temp.cause_of(note) is not null then
      jsonb_build_object('code', 'refund', 'cause', pg_temp.cause_of(note))
    when kind = 'payment' and actor_kind = 'gateway' and to_value in ('completed', 'amount_mismatch', 'paid_late')
      and note ~ '^\S+( by .+)?$' then pg_temp.payment_remark('paid', note)
    when kind = 'note' and note ~ '^another amount came: \S+( by .+)?$' then
      pg_temp.payment_remark('paid-other-amount', substr(note, 22))
    when kind = 'note' and note ~ '^paid a second time: \S+( by .+)?$' then
      pg_temp.payment_remark('paid-again', substr(note, 21))
    when kind = 'note' and note ~ '^money sent back: ' then jsonb_build_object('code', 'duplicate-refunded',
      'cause', coalesce(pg_temp.cause_of(substr(note, 18)), to_jsonb(substr(note, 18))))
    when kind = 'note' and note ~ ': the money cannot be sent back, \S+ is not set up$'
      and pg_temp.cause_of(split_part(note, ': the money', 1)) is not null then
      jsonb_build_object('code', 'refund-impossible', 'cause', pg_temp.cause_of(split_part(note, ': the money', 1)),
        'provider', substring(note from ' (\S+) is not set up$'))
    when kind = 'note' and note ~ '^mail sent again: [a-z-]+$' then
      jsonb_build_object('code', 'email-resent', 'email', substr(note, 18))
  end
$$;

alter table order_event disable trigger user;
update order_event e set remark = found.remark, note = null,
    to_value = case when found.remark->>'code' = 'confirmed-by-customer' then null else e.to_value end
  from (select id, pg_temp.remark_of(kind, to_value, actor_kind, note) as remark from order_event
    where note is not null or to_value = 'confirmed by the customer') found
  where e.id = found.id and found.remark is not null;
alter table order_event enable trigger user;

alter table refund disable trigger user;
update refund set cause = pg_temp.cause_of(reason), reason = null where pg_temp.cause_of(reason) is not null;
update refund set waits_for = 'provider-missing', last_error = null
  where last_error ~ '^\S+ is not set up$' and state = 'pending';
alter table refund enable trigger user;
alter table refund add constraint refund_says_why check (num_nonnulls(reason, cause) = 1);
