-- How often something was tried in the current window, by whom: "login:account:<hash>", "login:client:<hash>".
create table rate_limit (
  key text primary key,
  tries integer not null check (tries > 0),
  window_ends timestamptz not null
);
create index rate_limit_by_end on rate_limit (window_ends);
