-- Catalogue: products, their variants and pictures, and where they are shown.

create table picture (
  key text primary key check (key ~ '^[0-9a-f]{32}$'),
  width integer not null check (width >= 1 and width <= 20000),
  height integer not null check (height >= 1 and height <= 20000),
  bytes integer not null check (bytes > 0),
  mime text not null check (mime in ('image/webp', 'image/png', 'image/jpeg', 'image/avif')),
  tint text not null check (tint ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz not null default now()
);
comment on table picture is 'A picture is named by its content: the same bytes are kept once, and its address never changes its meaning.';

create table category (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null unique check (char_length(name) >= 1 and char_length(name) <= 80),
  kind text not null references attribute_set (key),
  -- Two deep: a parent has no parent.
  parent_id uuid references category (id),
  position integer not null default 0,
  size_scale text references size_scale (key),
  hsn_code text check (hsn_code ~ '^[0-9]{4,8}$'),
  version integer not null default 1,
  constraint category_parent_other check (parent_id <> id)
);
comment on table category is 'What a product is. Its set of details decides the form, the details and the filters.';
create index category_kind on category (kind);
create index category_parent on category (parent_id);

create table size_guide (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 60),
  category_id uuid references category (id) on delete cascade,
  brand text check (char_length(brand) between 1 and 80),
  size_scale text references size_scale (key) on delete cascade,
  note text not null check (char_length(note) <= 300),
  unit text not null check (unit in ('cm', 'in')),
  columns text[] not null check (cardinality(columns) between 2 and 9),
  rows jsonb not null check (jsonb_typeof(rows) = 'array'),
  version integer not null default 1,
  check (num_nonnulls(category_id, brand, size_scale) > 0)
);
comment on table size_guide is
  'A table of sizes for products of a category, a brand, a size scale, or of several of them at once.';
create unique index size_guide_of on size_guide (
  coalesce(category_id::text, ''), lower(coalesce(brand, '')), coalesce(size_scale, ''));

create table collection (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (char_length(name) >= 1 and char_length(name) <= 80),
  title text not null check (char_length(title) >= 1 and char_length(title) <= 80),
  description text not null check (char_length(description) <= 300),
  picture_key text references picture (key),
  position integer not null,
  -- For search engines; empty: made of title and description.
  meta_title text not null default '' check (char_length(meta_title) <= 70),
  meta_description text not null default '' check (char_length(meta_description) <= 200),
  -- In the header and the footer.
  is_in_menus boolean not null default true,
  -- In "Shop by Category" on the home page.
  is_on_home boolean not null default true,
  version integer not null default 1,
  -- Null: its products are chosen by hand. Read and checked by shop/rules/rules.ts.
  rule jsonb check (jsonb_typeof(rule) = 'object'),
  default_sort text not null default 'recommended'
    check (default_sort in ('recommended', 'name', 'price-asc', 'price-desc', 'rating', 'newest')),
  -- What rules name: it stays when the slug changes.
  id uuid not null default gen_random_uuid() unique
);
comment on table collection is 'Where a thing is shown.';

create table category_redirect (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  collection_slug text references collection (slug) on update cascade on delete cascade,
  category_id uuid references category (id) on delete cascade,
  at timestamptz not null default now(),
  check (num_nonnulls(collection_slug, category_id) = 1)
);
comment on table category_redirect is 'Earlier addresses below /category: of a collection whose slug changed, or of a category that was merged into another. They redirect until somebody has them again.';
create index category_redirect_by_collection on category_redirect (collection_slug);
create index category_redirect_by_category on category_redirect (category_id);

create table collection_placement (
  collection_slug text not null references collection (slug) on update cascade on delete cascade,
  product_id uuid not null,
  placement smallint not null check (placement >= -1 and placement <= 1000 and placement <> 0),
  primary key (collection_slug, product_id)
);
comment on table collection_placement is 'Above 0: pinned, the lowest first. Below 0: buried; left out, where the collection has a rule. Stays when the product leaves the collection and comes back.';
create index collection_placement_by_product on collection_placement (product_id);

create table product_type (
  name text primary key check (char_length(name) >= 1 and char_length(name) <= 40),
  -- What shoppers type, in English, Hinglish and Hindi. The name itself need not be repeated.
  words text[] not null check (cardinality(words) <= 60),
  parent text references product_type (name) on update cascade on delete set null,
  kinds text[] not null default '{}',
  categories text[] not null default '{}',
  collections text[] not null default '{}',
  name_words text[] not null default '{}',
  similar_types text[] not null default '{}',
  changed_at timestamptz not null default now(),
  complementary_types text[] not null default '{}',
  constraint product_type_check check (parent <> name)
);
comment on table product_type is 'A product is of a type when it fits one rule: its kind, category and collection are among those given (none given: any), and its name has one of `name_words` (none given: any name). It is also of all parents of its type.';

create table product (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120),
  name text not null check (char_length(name) >= 1 and char_length(name) <= 200),
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
  rating numeric(2,1) check (rating >= 1 and rating <= 5),
  review_count integer not null default 0 check (review_count >= 0),
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Counts the edits by staff. Not updated_at: a new review touches that too, and must not lock an editor out.
  version integer not null default 1 check (version > 0),
  search_words tsvector not null default '',
  -- Addresses or names of pictures that an import named and nobody sent yet.
  missing_pictures text[] not null default '{}',
  -- What the shop pays for one piece, in paise without tax. For staff only: it is on no page, feed or answer for
  -- shoppers.
  cost bigint check (cost > 0),
  constraint product_check check ((rating is null) = (review_count = 0))
);
comment on table product is 'Prices are paise. `search_text` and `search_words` are filled by triggers, `rating` and `review_count` by those of reviews.';
create index product_by_newest on product (status, created_at desc);
create index product_by_name on product (status, lower(name), id);
create index product_by_price on product (price);
create index product_by_category on product (category_id);
-- The names of all brands.
create index product_by_brand on product (brand);
-- The files of the sitemap, and the products on sale of each collection, without reading the wide rows.
create index product_active on product (id, updated_at) where status = 'active';
create index product_by_words on product using gin (search_text gin_trgm_ops);
-- The list of all states: newest first, by name.
create index product_all_by_newest on product (created_at desc, id);
create index product_all_by_name on product (lower(name), id);
create index product_by_search_words on product using gin (search_words);
-- A category's or a collection's products in each order that the list knows.
create index product_category_by_newest on product (category_id, created_at desc, id);
create index product_category_by_name on product (category_id, lower(name), id);
create index product_category_by_price on product (category_id, price, id);
-- The health page looks for HSN codes without a GST rate: it jumps from code to code instead of reading every
-- product.
create index product_active_by_hsn on product (hsn_code) where status = 'active';

create table product_collection (
  product_id uuid not null references product (id) on delete cascade,
  collection_slug text not null references collection (slug) on update cascade on delete cascade,
  primary key (collection_slug, product_id)
);
comment on table product_collection is 'The products of a collection: chosen by hand or, where the collection has a rule, written by that rule.';
create index product_collection_by_product on product_collection (product_id);

