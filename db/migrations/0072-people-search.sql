-- The back office finds people by any part of their name, address of mail or phone.
create index users_by_words on users using gin (search_normal(name || ' ' || email::text) gin_trgm_ops);
create index profiles_by_phone on profiles using gin (phone gin_trgm_ops);
create index users_by_name on users (lower(name), id);
