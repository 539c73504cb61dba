-- What the demo's stand-ins for Google and for message providers keep, so that every worker process sees it.
create table local_gateway.stand_in_record (
  kind text not null,
  key text not null,
  value jsonb not null,
  at timestamptz not null default now(),
  primary key (kind, key)
);
comment on table local_gateway.stand_in_record is 'Messages, sign-in codes and keys of the demo''s stand-ins';
