-- Photos of a review, at most three. Their files lie in storage under the photo's id, so that a file belongs to one review
-- only and goes with it. No trigger announces them: whoever writes or removes one writes its review as well.
create table review_photo (
  id uuid primary key,
  review_id uuid not null references review (id) on delete cascade,
  position integer not null check (position between 0 and 2),
  -- Hash of the cleaned picture: the same form sent twice gives one photo.
  key text not null check (key ~ '^[0-9a-f]{32}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  tint text not null check (tint ~ '^#[0-9a-f]{6}$'),
  unique (review_id, position),
  unique (review_id, key)
);

-- Photos whose files are still to be deleted: a review also goes with its product, and the file must follow the row
-- whichever way that went.
create table deleted_review_photo (id uuid primary key);

create function note_deleted_photos() returns trigger language plpgsql as $$
begin
  insert into deleted_review_photo (id) select id from removed on conflict do nothing;
  return null;
end $$;
create trigger review_photo_files after delete on review_photo
  referencing old table as removed for each statement execute function note_deleted_photos();
