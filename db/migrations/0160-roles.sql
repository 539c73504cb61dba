-- What somebody may do in the back office is data: a role is a name and a set of permission keys, and an account has one.
create table role (
  key text primary key check (key ~ '^[a-z][a-z0-9-]{0,39}$'),
  name text not null check (char_length(name) between 1 and 60),
  -- Keys of shop/access/permissions.ts. What a version of the program does not know counts for nothing.
  permissions text[] not null default '{}' check (array_position(permissions, null) is null)
);

insert into role (key, name, permissions) values
  ('owner', 'Owner', '{orders.view,orders.edit,orders.refund,orders.export,catalogue.view,catalogue.edit,catalogue.import,prices.edit,stock.adjust,customers.view,customers.edit,customers.export,customers.erase,reviews.moderate,messages.answer,newsletter.export,offers.edit,content.edit,search.edit,reports.view,tax.view,settings.edit,staff.manage,api.manage,audit.view,health.view}'),
  -- Everything but the shop's own set-up and who works in it.
  ('manager', 'Manager', '{orders.view,orders.edit,orders.refund,orders.export,catalogue.view,catalogue.edit,catalogue.import,prices.edit,stock.adjust,customers.view,customers.edit,customers.export,customers.erase,reviews.moderate,messages.answer,newsletter.export,offers.edit,content.edit,search.edit,reports.view,tax.view,audit.view,health.view}'),
  ('catalogue', 'Catalogue', '{catalogue.view,catalogue.edit,catalogue.import,prices.edit,stock.adjust,search.edit}'),
  ('fulfilment', 'Fulfilment', '{orders.view,orders.edit,catalogue.view,stock.adjust}'),
  ('support', 'Support', '{orders.view,orders.edit,catalogue.view,customers.view,reviews.moderate,messages.answer}'),
  ('accountant', 'Accountant', '{orders.view,orders.refund,orders.export,reports.view,tax.view}'),
  ('marketing', 'Marketing', '{catalogue.view,offers.edit,content.edit,reviews.moderate,newsletter.export,search.edit,reports.view}'),
  ('user', 'User', '{}');
-- The specification's word for an owner.
insert into role (key, name, permissions) select 'admin', 'Admin', permissions from role where key = 'owner';

-- A role that does not exist cannot be had; deleting one that somebody has is refused.
do $$
declare
  rule text;
begin
  for rule in select conname from pg_constraint where conrelid = 'users'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%role%'
  loop execute format('alter table users drop constraint %I', rule); end loop;
end $$;
alter table users add constraint users_role_fkey foreign key (role) references role (key) on update cascade;
-- Staff are few among the customers: who manages the shop is counted at each change of a role.
create index users_with_role on users (role) where role <> 'user';

-- Streams that are open ask again whether their session stands as it did: somebody's permissions may be others now.
create function announce_roles() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('topic', 'people')::text);
  return null;
end $$;
create trigger role_live_update after update on role for each statement execute function announce_roles();
