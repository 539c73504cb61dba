-- What an import says about a file and its products is a code with parameters (`importMessage`, shop/import/draft.ts).
-- Texts that are not known whole stay texts, and the screens show them as they are.
create temporary table known_message (words text primary key, code text not null) on commit drop;
insert into known_message values
  ('This is missing, too long, or not one of the allowed values.', 'not-allowed'),
  ('This size and colour appear twice.', 'variant-twice'),
  ('A code such as #1d2a4d.', 'no-colour-code'),
  ('An earlier row already has this SKU. Capital and small letters count as the same.', 'sku-twice'),
  ('There is no such category.', 'no-category'),
  ('There is no such collection.', 'no-collection'),
  ('This status is not known, so the product comes in as a draft.', 'no-status'),
  ('Enter an amount in rupees above 0.', 'no-amount'),
  ('The stock is below 0, so it comes in as 0.', 'stock-below-zero'),
  ('Enter a whole number.', 'no-whole-number'),
  ('4 to 8 digits.', 'no-hsn-code'),
  ('This is not a JSON object like the one in an export.', 'no-details'),
  ('Up to 50 tags of 60 characters each are kept; the rest are left out.', 'too-many-tags'),
  ('A product can have a size and a colour, so this option is added to the size, as in “M / Slim”.', 'third-option'),
  ('A size can have 20 characters and a colour 60, so this variant is left out.', 'option-too-long'),
  ('This colour has no known code, so it shows as grey until you choose one.', 'colour-unknown'),
  ('At most 30 pictures: the others are left out.', 'too-many-pictures'),
  ('At most 2,00,000 rows. Please split the file.', 'too-many-rows'),
  ('A cell holds more than 1,00,000 characters.', 'cell-too-long'),
  ('This handle has no letter or digit that can be used in a web address.', 'handle-unusable'),
  ('This is empty.', 'empty'),
  ('Another product in this file has the same web address.', 'slug-twice'),
  ('Web addresses use Latin letters, digits and single hyphens, so it was changed.', 'slug-changed'),
  ('This row never ends: a quotation mark is not closed.', 'endless-row'),
  ('A quotation mark is not closed, or is in the wrong place.', 'quotation-mark'),
  ('The file is not in UTF-8. Please save it as CSV UTF-8.', 'not-utf-8'),
  ('These pictures are not in the ZIP. A new product without any picture comes in as a draft and says so; other products keep the pictures they have.', 'pictures-absent'),
  ('Another product or variant in the shop already has this SKU.', 'sku-of-another'),
  ('Orders have reserved more pieces than this stock.', 'stock-reserved'),
  ('orders hold more than its stock', 'held-above-stock'),
  ('exists already', 'exists-already'),
  ('does not exist', 'does-not-exist');

create function pg_temp.message_of(words text) returns jsonb language sql stable as $$
  select case
    when words is null then null
    when words ~ '^Longer than \d+ characters: the rest is left out\.$' then
      jsonb_build_object('code', 'too-long', 'longest', substring(words from '\d+')::integer)
    when words ~ '^the SKU .+ belongs to another variant$' then
      jsonb_build_object('code', 'sku-taken', 'sku', substring(words from '^the SKU (.+) belongs to another variant$'))
    when words ~ '^orders hold \d+ of .+$' then jsonb_build_object('code', 'stock-held',
      'held', substring(words from '\d+')::integer, 'sku', substring(words from '^orders hold \d+ of (.+)$'))
    else coalesce((select jsonb_build_object('code', code) from known_message k where k.words = $1), to_jsonb(words))
  end
$$;

alter table import_product alter column message type jsonb using to_jsonb(message);
update import_product set message = pg_temp.message_of(message #>> '{}') where message is not null;
update import_run set problems = (
    select jsonb_agg(problem || jsonb_build_object('message', pg_temp.message_of(problem->>'message')) order by place)
    from jsonb_array_elements(problems) with ordinality as p (problem, place))
  where jsonb_array_length(problems) > 0;