create table product_picture (
  product_id uuid not null references product (id) on delete cascade,
  position integer not null check ("position" >= 0),
  picture_key text not null references picture (key),
  alt text not null check (char_length(alt) <= 300),
  colour text,
  primary key (product_id, "position")
);
comment on table product_picture is 'The picture at the lowest position is the thumbnail. A colour is named when the picture shows only that one.';
create index product_picture_by_picture on product_picture (picture_key);

create table product_measure (
  product_id uuid not null references product (id) on delete cascade,
  size text not null check (char_length(size) >= 1 and char_length(size) <= 20),
  measure text not null
    check (measure in ('chest', 'waist', 'hip', 'length', 'shoulder', 'sleeve', 'inseam', 'foot-length')),
  millimetres integer not null check (millimetres >= 10 and millimetres <= 2500),
  primary key (product_id, size, measure)
);
comment on table product_measure is 'What a size of a product measures, on the garment or the shoe itself. By size, not by variant: its colours are cut alike.';

create table variant (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references product (id) on delete cascade,
  position integer not null default 0,
  size text check (char_length(size) >= 1 and char_length(size) <= 20),
  colour text check (char_length(colour) >= 1 and char_length(colour) <= 60),
  colour_hex text check (colour_hex ~ '^#[0-9a-f]{6}$'),
  colour_family text generated always as (colour_family(colour_hex)) stored,
  sku text not null unique check (char_length(sku) >= 1 and char_length(sku) <= 60),
  price bigint check (price > 0),
  stock integer not null default 0 check (stock >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  -- What this size and colour costs, where that differs from the cost of its product.
  cost bigint check (cost > 0),
  constraint variant_check check (reserved <= stock),
  constraint variant_check1 check ((colour is null) = (colour_hex is null)),
  unique NULLS not distinct (product_id, size, colour)
);
comment on table variant is 'What is bought: one size in one colour. A product without options has one variant without either.';
create index variant_by_sku on variant (upper(sku) text_pattern_ops);
-- The stock by what is left, whole: it takes the place of two that had the short ones only.
create index variant_by_left on variant (((stock - reserved)), id);
create unique index variant_sku_any_case on variant (lower(sku));
-- The few variants with a price of their own: a card asks for them.
create index variant_own_price on variant (product_id) where price is not null;

create table price_history (
  id bigint generated always as identity primary key,
  product_id uuid not null,
  variant_id uuid,
  price bigint,
  original_price bigint,
  at timestamptz not null default now()
);
comment on table price_history is 'What things cost when, so that a struck price can be set beside the lowest one of the last weeks. Append-only, and it outlives the product. Without a variant: the price of the product itself.';
create index price_history_by_product on price_history (product_id, at desc) where variant_id is null;
create index price_history_by_variant on price_history (product_id, variant_id, at) where variant_id is not null;

create table bulk_edit (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default now(),
  -- What each product was before, and the version that the edit left: shop/catalogue/bulk/bulk-edit.server.ts.
  before jsonb not null,
  undone_at timestamptz,
  -- The list of bulk edits: who changed what.
  actor_kind text not null
    check (actor_kind in ('guest', 'customer', 'staff', 'token', 'system', 'gateway', 'import')),
  actor_id text,
  actor_name text not null default '',
  change jsonb
);
comment on table bulk_edit is 'A bulk edit with the earlier values, so that it can be undone.';
create index bulk_edit_by_age on bulk_edit (at);

create table product_stock_level (
  product_id uuid primary key references product (id) on delete cascade,
  is_out boolean not null,
  is_low boolean not null,
  -- Zero for archived products, which are never low or out of stock. The counters of variants (catalogue_counter)
  -- follow this row: counting the variants anew took 0.1 s at 100,000 products.
  low_variants integer not null default 0,
  out_variants integer not null default 0,
  is_archived boolean not null default false
);
comment on table product_stock_level is 'Whether a product is out of or low in stock, and how many of its variants are; kept by triggers.';
create index product_stock_level_out on product_stock_level (product_id) where is_out;
create index product_stock_level_low on product_stock_level (product_id) where is_low;

create table catalogue_counter (
  kind text not null,
  value text not null,
  n integer not null,
  constraint catalogue_tally_kind_check check (kind in ('product', 'variant'))
);
comment on table catalogue_counter is 'Counters of products and variants as deltas, written by triggers and rolled up by a job.';

alter table collection_placement add constraint collection_placement_product_id_fkey foreign key (product_id) references product(id) on delete cascade;

insert into collection (slug, name, title, description, picture_key, position) values
  ('accessories', 'Accessories', 'Accessories', 'Watches, bags, belts, jewellery and the small things that finish a look', null, 5),
  ('footwear', 'Footwear', 'Footwear', 'Sneakers, sandals, juttis and shoes for every day of the week', null, 6),
  ('girls', 'Girls', 'Girls Fashion', 'Fresh tops, dresses, kurtis and accessories for every day', null, 2),
  ('men', 'Men', 'Men''s Wear', 'Tees, shirts, denim and kurtas that work from class to weekend', null, 3),
  ('students', 'Students', 'Student Collection', 'Trendy and affordable clothes, bags and shoes for campus life', null, 1),
  ('women', 'Women', 'Women''s Collection', 'Kurtas, dresses, denim and layers for work, college and festivals', null, 4);

insert into product_type (name, words, parent, kinds, categories, collections, name_words, similar_types, complementary_types) values
  ('Abayas', '{abaya,burka,burqa,hijab,naqab}', 'Ethnic wear', '{}', '{}', '{}', '{abaya,hijab}', '{Scarves,"Maxi dresses"}', '{}'),
  ('Accessories', '{accessory,एक्सेसरीज}', null, '{accessories}', '{}', '{}', '{}', '{}', '{}'),
  ('Ankle boots', '{"ankle boot",chelsea,"chelsea boots"}', 'Boots', '{}', '{boots}', '{}', '{ankle,chelsea}', '{}', '{}'),
  ('Anklets', '{anklet,payal,pajeb,पायल}', 'Jewellery', '{}', '{}', '{}', '{anklet,payal}', '{Bangles}', '{}'),
  ('Aviators', '{aviator,"pilot sunglasses","aviator sunglasses"}', 'Sunglasses', '{}', '{}', '{}', '{aviator}', '{}', '{}'),
  ('Backpacks', '{backpack,"back pack",bagpack,rucksack,"school bag",schoolbag,"college bag",basta,bastaa,pithu,"tuition bag",बस्ता,बैकपैक,"स्कूल बैग","कॉलेज बैग","back bag","bag pack",पिट्ठू}', 'Bags', '{}', '{backpacks}', '{}', '{}', '{}', '{T-Shirts,Hoodies,Caps}'),
  ('Bags', '{bag,baig,thaila,"bags and luggage",बैग,थैला}', null, '{bag}', '{}', '{}', '{}', '{}', '{Dresses,Shirts,Sunglasses}'),
  ('Bangles', '{bangle,chudi,choodi,chudiyan,kada,kangan,"bangle set",चूड़ी,चूड़ियां,कड़ा,कंगन}', 'Jewellery', '{}', '{}', '{}', '{bangle}', '{}', '{}'),
  ('Beanies', '{beanie,"woollen cap","woolen cap","winter cap","monkey cap","ऊनी टोपी"}', 'Caps and hats', '{}', '{}', '{}', '{beanie}', '{}', '{}'),
  ('Beauty', '{makeup,"make up",lipstick,kajal,"mehendi cone","nail polish","face wash","cream for face",shampoo,serum,bindi}', null, '{}', '{}', '{}', '{}', '{}', '{}'),
  ('Belts', '{belt,patta,kamarband,बेल्ट}', 'Accessories', '{}', '{belts}', '{}', '{}', '{}', '{Trousers,Jeans,Wallets}'),
  ('Blazers', '{blazer,suit,suits,"coat pant",tuxedo,"formal suit","3 piece suit",ब्लेज़र,ब्लेजर,"कोट पैंट"}', 'Western wear', '{}', '{}', '{}', '{blazer,suit}', '{"Nehru jackets",Jackets}', '{}'),
  ('Blouses', '{blouse,ब्लाउज}', 'Tops', '{}', '{}', '{}', '{blouse}', '{Tops}', '{}'),
  ('Bombers', '{bomber,"bomber jacket","varsity jacket"}', 'Jackets', '{}', '{}', '{}', '{bomber,"varsity jacket"}', '{}', '{}'),
  ('Boots', '{boot,बूट}', 'Shoes', '{}', '{boots}', '{}', '{}', '{}', '{Jeans,Jackets,Socks}'),
  ('Bracelets', '{bracelet,"kada bracelet"}', 'Jewellery', '{}', '{}', '{}', '{bracelet}', '{Bangles}', '{}'),
  ('Briefcases', '{briefcase,"brief case"}', 'Bags', '{}', '{}', '{}', '{briefcase}', '{"Laptop bags"}', '{}'),
  ('Bucket bags', '{"bucket bag"}', 'Bags', '{}', '{}', '{}', '{"bucket bag"}', '{Handbags}', '{}'),
  ('Caps and hats', '{headwear}', 'Accessories', '{}', '{caps-and-hats}', '{}', '{}', '{}', '{T-Shirts,Sunglasses,Sneakers}'),
  ('Caps', '{cap,topi,"baseball cap",टोपी,कैप}', 'Caps and hats', '{}', '{caps-and-hats}', '{}', '{cap}', '{}', '{}'),
  ('Cardigans', '{cardigan,shrug,कार्डिगन}', 'Jackets and layers', '{}', '{}', '{}', '{cardigan,shrug}', '{}', '{}'),
  ('Cargos', '{cargo,"cargo pants","cargo pant",cargos}', 'Trousers', '{}', '{trousers-and-joggers}', '{}', '{cargo}', '{}', '{}'),
  ('Chinos', '{chino,"chinos pant"}', 'Trousers', '{}', '{}', '{}', '{chinos,chino}', '{}', '{}'),
  ('Clothes', '{clothing,cloth,apparel,wear,outfit,outfits,garment,kapde,kapda,kapade,"dresses and clothes",कपड़े,कपड़ा,वस्त्र}', null, '{dress}', '{}', '{}', '{}', '{}', '{}'),
  ('Clutches', '{clutch,"clutch bag","party purse"}', null, '{}', '{}', '{}', '{clutch}', '{Handbags,"Sling bags"}', '{}'),
  ('Crop tops', '{"crop top",croptop,"crop tee","cropped top"}', 'Tops', '{}', '{}', '{}', '{cropped,crop}', '{}', '{}'),
  ('Cufflinks', '{cufflink,"cuff link","tie pin",brooch,broach}', 'Accessories', '{}', '{}', '{}', '{cufflink,brooch,"tie pin"}', '{Ties}', '{}'),
  ('Dhotis', '{dhoti,lungi,mundu,veshti,धोती,लुंगी}', 'Ethnic wear', '{}', '{}', '{}', '{dhoti,lungi}', '{Kurtas,Palazzos}', '{}'),
  ('Dresses', '{dress,frock,frocks,frok,gown,"one piece",onepiece,ड्रेस,फ्रॉक,गाउन}', 'Western wear', '{}', '{dresses}', '{}', '{}', '{}', '{Sandals,"Sling bags",Earrings}'),
  ('Duffels', '{duffel,duffle,"duffel bag","duffle bag",weekender}', 'Bags', '{}', '{}', '{}', '{duffel,duffle}', '{}', '{}'),
  ('Dupattas', '{dupatta,chunni,odhni,chunri,chunariya,duppata,दुपट्टा,चुन्नी,ओढ़नी}', 'Scarves and dupattas', '{}', '{}', '{}', '{dupatta}', '{}', '{Kurtas,Earrings,Juttis}'),
  ('Earrings', '{earring,"ear ring","ear rings",bali,baali,"kaan ki bali",studs,"tops earrings",इयररिंग,बाली}', 'Jewellery', '{accessories}', '{}', '{}', '{earring,earrings,jhumka,hoops,stud,studs}', '{}', '{}'),
  ('Electronics', '{laptop,laptops,mobile,"mobile phone",phone,smartphone,earphone,earphones,headphone,headphones,earbuds,buds,airpods,charger,"power bank",powerbank,tablet,ipad,camera,keyboard,mouse,speaker,tv,trimmer,"phone case","phone cover","mobile cover","back cover"}', null, '{}', '{}', '{}', '{}', '{}', '{}'),
  ('Ethnic wear', '{ethnic,"ethnic wear","traditional wear","indian wear","desi wear","traditional dress",paramparik,एथनिक}', 'Clothes', '{}', '{}', '{}', '{}', '{Kurtas,Dupattas}', '{}'),
  ('Flats', '{flat,"ballet flats",ballerina,ballerinas,bellies,"belly shoes","flat sandals","flat shoes"}', 'Footwear', '{}', '{juttis-and-flats}', '{}', '{flats,ballerinas,ballet,jutti,mojari}', '{}', '{Dresses,Kurtas,"Sling bags"}'),
  ('Flip flops', '{"flip flop",flipflop,thong,thongs}', 'Slippers', '{}', '{}', '{}', '{"flip flop","flip flops"}', '{}', '{}'),
  ('Footwear', '{"foot wear","pairon ke liye",फुटवियर}', null, '{shoes}', '{}', '{}', '{}', '{}', '{}'),
  ('Formal shoes', '{"formal shoe","office shoes","leather shoes","school shoes"}', 'Shoes', '{}', '{loafers-and-casual-shoes}', '{}', '{loafers,interview,oxford,derby,"lace up",formal}', '{}', '{}'),
  ('Formal trousers', '{"formal pant","formal pants","formal trouser","office pants"}', 'Trousers', '{}', '{trousers-and-joggers}', '{}', '{formal,"check trousers",slim}', '{}', '{}'),
  ('Gloves', '{glove,"hand gloves",dastane,दस्ताने}', 'Accessories', '{}', '{}', '{}', '{glove,gloves}', '{Beanies,Scarves}', '{}'),
  ('Handbags', '{handbag,"hand bag",purse,"ladies purse","ladies bag","hand purse",हैंडबैग,पर्स}', 'Bags', '{}', '{handbags}', '{}', '{}', '{}', '{}'),
  ('Handkerchiefs', '{handkerchief,hanky,hankies,kerchief,rumal,roomal,rumaal,"pocket square",रुमाल}', 'Accessories', '{}', '{}', '{}', '{handkerchief,hanky,"pocket square"}', '{Stoles}', '{}'),
  ('Hats', '{hat,"bucket hat",हैट}', 'Caps and hats', '{}', '{caps-and-hats}', '{}', '{hat}', '{}', '{}'),
  ('Heels', '{heel,"high heels","heel sandal","heels sandal",pumps,stilettos,wedges,"block heels",हील}', 'Footwear', '{shoes}', '{}', '{}', '{heeled,"block heel","high heel",stiletto,wedge}', '{Flats,Juttis,Sandals}', '{}'),
  ('Henleys', '{henley,"henley tshirt"}', 'T-Shirts', '{}', '{polos-and-henleys}', '{}', '{henley}', '{}', '{}'),
  ('High tops', '{"high top","high top shoes","high top sneakers","ankle sneakers"}', 'Sneakers', '{}', '{}', '{}', '{"high top","high tops"}', '{}', '{}'),
  ('Home', '{bedsheet,"bed sheet",curtain,curtains,pillow,blanket,towel,cushion,bottle,"water bottle",mug,"lunch box",tiffin,notebook,book,books,pen,toy,toys,furniture,sofa}', null, '{}', '{}', '{}', '{}', '{Totes}', '{}'),
  ('Hoodies and sweatshirts', '{"winter top"}', 'Western wear', '{}', '{hoodies-and-sweatshirts}', '{}', '{}', '{}', '{Joggers,Sneakers,Beanies}'),
  ('Hoodies', '{hoodie,hoody,hoodies,"hooded sweatshirt",hudi,हुडी}', 'Hoodies and sweatshirts', '{}', '{}', '{}', '{hoodie}', '{}', '{}'),
  ('Hoops', '{hoop,"hoop earrings"}', 'Earrings', '{}', '{jewellery}', '{}', '{hoops,hoop}', '{}', '{}'),
  ('Innerwear', '{"inner wear",bra,bras,panty,panties,lingerie,underwear,brief,briefs,boxer,boxers,trunk,trunks,baniyan,banian,"vest for men","camisole inner",thermal,thermals,shapewear,ब्रा,बनियान,अंडरवियर}', null, '{}', '{}', '{}', '{}', '{Socks,T-Shirts}', '{}'),
  ('Jackets and layers', '{layer,layers}', 'Western wear', '{}', '{jackets-and-layers}', '{}', '{}', '{}', '{T-Shirts,Jeans,Boots}'),
  ('Jackets', '{jacket,jaket,coat,जैकेट,जाकेट}', 'Jackets and layers', '{}', '{}', '{}', '{jacket}', '{"Jackets and layers"}', '{}'),
  ('Jeans', '{jean,jeens,jins,denims,"mom jeans","mom fit jeans","boyfriend jeans",जींस,जीन्स}', 'Western wear', '{}', '{jeans}', '{}', '{}', '{}', '{T-Shirts,Belts,Sneakers}'),
  ('Jewellery', '{jewelry,jewellary,jewelery,gehne,gahne,gehna,zevar,jewar,"artificial jewellery","imitation jewellery",गहने,ज़ेवर,जेवर,आभूषण}', 'Accessories', '{}', '{jewellery}', '{}', '{}', '{}', '{Kurtas,Dresses,Dupattas}'),
  ('Jhumkas', '{jhumka,jhumke,jhumki,झुमका,झुमके}', 'Earrings', '{}', '{}', '{}', '{jhumka}', '{}', '{}'),
  ('Joggers', '{jogger,"track pants",trackpants,"track pant",trackpant,lower,lowers,sweatpants,"ट्रैक पैंट",लोअर}', 'Trousers', '{}', '{trousers-and-joggers}', '{}', '{joggers,jogger,"track pants","track pant"}', '{}', '{T-Shirts,Sneakers,Socks}'),
  ('Jumpsuits', '{jumpsuit,"jump suit",playsuit,romper,dungaree,dungarees,"co ord set","coord set","cord set","co ords",coords}', 'Western wear', '{}', '{}', '{}', '{jumpsuit,playsuit,romper,dungaree,"co ord"}', '{Dresses,Tops}', '{}'),
  ('Juttis', '{jutti,jooti,juti,joothi,jutis,mojari,mojri,mojaris,khussa,जूती,मोजरी}', 'Shoes', '{}', '{juttis-and-flats}', '{}', '{jutti,mojari,khussa}', '{}', '{Kurtas,Palazzos,Earrings}'),
  ('Kids wear', '{kids,kid,baby,babies,newborn,toddler,infant,bachche,bachcha,baccha,bachon,बच्चे,बच्चों}', null, '{}', '{}', '{}', '{}', '{T-Shirts}', '{}'),
  ('Kolhapuris', '{kolhapuri,kolapuri,"kolhapuri chappal",कोल्हापुरी}', 'Sandals', '{}', '{}', '{}', '{kolhapuri}', '{}', '{}'),
  ('Kurtas', '{kurta,kurte,kurtha,kurtas,कुर्ता,कुर्ते}', 'Ethnic wear', '{}', '{kurtas}', '{}', '{}', '{}', '{Palazzos,Juttis,Dupattas}'),
  ('Kurtis', '{kurti,kurties,kurtiya,kurtis,कुर्ती,कुर्तियां}', 'Kurtas', '{}', '{kurtas}', '{women,girls}', '{}', '{}', '{}'),
  ('Laptop bags', '{"laptop bag","laptop sleeve","laptop backpack","macbook bag","लैपटॉप बैग"}', 'Bags', '{bag}', '{}', '{}', '{laptop,briefcase}', '{}', '{}'),
  ('Leggings', '{legging,jegging,jeggings,tights,"yoga pants","churidar legging",लेगिंग}', 'Western wear', '{}', '{}', '{}', '{legging,leggings,jeggings,tights}', '{Palazzos,Joggers,Jeans}', '{}'),
  ('Lehengas', '{lehenga,lehnga,lehanga,langa,"chaniya choli","ghagra choli","half saree",लहंगा,लहँगा}', 'Ethnic wear', '{}', '{}', '{}', '{lehenga}', '{"Long skirts",Dupattas,Kurtis}', '{}'),
  ('Loafers', '{loafer,लोफर}', 'Shoes', '{}', '{loafers-and-casual-shoes}', '{}', '{loafers,loafer}', '{}', '{}'),
  ('Long skirts', '{"long skirt","maxi skirt"}', 'Skirts', '{}', '{skirts}', '{}', '{long,maxi,tiered}', '{}', '{}'),
  ('Maang tikkas', '{"maang tikka","mang tika",tikka}', 'Jewellery', '{}', '{}', '{}', '{tikka}', '{Earrings,Necklaces}', '{}'),
  ('Mangalsutras', '{mangalsutra,"mangal sutra",मंगलसूत्र}', 'Jewellery', '{}', '{}', '{}', '{mangalsutra}', '{Necklaces}', '{}'),
  ('Masks', '{mask,"face mask"}', 'Accessories', '{}', '{}', '{}', '{mask}', '{Scarves}', '{}'),
  ('Maxi dresses', '{maxi,"maxi dress","long dress"}', 'Dresses', '{}', '{dresses}', '{}', '{maxi}', '{}', '{}'),
  ('Messenger bags', '{"messenger bag",messenger}', 'Bags', '{}', '{}', '{}', '{messenger}', '{}', '{}'),
  ('Midi dresses', '{midi,"midi dress"}', 'Dresses', '{}', '{dresses}', '{}', '{midi}', '{}', '{}'),
  ('Mini skirts', '{"mini skirt","short skirt"}', 'Skirts', '{}', '{skirts}', '{}', '{mini,"pleated mini"}', '{}', '{}'),
  ('Moccasins', '{moccasin,mocassin,"boat shoes"}', 'Shoes', '{}', '{loafers-and-casual-shoes}', '{}', '{moccasin,moccasins,"boat shoes"}', '{}', '{}'),
  ('Necklaces', '{necklace,"neck piece",neckpiece,haar,mala,chain,pendant,choker,हार,माला,नेकलेस}', 'Jewellery', '{}', '{}', '{}', '{necklace,pendant,choker,chain}', '{}', '{}'),
  ('Nehru jackets', '{"nehru jacket","modi jacket",bandhgala,"jawahar jacket","नेहरू जैकेट"}', 'Jackets', '{}', '{}', '{}', '{"nehru jacket",bandhgala}', '{}', '{}'),
  ('Nightwear', '{"night wear",nighty,nightie,"night suit",nightsuit,"night dress",nightdress,sleepwear,loungewear,"lounge wear",नाइटी}', null, '{}', '{}', '{}', '{}', '{Joggers,T-Shirts}', '{}'),
  ('Nose pins', '{"nose pin",nath,"nose ring",नथ}', 'Jewellery', '{}', '{}', '{}', '{"nose pin",nath}', '{Earrings}', '{}'),
  ('Overshirts', '{overshirt,"over shirt",shacket}', 'Shirts', '{}', '{}', '{}', '{overshirt,shacket}', '{}', '{}'),
  ('Palazzos', '{palazzo,plazo,palazo,plazzo,"palazzo pants",पलाज़ो,प्लाजो}', 'Trousers', '{}', '{}', '{}', '{palazzo}', '{}', '{Kurtas,Juttis,Earrings}'),
  ('Perfumes', '{perfume,deo,deodorant,attar,fragrance,scent,इत्र}', null, '{}', '{}', '{}', '{}', '{}', '{}'),
  ('Polos', '{polo,"polo shirt","polo tshirt","polo t shirt","collar tshirt","collar t shirt",पोलो}', 'T-Shirts', '{}', '{polos-and-henleys}', '{}', '{polo}', '{}', '{}'),
  ('Potlis', '{"potli bag",potli}', 'Bags', '{bag}', '{}', '{}', '{potli}', '{"Bucket bags"}', '{}'),
  ('Puffer jackets', '{puffer,"puffer jacket","padded jacket","down jacket","leather jacket","biker jacket",parka,"trench coat",overcoat,"long coat"}', 'Jackets', '{}', '{}', '{}', '{puffer,"padded jacket",biker,parka,overcoat}', '{Jackets,Hoodies}', '{}'),
  ('Pyjamas', '{pyjama,pajama,pajamas,payjama,"night pants","lounge pants",पजामा,पायजामा}', 'Trousers', '{}', '{trousers-and-joggers}', '{}', '{lounge,pyjama}', '{Joggers}', '{}'),
  ('Raincoats', '{raincoat,"rain coat","rain jacket",rainwear,poncho,windcheater,"wind cheater",windbreaker,barsati,रेनकोट,बरसाती}', 'Western wear', '{}', '{}', '{}', '{raincoat,windcheater,poncho,windbreaker}', '{Jackets,Hoodies}', '{}'),
  ('Rings', '{ring,"finger ring",anguthi,angoothi,अंगूठी}', 'Jewellery', '{}', '{jewellery}', '{}', '{ring}', '{Earrings,Bangles}', '{}'),
  ('Salwar suits', '{"salwar suit",salwar,"salwar kameez",churidar,chudidar,anarkali,"punjabi suit",patiala,"suit piece","dress material","suit set","kurta set","kurti set","kurta pajama","kurta pyjama",सलवार,"सलवार सूट",सूट}', 'Ethnic wear', '{}', '{}', '{}', '{salwar,"suit set","kurta set",anarkali,churidar}', '{Kurtas,Palazzos,Dupattas}', '{}'),
  ('Sandals', '{sandal,chappal,"slipper chappal",floaters,चप्पल,सैंडल}', 'Footwear', '{}', '{sandals-and-slides}', '{}', '{}', '{}', '{Dresses,Skirts,"Sling bags"}'),
  ('Sarees', '{saree,sari,saari,sadi,sarees,sadee,साड़ी,साडी}', 'Ethnic wear', '{}', '{}', '{}', '{saree,sari}', '{Kurtas,Dupattas,"Long skirts"}', '{}'),
  ('Satchels', '{satchel}', 'Bags', '{}', '{}', '{}', '{satchel}', '{}', '{}'),
  ('Scarves and dupattas', '{}', 'Accessories', '{}', '{scarves-and-dupattas}', '{}', '{}', '{}', '{Kurtas,Jeans,Earrings}'),
  ('Scarves', '{scarf,scarfs,muffler,mufflers,gamcha,स्कार्फ,मफलर}', 'Scarves and dupattas', '{}', '{scarves-and-dupattas}', '{}', '{scarf,muffler,stole}', '{}', '{}'),
  ('Scrunchies', '{scrunchie,scrunchy,"hair band",hairband,"hair tie","rubber band","hair accessories","hair accessory"}', 'Accessories', '{}', '{ties-and-hair-accessories}', '{}', '{scrunchie,hair}', '{}', '{Dresses,Tops,Earrings}'),
  ('Sherwanis', '{sherwani,achkan,"indo western",शेरवानी}', 'Ethnic wear', '{}', '{}', '{}', '{sherwani}', '{Kurtas,"Nehru jackets"}', '{}'),
  ('Shirt dresses', '{"shirt dress",shirtdress}', 'Dresses', '{}', '{dresses}', '{}', '{"shirt dress"}', '{}', '{}'),
  ('Shirts', '{shirt,kameez,kamiz,kamij,शर्ट,कमीज़,कमीज}', 'Western wear', '{}', '{shirts}', '{}', '{}', '{}', '{Trousers,Belts,Loafers}'),
  ('Shoes', '{shoe,joota,joote,jute,juta,"joota chappal","casual shoes","canvas shoes",जूता,जूते,शूज}', 'Footwear', '{}', '{sneakers,loafers-and-casual-shoes,boots,shoes}', '{}', '{}', '{}', '{Trousers,Shirts,Belts}'),
  ('Short kurtas', '{"short kurta","short kurti"}', 'Kurtas', '{}', '{kurtas}', '{}', '{"short kurta","short kurti",short}', '{}', '{}'),
  ('Shorts', '{"short pants","half pant","half pants",halfpant,nikkar,nicker,knicker,bermuda,निकर,शॉर्ट्स,"हाफ पैंट"}', 'Western wear', '{}', '{shorts}', '{}', '{}', '{}', '{T-Shirts,Slippers,Caps}'),
  ('Shoulder bags', '{"shoulder bag"}', 'Bags', '{bag}', '{}', '{}', '{"shoulder bag"}', '{Handbags,"Sling bags"}', '{}'),
  ('Skirts', '{skirt,ghagra,स्कर्ट,घाघरा}', 'Western wear', '{}', '{skirts}', '{}', '{}', '{}', '{Tops,Flats,"Sling bags"}'),
  ('Sling bags', '{"sling bag",sling,slings,crossbody,"cross body","crossbody bag","cross body bag","side bag","स्लिंग बैग"}', 'Bags', '{}', '{sling-bags}', '{}', '{}', '{}', '{Dresses,Sunglasses,Earrings}'),
  ('Slip ons', '{"slip on",slipon,slipons,"slip on shoes"}', 'Shoes', '{}', '{loafers-and-casual-shoes}', '{}', '{"slip on","slip ons"}', '{}', '{}'),
  ('Slippers', '{slipper,hawai,"hawai chappal","bathroom slippers","house slippers",slide,slides,sliders,स्लीपर,"हवाई चप्पल"}', 'Sandals', '{}', '{sandals-and-slides}', '{}', '{slides,slide,"flip flops","flip flop",slippers,slipper}', '{}', '{}'),
  ('Smart watches', '{"smart watch",smartwatch,smartwatches,"fitness band","smart band","apple watch","digital watch smart"}', null, '{}', '{}', '{}', '{}', '{Watches}', '{}'),
  ('Sneakers', '{sneaker,trainers,"canvas sneakers",keds,स्नीकर,स्नीकर्स}', 'Shoes', '{}', '{sneakers}', '{}', '{}', '{}', '{Socks,Jeans,T-Shirts}'),
  ('Socks', '{sock,moza,moze,mauje,moja,मोज़े,मोजे,जुराब}', 'Accessories', '{}', '{socks}', '{}', '{}', '{}', '{Sneakers,T-Shirts,Shorts}'),
  ('Sports goods', '{"cricket bat",football,dumbbell,"yoga mat",cycle,"bat ball",badminton}', null, '{}', '{}', '{}', '{}', '{}', '{}'),
  ('Stoles', '{stole,shawl,shawls,shaal,शॉल,स्टोल}', 'Scarves and dupattas', '{}', '{}', '{}', '{stole,shawl}', '{}', '{}'),
  ('Suitcases', '{luggage,suitcase,trolley,"trolley bag","cabin bag","luggage bag"}', 'Bags', '{}', '{}', '{}', '{suitcase,trolley}', '{Duffels,Backpacks}', '{}'),
  ('Sundresses', '{sundress,"sun dress","summer dress","beach dress"}', 'Dresses', '{}', '{dresses}', '{}', '{sundress,strappy,tiered}', '{}', '{}'),
  ('Sunglasses', '{sunglass,"sun glasses",goggles,goggle,chashma,chasma,shades,eyewear,glares,coolers,चश्मा,"धूप का चश्मा"}', 'Accessories', '{}', '{sunglasses}', '{}', '{}', '{}', '{T-Shirts,Caps,Dresses}'),
  ('Suspenders', '{suspender,gallace}', 'Accessories', '{}', '{}', '{}', '{suspender}', '{Belts}', '{}'),
  ('Sweaters', '{sweater,jumper,pullover,swetar,woollen,woolen,woollens,knitwear,स्वेटर}', 'Western wear', '{dress}', '{}', '{}', '{sweater,cardigan,pullover}', '{}', '{}'),
  ('Sweatshirts', '{sweatshirt,"sweat shirt",स्वेटशर्ट}', 'Hoodies and sweatshirts', '{}', '{hoodies-and-sweatshirts}', '{}', '{sweatshirt}', '{}', '{}'),
  ('Swimwear', '{swimsuit,"swim suit","swimming costume","swimming dress",bikini,swimwear,swimming}', 'Western wear', '{}', '{}', '{}', '{swimsuit,bikini}', '{Shorts,"Flip flops"}', '{}'),
  ('T-Shirts', '{"t shirt",tshirt,tee,tees,"tee shirt",tishirt,teeshirt,tsirt,टीशर्ट,"टी शर्ट"}', 'Western wear', '{}', '{t-shirts}', '{}', '{}', '{}', '{Jeans,Sneakers,Caps}'),
  ('Tank tops', '{"tank top",tank,"vest top",camisole,cami,spaghetti}', 'Tops', '{}', '{tops}', '{}', '{tank,vest}', '{}', '{}'),
  ('Ties', '{tie,necktie,"neck tie","bow tie",टाई}', 'Accessories', '{}', '{ties-and-hair-accessories}', '{}', '{tie}', '{}', '{Shirts,Trousers,Belts}'),
  ('Tops', '{top,"ladies top","girls top","women top",टॉप}', 'Western wear', '{}', '{tops}', '{}', '{}', '{}', '{Jeans,Skirts,"Sling bags"}'),
  ('Totes', '{tote,"tote bag",totes,jhola,jhole,"shopping bag","cloth bag",झोला}', 'Bags', '{}', '{totes}', '{}', '{}', '{}', '{Dresses,Kurtas,Sunglasses}'),
  ('Tracksuits', '{tracksuit,"track suit","jogging suit"}', 'Western wear', '{}', '{}', '{}', '{tracksuit}', '{Joggers,Hoodies}', '{}'),
  ('Trousers', '{trouser,pant,pants,patloon,bottoms,"bottom wear",bottomwear,पैंट,पतलून,पेंट}', 'Western wear', '{}', '{trousers-and-joggers}', '{}', '{}', '{}', '{Shirts,Belts,Loafers}'),
  ('Trucker jackets', '{"trucker jacket"}', 'Jackets', '{}', '{}', '{}', '{"trucker jacket"}', '{Jackets}', '{}'),
  ('Umbrellas', '{umbrella,chhata,chata,छाता}', 'Accessories', '{}', '{}', '{}', '{umbrella}', '{Caps}', '{}'),
  ('Uniforms', '{uniform,"school uniform","school dress"}', null, '{}', '{}', '{}', '{}', '{Shirts,Trousers}', '{}'),
  ('Waist bags', '{"waist bag","fanny pack","belt bag","chest bag"}', 'Bags', '{}', '{}', '{}', '{"waist bag","fanny pack"}', '{"Sling bags"}', '{}'),
  ('Waistcoats', '{waistcoat,"waist coat","vest coat"}', 'Jackets', '{}', '{}', '{}', '{waistcoat}', '{"Nehru jackets"}', '{}'),
  ('Wallets', '{wallet,batua,"money purse","card holder",cardholder,"purse for men","gents purse",बटुआ,वॉलेट}', 'Accessories', '{}', '{wallets}', '{}', '{}', '{}', '{Belts,Watches,Jeans}'),
  ('Watches', '{watch,"wrist watch",wristwatch,ghadi,ghari,gadi,"hand watch",घड़ी,घडी,वॉच}', null, '{watch}', '{watches}', '{}', '{}', '{}', '{Shirts,Belts,Wallets}'),
  ('Western wear', '{western,"western wear","western dress"}', 'Clothes', '{}', '{}', '{}', '{}', '{}', '{}');

insert into catalogue_counter (kind, value, n) values
  ('product', 'out', 0);

create function refuse_unmoved_stock() returns trigger language plpgsql as $$
begin
  raise exception 'stock changes only by a row in stock_movement' using errcode = 'integrity_constraint_violation';
end $$;

-- The names of a product's category and of the one that it is part of.
create function category_words(wanted uuid) returns text language sql stable as $$
  select concat_ws(' ', c.name, up.name) from category c left join category up on up.id = c.parent_id where c.id = wanted
$$;

-- What a search looks through: name, brand, category and tags.
create function fill_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := search_normal(concat_ws(' ', new.name, new.brand, category_words(new.category_id),
    array_to_string(new.tags, ' ')));
  return new;
end $$;

create function refill_search_text() returns trigger language plpgsql as $$
begin
  update product set category_id = category_id
    where category_id in (select id from category where id = new.id or parent_id = new.id);
  return null;
end $$;

create function offers_after_insert() returns trigger language plpgsql as $$
begin
  perform offers_follow_products(array(select id from added));
  return null;
end $$;

create function offers_after_category() returns trigger language plpgsql as $$
begin
  perform offers_follow_products(array(select a.id from added a join removed r on r.id = a.id
    where a.category_id is distinct from r.category_id));
  return null;
end $$;

create function offers_after_collected() returns trigger language plpgsql as $$
begin
  perform offers_follow_products(array(select distinct product_id from added));
  return null;
end $$;

create function offers_after_uncollected() returns trigger language plpgsql as $$
begin
  perform offers_follow_products(array(select distinct product_id from removed));
  return null;
end $$;

-- The words of descriptions too, with the lowest weight: "pockets" or "full sleeve" narrow a search down.
create function fill_search_words() returns trigger language plpgsql as $$
begin
  new.search_words :=
    setweight(to_tsvector('shop_words', search_clean(new.name)), 'A') ||
    setweight(to_tsvector('shop_words', search_clean(coalesce(category_words(new.category_id), ''))), 'B') ||
    setweight(to_tsvector('shop_words', search_clean(concat_ws(' ', new.brand,
      array_to_string(new.tags, ' '), new.material))), 'C') ||
    setweight(to_tsvector('shop_words', search_clean(left(new.description, 2000))), 'D');
  return new;
end $$;

create function check_category_depth() returns trigger language plpgsql as $$
begin
  if new.parent_id is not null and (
    exists (select from category where id = new.parent_id and parent_id is not null)
    or exists (select from category where parent_id = new.id)
  ) then
    raise exception 'categories are two deep' using errcode = '23514';
  end if;
  return new;
end $$;

-- The HSN code of a category is what its products get when they have none: it is copied, so that a later change of the
-- category changes the tax of no product.
create function fill_hsn_code() returns trigger language plpgsql as $$
begin
  new.hsn_code := (select coalesce(c.hsn_code, p.hsn_code)
    from category c left join category p on p.id = c.parent_id where c.id = new.category_id);
  return new;
end $$;

-- Offers and product types name a collection by its slug, without a foreign key.
create function follow_collection_slug() returns trigger language plpgsql as $$
begin
  update offer_scope set ref = new.slug where kind = 'collection' and ref = old.slug;
  update product_type set collections = array_replace(collections, old.slug, new.slug)
    where old.slug = any(collections);
  return null;
end $$;

-- Moves everything of one category into another and deletes it: products, parts, size guides where the target has none,
-- offers, rules, product types and its earlier addresses follow. The caller has checked that the details of the products
-- fit.
create function merge_category(source uuid, target uuid) returns void language plpgsql as $$
declare
  old_slug text := (select slug from category where id = source);
  new_slug text := (select slug from category where id = target);
begin
  update product set category_id = target where category_id = source;
  update collection set rule = replace(rule::text, source::text, target::text)::jsonb
    where rule::text like '%' || source::text || '%';
  update cod_rule set rule = replace(rule::text, source::text, target::text)::jsonb, version = version + 1
    where rule::text like '%' || source::text || '%';
  update category set parent_id = target where parent_id = source;
  update size_guide g set category_id = target where category_id = source and not exists (
    select from size_guide o where o.category_id = target
      and lower(o.brand) is not distinct from lower(g.brand) and o.size_scale is not distinct from g.size_scale);
  insert into offer_scope (offer_id, kind, ref)
    select offer_id, kind, new_slug from offer_scope where kind = 'category' and ref = old_slug
    on conflict do nothing;
  delete from offer_scope where kind = 'category' and ref = old_slug;
  perform fill_offer(offer_id) from offer_scope where kind = 'category' and ref = new_slug;
  update product_type set categories = array(
      select distinct unnest(array_replace(categories, old_slug, new_slug)) order by 1)
    where old_slug = any(categories);
  update category_redirect set category_id = target where category_id = source;
  insert into category_redirect (slug, category_id) values (old_slug, target);
  delete from category where id = source;
end $$;

create function keep_first_prices() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, price, original_price)
    select id, price, original_price from added order by id;
  return null;
