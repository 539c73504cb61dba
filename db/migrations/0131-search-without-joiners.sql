-- As in 0090; joiners, which only shape how letters look, no longer take a word apart.
create or replace function search_clean(words text) returns text
  language sql immutable strict parallel safe
  return trim(regexp_replace(
    regexp_replace(
      translate(search_normal(words), U&'''\2019\200C\200D', ''),
      '\m([[:alpha:]])-([[:alpha:]])', '\1\2', 'g'),
    '[^[:alnum:]\u0900-\u0963\u0966-\u097F]+', ' ', 'g'));

update product set name = name
where concat_ws(' ', name, brand, array_to_string(tags, ' '), material) ~ U&'[\200C\200D]';
