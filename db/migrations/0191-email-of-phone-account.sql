-- An account made with a mobile number may add an email address before it has a name.
alter table users
  drop constraint users_name_check,
  add constraint users_name_check check (length(name) <= 100);
comment on table phone_code is 'Codes that prove a number, or an email address that is added to such an account';
