-- What customers are told in their profile is a code with parameters (shop/orders/order-emails.ts,
-- shop/accounts/account-messages.ts). Texts that name what was returned, or hold staff's own words, stay text.
alter table notifications add column message jsonb, alter column title drop not null;

create function pg_temp.code_of(title text, words text) returns text language sql immutable as $$
  select case
    when title = 'Your password was changed' then 'password-changed'
    when title = 'Two-step login was turned on' then 'two-step-on'
    when title = 'Two-step login was turned off' then 'two-step-off'
    when title = 'Thank you for your order.' and words ~ '^We have received your order of ₹[\d,]+\.\d\d(\.| and are waiting)' then 'placed'
    when title = 'Your order is saved.' and words ~ '^We have received your order of ₹[\d,]+\.\d\d\.' then 'to-confirm'
    when title = 'We have received your payment.' and words ~ '^We have received ₹[\d,]+\.\d\d and are now packing' then 'paid'
    when title = 'Your payment did not go through.' then 'payment-failed'
    when title = 'Your order is confirmed.' then 'confirmed'
    when title = 'Your order is on its way.' then 'shipped'
    when title = 'Your order has arrived.' then 'delivered'
    when title = 'Your order has been cancelled.' then 'cancelled'
    when title = 'Your money is on its way back.' and words ~ '₹[\d,]+\.\d\d' then 'refund-started'
    when title = 'Your refund is complete.' and words ~ '^₹[\d,]+\.\d\d' then 'refunded'
  end
$$;

update notifications n set title = null, text = '', message = case
    when found.code in ('password-changed', 'two-step-on', 'two-step-off') then jsonb_build_object('code', found.code)
    else jsonb_build_object('code', found.code, 'order', o.id, 'online', found.words ~ 'waiting for your payment',
      'paid', found.words ~ 'We are refunding',
      'amount', coalesce((replace(substring(found.words from '₹([\d,]+\.\d\d)'), ',', '')::numeric * 100)::bigint, o.total))
    end
  from (select id, text as words, pg_temp.code_of(title, text) as code, substring(link from '[0-9a-f-]{36}$')::uuid as order_id
    from notifications) found left join orders o on o.id = found.order_id
  where n.id = found.id and found.code is not null
    and (o.id is not null or found.code in ('password-changed', 'two-step-on', 'two-step-off'));

alter table notifications add constraint notification_says_something check (num_nonnulls(message, title) = 1);
