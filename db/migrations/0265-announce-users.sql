-- Rows of users are announced often: an order announces a cart, a notification, a profile and an address. A statement
-- made from text is parsed and planned each time; one that stands in the function keeps its plan for the connection.

create function announce_users_added() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  select array_agg(distinct user_id) into ids from added;
  if ids is not null then perform announce(tg_argv[0], ids); end if;
  return null;
end $$;

create function announce_users_removed() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  select array_agg(distinct user_id) into ids from removed;
  if ids is not null then perform announce(tg_argv[0], ids); end if;
  return null;
end $$;

create or replace trigger address_live_delete after delete on addresses
  referencing old table as removed for each statement execute function announce_users_removed('people');
create or replace trigger address_live_insert after insert on addresses
  referencing new table as added for each statement execute function announce_users_added('people');
create or replace trigger address_live_update after update on addresses
  referencing new table as added for each statement execute function announce_users_added('people');
create or replace trigger cart_live_delete after delete on cart_line
  referencing old table as removed for each statement execute function announce_users_removed('cart');
create or replace trigger cart_live_insert after insert on cart_line
  referencing new table as added for each statement execute function announce_users_added('cart');
create or replace trigger cart_live_update after update on cart_line
  referencing new table as added for each statement execute function announce_users_added('cart');
create or replace trigger notification_live_insert after insert on notifications
  referencing new table as added for each statement execute function announce_users_added('people');
create or replace trigger notification_live_update after update on notifications
  referencing new table as added for each statement execute function announce_users_added('people');
create or replace trigger profile_live_update after update on profiles
  referencing new table as added for each statement execute function announce_users_added('people');
create or replace trigger session_live_delete after delete on sessions
  referencing old table as removed for each statement execute function announce_users_removed('people');
create or replace trigger wishlist_live_delete after delete on wishlist_entry
  referencing old table as removed for each statement execute function announce_users_removed('wishlist');
create or replace trigger wishlist_live_insert after insert on wishlist_entry
  referencing new table as added for each statement execute function announce_users_added('wishlist');
