-- Messages: which were read, and who answered. Searches: what people look for, without anything that says who.

alter table contact_message add column read_at timestamptz;
alter table contact_message add column answered_by text check (char_length(answered_by) <= 200);
create index contact_message_by_newest on contact_message (created_at desc, id);

create table search_log (
  id bigint generated always as identity primary key,
  query text not null check (char_length(query) between 1 and 100),
  results integer not null check (results >= 0),
  at timestamptz not null
);
create index search_log_by_time on search_log (at desc);
