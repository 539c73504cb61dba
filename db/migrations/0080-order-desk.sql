-- What staff need to work through a million orders: ways to find them, and counts that nobody has to count.

create index orders_desk on orders (placed_at desc, id desc) where placed_at is not null;
create index orders_desk_status on orders (status, placed_at desc, id desc) where placed_at is not null;
create index orders_desk_payment on orders (payment_status, placed_at desc, id desc) where placed_at is not null;
create index orders_desk_method on orders (method, placed_at desc, id desc) where placed_at is not null;
create index orders_desk_words on orders using gin (lower(name || ' ' || email || ' ' || phone) gin_trgm_ops);
create index return_by_newest on return_request (created_at desc, id desc);
create index return_by_state_newest on return_request (state, created_at desc, id desc);

-- How many there are of each state. A change adds a row with its difference and waits for nobody, as it would for a
-- counter's own row; a job folds the rows together. The count is the sum.
create table desk_tally (
  kind text not null check (kind in ('order', 'return')),
  state text not null,
  n integer not null
);

create function tally_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into desk_tally select 'order', status, count(*) from added where placed_at is not null group by status;
  elsif tg_op = 'DELETE' then
    insert into desk_tally select 'order', status, -count(*) from removed where placed_at is not null group by status;
  else
    insert into desk_tally select 'order', status, sum(one) from (
      select status, 1 as one from added where placed_at is not null
      union all select status, -1 from removed where placed_at is not null) moved
    group by status having sum(one) <> 0;
  end if;
  return null;
end $$;
create trigger orders_tally_insert after insert on orders
  referencing new table as added for each statement execute function tally_orders();
create trigger orders_tally_update after update on orders
  referencing old table as removed new table as added for each statement execute function tally_orders();
create trigger orders_tally_delete after delete on orders
  referencing old table as removed for each statement execute function tally_orders();

create function tally_returns() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into desk_tally select 'return', state, count(*) from added group by state;
  else
    insert into desk_tally select 'return', state, sum(one) from (
      select state, 1 as one from added union all select state, -1 from removed) moved
    group by state having sum(one) <> 0;
  end if;
  return null;
end $$;
create trigger return_tally_insert after insert on return_request
  referencing new table as added for each statement execute function tally_returns();
create trigger return_tally_update after update on return_request
  referencing old table as removed new table as added for each statement execute function tally_returns();

insert into desk_tally select 'order', status, count(*) from orders where placed_at is not null group by status;
insert into desk_tally select 'return', state, count(*) from return_request group by state;

-- A form of the desk carries a key, so that sending it twice does its deed once.
create table desk_once (
  key text primary key check (char_length(key) between 8 and 64),
  what text not null,
  done_at timestamptz not null default now()
);
