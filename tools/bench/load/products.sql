-- More products, made of the demo catalogue's own words, brands, shades, sizes and pictures. All triggers of the shop
-- run, so whatever they keep (words for search, ratings, figures, offers) is as if staff had typed it all.
create temp table base on commit drop as
  select row_number() over (order by p.slug) - 1 as i, p.*, split_part(p.name, ' ', 1) as first_word,
    substr(p.name, strpos(p.name, ' ') + 1) as rest
  from product p;
create temp table word on commit drop as
  select row_number() over (order by first_word) - 1 as i, first_word from (select distinct first_word from base) words;
create temp table label on commit drop as
  select row_number() over (order by brand) - 1 as i, brand from (select distinct brand from base) brands;
create temp table shade on commit drop as
  select row_number() over (order by colour) - 1 as i, colour, min(colour_hex) as hex from variant
  where colour is not null group by colour;

create temp table made on commit drop as
  select gen_random_uuid() as id, n, b.id as base_id, w.first_word || ' ' || b.rest as name, l.brand, b.description,
    greatest(19900, (b.price * (0.6 + random()))::bigint / 10000 * 10000 + 4900 + 5000 * (n % 2)) as price,
    1.2 + random() * 0.8 as above, b.original_price is not null as struck, b.category_id, b.category_specific_data,
    b.hsn_code, b.country_of_origin, b.wash_care, b.material, b.tags,
    case when n % 50 < 47 then 'active' when n % 50 < 49 then 'draft' else 'archived' end as status,
    now() - interval '730 days' * random() as created_at,
    -- Every second product comes in a second shade as well.
    case when n % 2 = 0 and exists (select from variant v where v.product_id = b.id and v.colour is not null)
      then s.colour end as second_colour,
    s.hex as second_hex
  from generate_series(1, greatest(0, current_setting('bench.products')::integer - (select count(*) from base)::integer)) n
    join base b on b.i = n % (select count(*) from base)
    join word w on w.i = (n * 31 + n / (select count(*) from base)) % (select count(*) from word)
    join label l on l.i = (n * 17 + n / 7) % (select count(*) from label)
    join shade s on s.i = (n * 13 + n / 5) % (select count(*) from shade);

insert into product (id, slug, name, brand, description, price, original_price, category_id, category_specific_data,
    hsn_code, country_of_origin, wash_care, material, tags, status, created_at, updated_at)
  select id, left(trim('-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')), 100) || '-' || n, name, brand,
    description, price, case when struck then (price * above)::bigint / 10000 * 10000 + 9900 end, category_id,
    case when second_colour is null or not category_specific_data ? 'colors' then category_specific_data
      else jsonb_set(category_specific_data, '{colors}', to_jsonb(category_specific_data ->> 'colors' || ', ' || second_colour))
    end, hsn_code, country_of_origin, wash_care, material, tags, status, created_at, created_at
  from made order by created_at;
create index on made (base_id);
analyze made;

insert into product_collection (product_id, collection_slug)
  select m.id, c.collection_slug from made m join product_collection c on c.product_id = m.base_id;
insert into product_picture (product_id, position, picture_key, alt, colour)
  select m.id, p.position, p.picture_key, p.alt, p.colour from made m join product_picture p on p.product_id = m.base_id;

insert into variant (product_id, position, size, colour, colour_hex, sku, price)
  select m.id, v.position, v.size, v.colour, v.colour_hex, left(v.sku, 40) || '-' || m.n,
    m.price + v.price - b.price
  from made m join variant v on v.product_id = m.base_id join base b on b.id = m.base_id;
insert into variant (product_id, position, size, colour, colour_hex, sku, price)
  select m.id, 20 + v.position, v.size, m.second_colour, m.second_hex, left(v.sku, 40) || '-' || m.n || 'B',
    m.price + v.price - b.price
  from made m join variant v on v.product_id = m.base_id join base b on b.id = m.base_id
  where m.second_colour is not null
    and v.colour = (select min(colour) from variant o where o.product_id = m.base_id)
    and not exists (select from variant o where o.product_id = m.base_id and o.colour = m.second_colour);
-- The triggers below plan their work by what the tables are now.
analyze product;
analyze variant;
-- One in ten is sold out, one in ten nearly.
insert into stock_movement (variant_id, sku, delta, actor_kind, actor_id, reason, at)
  select v.id, v.sku, v.pieces, 'system', 'benchmark', 'opening stock', v.created_at from (
    select v.id, v.sku, m.created_at,
      case when dice < 0.1 then 0 when dice < 0.2 then 1 + floor(dice * 50)::integer - 5 else 5 + floor(dice * 40)::integer end
        as pieces
    from (select v.*, random() as dice from variant v) v join made m on m.id = v.product_id) v
  where v.pieces > 0;

-- One product in twelve joins a running offer.
with joined as (
  insert into offer_product (offer_id, product_id)
    select o.id, m.id from made m
      join (select id, row_number() over (order by title) - 1 as i from offer) o
        on o.i = (m.n / 12) % (select count(*) from offer)
    where m.n % 12 = 0
  returning offer_id, product_id)
insert into offer_scope (offer_id, kind, ref) select offer_id, 'product', product_id::text from joined;

-- Two reviews a product on average, some products many and most none; one in fifty is hidden.
insert into review (product_id, rating, comment, display_name, verified, status, hidden_reason, created_at)
  select m.id, r.rating, r.comment, r.display_name, true, case when m.n % 50 = 7 then 'hidden' else 'published' end,
    case when m.n % 50 = 7 then 'Not about the product' end,
    m.created_at + (now() - m.created_at) * random()
  from made m cross join generate_series(1, case m.n % 8 when 0 then 9 when 1 then 4 when 2 then 2 when 3 then 1 else 0 end) k
    join (select *, row_number() over (order by id) - 1 as i from review) r
      on r.i = (m.n * 7 + k * 131) % (select count(*) from review);
