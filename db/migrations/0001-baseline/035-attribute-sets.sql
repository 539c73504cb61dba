-- Sets of details and size scales (docs/decisions/0050-attribute-sets-and-size-scales.md). Every shop starts with the
-- specification's (sections 3 and 9), and some scales that shops in India use.

create table size_scale (
  key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 60),
  name text not null check (char_length(name) between 1 and 60),
  sizes text[] not null check (cardinality(sizes) between 1 and 60),
  position integer not null default 0,
  version integer not null default 1
);
comment on table size_scale is 'The sizes that products come in, in the order in which they are worn.';
create unique index size_scale_name on size_scale (lower(name));

create table attribute_set (
  key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 60),
  name text not null check (char_length(name) between 1 and 60),
  heading text not null check (char_length(heading) between 1 and 80),
  fields jsonb not null check (jsonb_typeof(fields) = 'array'),
  measures text[] not null default '{}',
  size_scale text references size_scale (key),
  version integer not null default 1
);
comment on table attribute_set is
  'A set of details: the fields that products of its categories have, what is measured on their sizes, and their sizes.';
create unique index attribute_set_name on attribute_set (lower(name));

insert into size_scale (key, name, position, sizes) values
  ('s-to-xxl', 'S to XXL', 1, '{S,M,L,XL,XXL}'),
  ('xs-to-5xl', 'XS to 5XL', 2, '{XS,S,M,L,XL,XXL,3XL,4XL,5XL}'),
  ('uk-6-to-12', 'UK 6 to 12', 3, '{6,7,8,9,10,11,12}'),
  ('uk-3-to-13', 'UK 3 to 13', 4, '{3,4,5,6,7,8,9,10,11,12,13}'),
  ('waist', 'Waist in inches', 5, '{26,28,30,32,34,36,38,40,42,44}'),
  ('eu-35-to-48', 'EU 35 to 48', 6, '{35,36,37,38,39,40,41,42,43,44,45,46,47,48}'),
  ('kids-ages', 'Ages of children', 7,
    '{0-3M,3-6M,6-9M,9-12M,1-2Y,2-3Y,3-4Y,4-5Y,5-6Y,6-7Y,7-8Y,8-9Y,9-10Y,10-11Y,11-12Y,12-13Y,13-14Y}'),
  ('free-size', 'Free size', 8, '{Free size}');

insert into attribute_set (key, name, heading, size_scale, measures, fields) values
  ('dress', 'Clothing', 'Clothing details', 's-to-xxl', '{chest,waist,hip,length,shoulder,sleeve,inseam}', '[
    {"kind": "text", "key": "fabric", "label": "Fabric"},
    {"kind": "sizes", "key": "sizes", "label": "Sizes"},
    {"kind": "colours", "key": "colors", "label": "Colours"},
    {"kind": "choice", "key": "gender", "label": "Gender", "choices": ["men", "women", "unisex"]}]'),
  ('shoes', 'Footwear', 'Shoes details', 'uk-6-to-12', '{foot-length}', '[
    {"kind": "sizes", "key": "shoeSizes", "label": "Sizes (UK)"},
    {"kind": "text", "key": "material", "label": "Upper material"},
    {"kind": "text", "key": "soleType", "label": "Sole"}]'),
  ('bag', 'Bags', 'Bag details', null, '{}', '[
    {"kind": "choice", "key": "bagType", "label": "Bag type", "choices": ["backpack", "sling", "handbag"]},
    {"kind": "number", "key": "volume", "label": "Volume", "min": 0.1, "max": 200, "unit": "litres"},
    {"kind": "text", "key": "material", "label": "Material"}]'),
  ('watch', 'Watches', 'Watch details', null, '{}', '[
    {"kind": "number", "key": "dialSize", "label": "Dial size", "min": 10, "max": 80, "unit": "mm"},
    {"kind": "text", "key": "strapMaterial", "label": "Strap material"},
    {"kind": "text", "key": "waterResistance", "label": "Water resistance"},
    {"kind": "text", "key": "warranty", "label": "Warranty"}]'),
  ('accessories', 'Accessories', 'Accessories details', null, '{}', '[
    {"kind": "text", "key": "size", "label": "Size"},
    {"kind": "text", "key": "material", "label": "Material"},
    {"kind": "choice", "key": "adjustable", "label": "Adjustable", "choices": ["yes", "no"]},
    {"kind": "text", "key": "warranty", "label": "Warranty"}]');

-- Labels, orders of sizes and filters stand on many pages, which are announced as a change of all products.
create trigger size_scale_live after insert or delete or update on size_scale
  for each statement execute function announce_all('products');
create trigger attribute_set_live after insert or delete or update on attribute_set
  for each statement execute function announce_all('products');
