-- Staff sort the questions of a group of /faq, the shop's own among them, and the groups (issue 38, section 4.2).
create table faq_order (
  -- "groups", or the id of a group whose questions these are.
  list text primary key check (list in ('groups', 'orders', 'returns', 'products', 'account')),
  -- Ids in their order. One that is gone is passed over, one that is not here yet comes after these.
  keys text[] not null check (cardinality(keys) <= 1000)
);
comment on table faq_order is 'The order of the groups of /faq, and of the questions in each, where staff sorted them.';
create trigger faq_order_live after insert or delete or update on faq_order
  for each statement execute function announce_all('content');
