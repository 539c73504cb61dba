-- An account may be made and signed in to with a mobile number that a code has proven. It then has no email address, and
-- no name until its owner gives one. The contact number in `profiles` stays what it was: nobody proves it.
alter table users
  alter column email drop not null,
  add column verified_phone text unique check (verified_phone ~ '^\+[1-9][0-9]{7,14}$'),
  drop constraint users_name_check,
  add constraint users_name_check check (length(name) <= 100 and (name <> '' or email is null)),
  add constraint users_can_be_entered check (email is not null or verified_phone is not null);

drop index users_by_words;
create index users_by_words on users using gin (search_normal(name || ' ' || coalesce(email::text, '')) gin_trgm_ops);

create or replace function announce_people() returns trigger language plpgsql as $$
begin
  perform announce('people', coalesce((
    select array_agg(added.id) from added join removed using (id)
    where (added.name, added.email, added.email_verified, added.verified_phone, added.role, added.banned_at,
        added.two_factor_enabled)
      is distinct from
      (removed.name, removed.email, removed.email_verified, removed.verified_phone, removed.role, removed.banned_at,
        removed.two_factor_enabled)
  ), '{}'));
  return null;
end $$;

-- Codes on their way to a phone. Neither the number nor the code can be read from it: both are keyed hashes.
create table phone_code (
  key text primary key,
  code_hash text not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index phone_code_by_expiry on phone_code (expires_at);