end $$;

create function keep_changed_prices() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, price, original_price)
    select a.id, a.price, a.original_price from added a join removed r on r.id = a.id
    where (a.price, a.original_price) is distinct from (r.price, r.original_price) order by a.id;
  return null;
end $$;

-- A variant's first own price follows the product's, which it had until then: that one counts for the lowest price
-- of the last weeks too.
create function keep_variant_price() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.price is null then
    insert into price_history (product_id, variant_id, price)
      select new.product_id, new.id, price from product where id = new.product_id;
  end if;
  insert into price_history (product_id, variant_id, price) values (new.product_id, new.id, new.price);
  return null;
end $$;

create function count_products() returns trigger language plpgsql as $$
declare
  moved uuid[];
begin
  if tg_op = 'INSERT' then
    insert into product_stock_level (product_id, is_out, is_low, is_archived)
      select id, true, false, status = 'archived' from added;
    insert into catalogue_counter select 'product', status, count(*) from added group by status;
  elsif tg_op = 'DELETE' then
    insert into catalogue_counter select 'product', status, -count(*) from removed group by status;
  else
    insert into catalogue_counter select 'product', status, sum(one) from (
      select status, 1 as one from added union all select status, -1 from removed) counted
    group by status having sum(one) <> 0;
    moved := array(select a.id from added a join removed r on r.id = a.id
      where (a.status = 'archived') <> (r.status = 'archived'));
    if cardinality(moved) = 0 then return null; end if;
    -- In one order, as in update_stock_levels.
    perform 1 from product_stock_level where product_id = any(moved) order by product_id for update;
    update product_stock_level s set is_archived = a.status = 'archived' from added a
      where s.product_id = a.id and s.product_id = any(moved);
  end if;
  return null;
