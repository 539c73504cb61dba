-- Views of the back office's lists (issue 39, section 1.1): searches with a name, and what each person sees of a list.
create table saved_view (
  id uuid primary key default gen_random_uuid(),
  list text not null,
  name text not null check (char_length(name) between 1 and 60),
  query text not null check (char_length(query) <= 1000),
  owner_id uuid not null references users (id) on delete cascade,
  shared boolean not null default false,
  version integer not null default 1
);
comment on table saved_view is 'A list''s search and filters under a name, of one member of the team or shared with all who see the list.';
create unique index saved_view_name on saved_view (owner_id, list, lower(name));
create index saved_view_shared on saved_view (list) where shared;

create table list_choice (
  user_id uuid not null references users (id) on delete cascade,
  list text not null,
  hidden text[] not null default '{}',
  sort text,
  primary key (user_id, list)
);
comment on table list_choice is 'How a member of the team sees a list: the columns left out, and the sort order last used.';
