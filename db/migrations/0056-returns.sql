-- What customers send back: asked for, decided by staff, received, and ended by a refund or by another size.

create table return_request (
  id uuid primary key,
  order_id uuid not null references orders (id),
  -- Made when the form was shown: the same form sent twice is one request.
  form_key text not null check (char_length(form_key) between 8 and 64),
  kind text not null check (kind in ('return', 'exchange')),
  reason text not null check (reason in ('too-small', 'too-large', 'damaged', 'wrong-item', 'not-as-shown',
    'changed-mind', 'other')),
  details text not null default '' check (char_length(details) <= 1000),
  state text not null default 'requested' check (state in ('requested', 'approved', 'rejected', 'received', 'closed')),
  -- What staff said to the customer with their decision.
  answer text check (char_length(answer) <= 300),
  -- What went back for a return; null while nothing did, and for an exchange.
  refund_id uuid unique references refund (id),
  -- How the other size is on its way.
  courier text check (char_length(courier) <= 80),
  tracking_number text check (char_length(tracking_number) <= 80),
  tracking_link text check (tracking_link ~ '^https://' and char_length(tracking_link) <= 300),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  received_at timestamptz,
  closed_at timestamptz,
  unique (order_id, form_key),
  check (refund_id is null or kind = 'return')
);
create index return_of_order on return_request (order_id, created_at);
create index return_by_state on return_request (state, created_at);

create table return_line (
  return_id uuid not null references return_request (id),
  order_line_id uuid not null references order_line (id),
  quantity integer not null check (quantity > 0),
  -- What is wanted instead; the words stay when the variant goes.
  exchange_variant_id uuid references variant (id) on delete set null,
  exchange_size text,
  exchange_colour text,
  -- What became of the pieces when they arrived.
  condition text check (condition in ('restocked', 'written-off')),
  primary key (return_id, order_line_id)
);
create index return_line_of_line on return_line (order_line_id);

-- Pictures of what is wrong. They lie in storage under the return's id and never among the shop's own pictures,
-- which everybody may see.
create table return_photo (
  return_id uuid not null references return_request (id),
  position integer not null check (position between 0 and 3),
  key text not null check (key ~ '^[0-9a-f]{32}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  primary key (return_id, position)
);

-- A return is news about its order.
create function announce_returns() returns trigger language plpgsql as $$
declare
  ids uuid[];
  people uuid[];
begin
  select array_agg(distinct o.id), array_agg(distinct o.user_id) filter (where o.user_id is not null) into ids, people
    from added a join orders o on o.id = a.order_id;
  perform announce('order', coalesce(ids, '{}'));
  perform announce('orders', coalesce(people, '{}'));
  return null;
end $$;
create trigger return_live_insert after insert on return_request
  referencing new table as added for each statement execute function announce_returns();
create trigger return_live_update after update on return_request
  referencing new table as added for each statement execute function announce_returns();