end $$;

create function count_stock_levels() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into catalogue_counter select c.kind, c.value, sum(c.n)
      from added a, stock_level_counts(a.is_archived, a.is_out, a.low_variants, a.out_variants) c
    group by 1, 2 having sum(c.n) <> 0;
  elsif tg_op = 'DELETE' then
    insert into catalogue_counter select c.kind, c.value, -sum(c.n)
      from removed r, stock_level_counts(r.is_archived, r.is_out, r.low_variants, r.out_variants) c
    group by 1, 2 having sum(c.n) <> 0;
  else
    insert into catalogue_counter select c.kind, c.value, sum(sign * c.n)
      from (select 1 as sign, a.* from added a union all select -1, r.* from removed r) m,
        stock_level_counts(m.is_archived, m.is_out, m.low_variants, m.out_variants) c
    group by 1, 2 having sum(sign * c.n) <> 0;
  end if;
  return null;
end $$;

-- The rows are locked first and looked at in a second statement, so that two who sell the last units of two sizes
-- at the same moment both see what the other left.
create function update_stock_levels(ids uuid[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 0 then return; end if;
  perform 1 from product_stock_level where product_id = any(ids) order by product_id for update;
  update product_stock_level s
    set is_out = found.is_out, is_low = found.is_low, low_variants = found.low, out_variants = found.out
    from (select one.id, coalesce(bool_and(v.stock <= v.reserved), true) as is_out,
        coalesce(bool_or(v.stock - v.reserved <= 5), false) as is_low,
        (count(*) filter (where stock_level(v.stock, v.reserved) = 'low'))::integer as low,
        (count(*) filter (where stock_level(v.stock, v.reserved) = 'out'))::integer as out
      from unnest(ids) one (id) left join variant v on v.product_id = one.id group by one.id) found
    where s.product_id = found.id and (s.is_out, s.is_low, s.low_variants, s.out_variants)
      is distinct from (found.is_out, found.is_low, found.low, found.out);
end $$;

create function count_variants() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into catalogue_counter select 'variant', 'all', count(*) from added having count(*) > 0;
    perform update_stock_levels(array(select distinct product_id from added));
  else
    insert into catalogue_counter select 'variant', 'all', -count(*) from removed having count(*) > 0;
    perform update_stock_levels(array(select distinct product_id from removed));
  end if;
  return null;
end $$;

create trigger product_search_text before insert or update of name, brand, category_id, tags on product
  for each row execute function fill_search_text();
create trigger category_search_text after update of name, parent_id on category
  for each row when ((old.name, old.parent_id) is distinct from (new.name, new.parent_id))
  execute function refill_search_text();
create trigger product_touched before update on product for each row execute function touch();
create trigger product_live_insert after insert on product
  referencing new table as added
  for each statement execute function announce_added('products', 'id');
create trigger product_live_update after update on product
  referencing new table as added
  for each statement execute function announce_added('products', 'id');
create trigger product_live_delete after delete on product
  referencing old table as removed
  for each statement execute function announce_removed('products', 'id');
create trigger variant_live_insert after insert on variant
  referencing new table as added
  for each statement execute function announce_added('products', 'product_id');
create trigger variant_live_delete after delete on variant
  referencing old table as removed
  for each statement execute function announce_removed('products', 'product_id');
create trigger product_metrics_insert after insert on product
  referencing new table as added
  for each statement execute function record_row_metrics('stock', 'status');
create trigger product_metrics_update after update on product
  referencing old table as removed new table as added
  for each statement execute function record_row_metrics('stock', 'status');
create trigger product_metrics_delete after delete on product
  referencing old table as removed
  for each statement execute function record_row_metrics('stock', 'status');
create trigger product_offers_insert after insert on product
  referencing new table as added
  for each statement execute function offers_after_insert();
create trigger product_offers_update after update on product
  referencing old table as removed new table as added
  for each statement execute function offers_after_category();
create trigger collection_offers_insert after insert on product_collection
  referencing new table as added
  for each statement execute function offers_after_collected();
create trigger collection_offers_delete after delete on product_collection
  referencing old table as removed
  for each statement execute function offers_after_uncollected();
create trigger price_history_append_only before delete or update on price_history
  for each row execute function refuse_change();
create trigger price_history_never_emptied before truncate on price_history
  for each statement execute function refuse_change();
create trigger product_first_price after insert on product
  referencing new table as added
  for each statement execute function keep_first_prices();
create trigger product_changed_price after update on product
  referencing old table as removed new table as added
  for each statement execute function keep_changed_prices();
create trigger variant_first_price after insert on variant
  for each row when (new.price is not null) execute function keep_variant_price();
create trigger variant_changed_price after update of price on variant
  for each row when (old.price is distinct from new.price) execute function keep_variant_price();
create trigger product_picture_live_insert after insert on product_picture
  referencing new table as added
  for each statement execute function announce_added('products', 'product_id');
create trigger product_picture_live_update after update on product_picture
  referencing new table as added
  for each statement execute function announce_added('products', 'product_id');
create trigger product_picture_live_delete after delete on product_picture
  referencing old table as removed
  for each statement execute function announce_removed('products', 'product_id');
create trigger product_collection_live_insert after insert on product_collection
  referencing new table as added
  for each statement execute function announce_added('products', 'product_id');
create trigger product_collection_live_delete after delete on product_collection
  referencing old table as removed
  for each statement execute function announce_removed('products', 'product_id');
-- Names of categories and collections stand on every page.
create trigger category_live after insert or delete or update on category
  for each statement execute function announce_all('products');
create trigger collection_live after insert or delete or update on collection
  for each statement execute function announce_all('products');
create trigger product_count_insert after insert on product
  referencing new table as added
  for each statement execute function count_products();
create trigger product_count_update after update on product
  referencing old table as removed new table as added
  for each statement execute function count_products();
create trigger product_count_delete after delete on product
  referencing old table as removed
  for each statement execute function count_products();
create trigger stock_level_count_insert after insert on product_stock_level
  referencing new table as added
  for each statement execute function count_stock_levels();
create trigger stock_level_count_update after update on product_stock_level
  referencing old table as removed new table as added
  for each statement execute function count_stock_levels();
create trigger stock_level_count_delete after delete on product_stock_level
  referencing old table as removed
  for each statement execute function count_stock_levels();
create trigger variant_count_insert after insert on variant
  referencing new table as added
  for each statement execute function count_variants();
create trigger variant_count_delete after delete on variant
  referencing old table as removed
  for each statement execute function count_variants();
create trigger product_type_live after insert or delete or update on product_type
  for each statement execute function announce_all('synonyms');
create trigger product_search_words before insert or update of name, brand, category_id, tags, material, description on product
  for each row execute function fill_search_words();
create trigger collection_placement_live_insert after insert on collection_placement
  referencing new table as added
  for each statement execute function announce_added('products', 'product_id');
create trigger collection_placement_live_update after update on collection_placement
  referencing new table as added
  for each statement execute function announce_added('products', 'product_id');
create trigger collection_placement_live_delete after delete on collection_placement
  referencing old table as removed
  for each statement execute function announce_removed('products', 'product_id');
create trigger variant_stock_insert after insert on variant
  for each row when (pg_trigger_depth() = 0 and new.stock <> 0) execute function refuse_unmoved_stock();
create trigger variant_stock_update after update of stock on variant
  for each row when (pg_trigger_depth() = 0 and new.stock <> old.stock) execute function refuse_unmoved_stock();
create trigger variant_live_update after update on variant
  referencing old table as removed new table as added
  for each statement execute function announce_and_count_variants();
create trigger category_depth before insert or update of parent_id on category
  for each row execute function check_category_depth();
create trigger size_guide_live after insert or delete or update on size_guide
  for each statement execute function announce_all('products');
create trigger product_hsn_code before insert or update of hsn_code, category_id on product
  for each row when (new.hsn_code is null and new.category_id is not null) execute function fill_hsn_code();
create trigger category_redirect_live after insert or delete or update on category_redirect
  for each statement execute function announce_all('products');
create trigger collection_slug_followed after update of slug on collection
  for each row when (old.slug <> new.slug) execute function follow_collection_slug();
