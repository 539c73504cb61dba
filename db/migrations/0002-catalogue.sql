-- The catalogue: what is sold, where it is shown, how many there are and what it costs today.
-- Money is integer paise. Times are UTC.

-- Text as search compares it: lower case, without accents. "immutable" is promised here because the
-- dictionary is named; without that promise no index could serve a search.
create function search_normal(words text) returns text
  language sql immutable strict parallel safe
  return lower(unaccent('unaccent'::regdictionary, words));

-- One searched word as a LIKE pattern in which %, _ and \ mean themselves.
create function search_pattern(word text) returns text
  language sql immutable strict parallel safe
  return '%' || regexp_replace(search_normal(word), '([\\%_])', '\\\1', 'g') || '%';

-- The family of a shade, for the colour filter: 158 names of shades would be too many to choose from.
create function colour_family(hex text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  red integer := ('x' || substr(hex, 2, 2))::bit(8)::integer;
  green integer := ('x' || substr(hex, 4, 2))::bit(8)::integer;
  blue integer := ('x' || substr(hex, 6, 2))::bit(8)::integer;
  high integer := greatest(red, green, blue);
  low integer := least(red, green, blue);
  chroma integer := high - low;
  light integer := (high + low) / 2;
  hue numeric;
begin
  if high < 60 and chroma <= 16 then return 'black'; end if;
  if chroma <= 16 then
    return case when light >= 225 then 'white' when light >= 50 then 'grey' else 'black' end;
  end if;
  hue := case high
    when red then mod(360 + 60.0 * (green - blue) / chroma, 360)
    when green then 60.0 * (blue - red) / chroma + 120
    else 60.0 * (red - green) / chroma + 240
  end;
  if light >= 220 and chroma <= 30 and hue between 20 and 70 then return 'white'; end if;
  if hue < 12 or hue >= 340 then return case when light >= 165 then 'pink' else 'red' end; end if;
  if hue < 22 then
    return case when chroma >= 90 then 'orange' when light > 190 then 'pink' else 'brown' end;
  end if;
  if hue < 52 then
    return case
      when light >= 165 and chroma <= 70 then 'beige'
      when hue >= 36 and chroma >= 80 then 'yellow'
      when light <= 150 or chroma < 80 then 'brown'
      else 'orange'
    end;
  end if;
  if hue < 66 then return case when light >= 150 then 'yellow' else 'green' end; end if;
  if hue < 165 or (hue < 190 and light < 125) then return 'green'; end if;
  if hue < 250 then return 'blue'; end if;
  if hue < 300 or (hue < 320 and light < 110) then return 'purple'; end if;
  return 'pink';
end $$;

-- A picture is named by its content: the same bytes are kept once, and its address never changes its meaning.
create table picture (
  key text primary key check (key ~ '^[0-9a-f]{32}$'),
  width integer not null check (width between 1 and 20000),
  height integer not null check (height between 1 and 20000),
  bytes integer not null check (bytes > 0),
  mime text not null check (mime in ('image/webp', 'image/png', 'image/jpeg', 'image/avif')),
  tint text not null check (tint ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz not null default now()
);

-- What a thing is. The kind decides the form, the details and the facets.
create table category (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null unique check (char_length(name) between 1 and 80),
  kind text not null check (kind in ('dress', 'watch', 'shoes', 'bag', 'accessories'))
);

-- Where a thing is shown.
create table collection (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (char_length(name) between 1 and 80),
  title text not null check (char_length(title) between 1 and 80),
  description text not null check (char_length(description) <= 300),
  picture_key text references picture (key),
  position integer not null
);

create table product (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120),
  name text not null check (char_length(name) between 1 and 200),
  brand text not null check (char_length(brand) <= 80),
  description text not null default '' check (char_length(description) <= 5000),
  price bigint not null check (price > 0),
  original_price bigint check (original_price > 0),
  category_id uuid references category (id) on delete set null,
  category_specific_data jsonb not null default '{}' check (jsonb_typeof(category_specific_data) = 'object'),
  hsn_code text check (hsn_code ~ '^[0-9]{4,8}$'),
  country_of_origin text,
  wash_care text,
  material text,
  tags text[] not null default '{}',
  status text not null default 'draft' check (status in ('draft', 'active', 'archived')),
  rating numeric(2, 1) check (rating between 1 and 5),
  review_count integer not null default 0 check (review_count >= 0),
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((rating is null) = (review_count = 0))
);
create index product_by_newest on product (status, created_at desc);
create index product_by_name on product (status, lower(name), id);
create index product_by_price on product (price);
create index product_by_category on product (category_id);
create index product_by_words on product using gin (search_text gin_trgm_ops);

create table product_collection (
  product_id uuid not null references product (id) on delete cascade,
  collection_slug text not null references collection (slug) on delete cascade,
  primary key (collection_slug, product_id)
);
create index product_collection_by_product on product_collection (product_id);

-- The picture at the lowest position is the thumbnail. A colour is named when the picture shows only that one.
create table product_picture (
  product_id uuid not null references product (id) on delete cascade,
  position integer not null check (position >= 0),
  picture_key text not null references picture (key),
  alt text not null check (char_length(alt) <= 300),
  colour text,
  primary key (product_id, position)
);
create index product_picture_by_picture on product_picture (picture_key);

-- What is bought: one size in one colour. A product without options has one variant without either.
create table variant (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references product (id) on delete cascade,
  position integer not null default 0,
  size text check (char_length(size) between 1 and 20),
  colour text check (char_length(colour) between 1 and 60),
  colour_hex text check (colour_hex ~ '^#[0-9a-f]{6}$'),
  colour_family text generated always as (colour_family(colour_hex)) stored,
  sku text not null unique check (char_length(sku) between 1 and 60),
  price bigint check (price > 0),
  stock integer not null default 0 check (stock >= 0),
  held integer not null default 0 check (held >= 0),
  check (held <= stock),
  check ((colour is null) = (colour_hex is null)),
  unique nulls not distinct (product_id, size, colour)
);

-- Every change of stock, for ever. It names the SKU as well, because it outlives a deleted product.
create table stock_move (
  id bigint generated always as identity primary key,
  variant_id uuid not null,
  sku text not null,
  delta integer not null check (delta <> 0),
  who text not null check (char_length(who) between 1 and 200),
  why text not null check (char_length(why) between 1 and 200),
  at timestamptz not null default now()
);
create index stock_move_by_variant on stock_move (variant_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger stock_move_append_only before update or delete on stock_move
  for each row execute function refuse_change();
create trigger stock_move_never_emptied before truncate on stock_move
  for each statement execute function refuse_change();

-- A move is what changes the stock, so the two can never disagree. Variants are locked in the order of their ids.
create function apply_stock_moves() returns trigger language plpgsql as $$
begin
  perform 1 from variant where id in (select variant_id from moved) order by id for no key update;
  update variant v set stock = v.stock + m.delta
    from (select variant_id, sum(delta)::integer as delta from moved group by variant_id) m
    where v.id = m.variant_id;
  if exists (select from moved where not exists (select from variant v where v.id = moved.variant_id)) then
    raise exception 'stock_move of an unknown variant' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger stock_move_applies after insert on stock_move
  referencing new table as moved for each statement execute function apply_stock_moves();

create function refuse_unmoved_stock() returns trigger language plpgsql as $$
declare
  before integer := 0;
begin
  if tg_op = 'UPDATE' then before := old.stock; end if;
  -- Depth 1 is a statement of the program itself; the trigger of stock_move comes in at depth 2.
  if pg_trigger_depth() = 1 and new.stock <> before then
    raise exception 'stock changes only by a row in stock_move' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger variant_stock_moves before insert or update of stock on variant
  for each row execute function refuse_unmoved_stock();

create table offer (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 120),
  discount_percent integer not null check (discount_percent between 1 and 100),
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  check (valid_from < valid_to)
);

create table offer_product (
  offer_id uuid not null references offer (id) on delete cascade,
  product_id uuid not null references product (id) on delete cascade,
  primary key (offer_id, product_id)
);
create index offer_product_by_product on offer_product (product_id);

-- What a search looks through: name, brand, category and tags.
create function fill_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := search_normal(concat_ws(' ', new.name, new.brand,
    (select name from category where id = new.category_id), array_to_string(new.tags, ' ')));
  return new;
end $$;
create trigger product_search_text before insert or update of name, brand, category_id, tags on product
  for each row execute function fill_search_text();

create function refill_search_text() returns trigger language plpgsql as $$
begin
  update product set category_id = category_id where category_id = new.id;
  return null;
end $$;
create trigger category_search_text after update of name on category
  for each row when (old.name is distinct from new.name) execute function refill_search_text();

create function touch() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger product_touched before update on product for each row execute function touch();
