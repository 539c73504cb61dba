-- Search: synonyms, what people look for, what sells.

create table search_synonym (
  id uuid primary key default gen_random_uuid(),
  words text[] not null,
  changed_at timestamptz not null default now(),
  expands_to text[] not null default '{}',
  constraint search_synonym_check check (cardinality(words) >= 1
    and cardinality(words) <= 60
    and cardinality(expands_to) <= 60
    and (cardinality(words) + cardinality(expands_to)) >= 2)
);
comment on table search_synonym is 'Groups of words that find the same, each word as a customer may type it. Staff change them at /admin/searches.';

create table search_redirect (
  words text primary key check (char_length(words) >= 1 and char_length(words) <= 100),
  path text not null check (path ~~ '/%' and path !~~ '//%' and char_length(path) <= 200),
  changed_at timestamptz not null default now()
);
comment on table search_redirect is 'A search for exactly these words opens a page of the shop.';

create table search_log (
  id bigint generated always as identity primary key,
  query text not null check (char_length(query) >= 1 and char_length(query) <= 100),
  results integer not null check (results >= 0),
  at timestamptz not null
);
comment on table search_log is 'Searches, without the user.';
create index search_log_by_time on search_log (at desc);
-- Suggestions show what others looked for: the log is asked by the beginning of a query.
create index search_log_by_query on search_log (query text_pattern_ops) where results > 0;

create table search_day (
  day date not null,
  query text not null,
  searches integer not null,
  -- The last search of that day: when, and what it found.
  last timestamptz not null,
  results integer not null,
  primary key (day, query)
);
comment on table search_day is 'What was looked for, by day: the report of three months reads some thousand rows instead of every search.';

create table search_total (
  days smallint not null,
  query text not null,
  searches integer not null,
  -- The last search: when, and what it found.
  last timestamptz not null,
  results integer not null,
  primary key (days, query)
);
comment on table search_total is 'Searches of the last days by query.';
create index search_total_often on search_total (days, searches desc, last desc, query);
create index search_total_in_vain on search_total (days, searches desc, last desc, query) where results = 0;

create table search_window (
  days smallint primary key,
  since date not null
);
comment on table search_window is 'What was looked for in the last week, month and quarter, summed as it comes: the report reads its 200 rows from an index. `since` is the first day of a window; every night it moves on and what fell out is taken off.';

create table bought_together (
  product_id uuid not null references product (id) on delete cascade,
  other_id uuid not null references product (id) on delete cascade,
  orders integer not null check (orders >= 2),
  primary key (product_id, other_id)
);
comment on table bought_together is 'Pairs of products that came in one order at least twice. A job counts them anew.';
create index bought_together_by_other on bought_together (other_id);

create table product_popularity (
  product_id uuid primary key references product (id) on delete cascade,
  units integer not null check (units > 0)
);
comment on table product_popularity is 'Units sold in the last 90 days, counted by a job; products without a row sold nothing.';

create table product_sales (
  product_id uuid primary key,
  units bigint not null,
  revenue bigint not null
);
comment on table product_sales is 'Units and revenue (paise) by product within the window.';
create index product_sales_by_units on product_sales (units desc, revenue desc);

create table product_sales_window (
  one_row boolean primary key default true check (one_row),
  first_day date not null
);
comment on table product_sales_window is 'The first day that `product_sales` counts.';

alter table search_total add constraint search_total_days_fkey foreign key (days) references search_window(days);
insert into search_synonym (id, words, expands_to) values
  ('01327dde-2207-45b1-b106-49f0538b613b', '{holi,होली}', '{white,ivory}'),
  ('02a94bb7-8b3a-4803-8801-14d1d2a58235', '{casual,casuals,daily,everyday,"every day",regular,rozana}', '{everyday,casual,daily}'),
  ('0d3f9733-af4d-4cd1-a58b-4d0f0ce4d6a6', '{silk,resham,reshmi,रेशम}', '{}'),
  ('2e0e1709-4e99-4e78-96d3-a7b9b8e1bc13', '{polka,"polka dot","polka dots",dot,dots,dotted}', '{}'),
  ('2e7f8795-d31e-4b0e-8f41-4187fa761792', '{corduroy,cord}', '{}'),
  ('327a01f7-9bf7-4e0d-a94d-64a95a2e1bab', '{colourful,colorful,multicolour,multicolor,"multi colour","multi color","rang birangi"}', '{block,rainbow,patch,multi}'),
  ('35d9d279-84f4-4ff4-b8c5-2c83a29cfb67', '{school,स्कूल}', '{campus}'),
  ('38629218-d8d3-47db-8433-5d410a383acb', '{embroidered,embroidery,kadhai,kadhaai,"work wali",chikankari,chikan,lucknowi}', '{embroidered,chikan,phulkari,gota,zari}'),
  ('3b1fcb71-716c-490e-873a-af39252c5298', '{retro,vintage,"old school",classic}', '{retro,vintage,classic}'),
  ('3f6c1986-3e86-4dfd-a595-c49fe80fc355', '{baggy,loose,"loose fit",dheela,dhila,relaxed,"relaxed fit","wide leg"}', '{relaxed,wide,oversized,boxy,flowy}'),
  ('424dc501-8be5-415a-8e3e-38fef1e99612', '{waterproof,"water resistant","water proof"}', '{}'),
  ('44ea0346-a5ec-45a0-b1c0-76f956bc2ae9', '{wedding,weddings,shaadi,shadi,saadi,vivah,marriage,sangeet,haldi,reception,engagement,sagai,bridal,bride,dulhan,groom,dulha,baraat,barat,शादी,विवाह,दुल्हन}', '{festive,wedding,bridal,zari}'),
  ('45cb34cb-b3ae-4bac-bc9c-1918f316ec5d', '{handmade,handcrafted,"hand made","hath se bana"}', '{}'),
  ('469f32ae-3249-44dd-8aaa-6015b999bae7', '{"faux leather","vegan leather",rexine,"pu leather",pu}', '{vegan}'),
  ('476d7ba3-d112-4794-8e67-b16aecc407b9', '{plain,solid,sada,saada,"single colour",सादा}', '{}'),
  ('4786403d-9900-441f-b6b5-3ce38384a4ca', '{lounge,comfy,comfortable,comfort,cozy,cosy,aaram,ghar}', '{lounge,comfort,soft,cloud,cushion}'),
  ('4c28bf67-834d-4698-865a-dcabf60f5041', '{check,checks,checked,checkered,chex,plaid,tartan,gingham,चेक}', '{}'),
  ('4faacadf-6a76-4318-9205-bfe5cf354e33', '{round,gol,गोल}', '{round}'),
  ('54f6fc14-bb51-4ae1-9dde-13fa2c38c5bb', '{leather,chamda,chamde,चमड़ा,चमड़े}', '{leather}'),
  ('570d0369-adb7-4f6a-aa29-0dacfec5dcec', '{canvas,kirmich}', '{}'),
  ('575cdb60-2c10-48fd-be15-a075350f344a', '{"slim fit",slim,skinny,fitted,tight}', '{slim,tapered,skinny,fitted}'),
  ('5a4f5492-e2b6-4b30-89c3-c4934a47700f', '{floral,flower,flowers,flowery,phool,phoolon,फूल,फूलों}', '{}'),
  ('6b278127-4099-406f-b8cb-f882a424f13d', '{college,campus,hostel,uni,university,"college going",कॉलेज}', '{campus,college}'),
  ('79ea638a-2fe3-449f-9bbf-5eb0b9103a2d', '{artificial,imitation,"american diamond",ad}', '{stone,bead,tone}'),
  ('7d96827f-5112-4e0b-a5e5-e56084934825', '{bandhani,bandhej,bandhni,बांधनी}', '{}'),
  ('822d902e-7eec-4b5d-ad3c-27a9f88c8aea', '{graphic,cartoon,anime,funny,quote,quotes,slogan,meme}', '{graphic,slogan}'),
  ('87d909c0-b0da-487f-b55f-632dd9ee52b2', '{garba,dandiya,"garba night",गरबा}', '{festive,mirror,bandhani,leheriya}'),
  ('8b3425d0-742b-481f-955e-0d566ac21c68', '{"ethnic print",rajasthani,jaipuri,gujarati,kutchi}', '{bandhani,leheriya,bagru,ajrakh,dabu,mirror}'),
  ('9037454a-755f-49f2-a718-05267af021bc', '{stripe,striped,stripes,lining,liner,dhari,dhaari,धारीदार}', '{}'),
  ('903cdbed-8b54-416e-b8e7-24f046bdd1b6', '{leheriya,lehariya,lahariya}', '{}'),
  ('976b203b-d5e2-4041-a5dd-86e103649222', '{winter,winters,sardi,sardiyon,thand,thandi,jada,warm,garam,woollen,woolen,ooni,cold,सर्दी,सर्दियों,ठंड,जाड़े,गर्म}', '{winter,thermal,woollen}'),
  ('9b4d264b-7689-46f9-9178-354949199f5c', '{"mirror work",mirrorwork,sheesha}', '{mirror}'),
  ('a000576d-dda8-4173-850a-fa9479640bbd', '{party,evening,"night out",clubbing,cocktail,birthday,farewell,"fresher party",freshers,"date night",date,valentine,पार्टी}', '{party,satin,sequin,evening,shimmer,festive}'),
  ('a6229bdd-5df3-4d4a-87fc-89564a8a4038', '{oversize,"over size","over sized","oversized fit"}', '{oversized}'),
  ('aa4e6da6-ebdc-4669-a1a0-54cccd019c4c', '{monsoon,rainy,rain,baarish,barish,barsaat,barsat,"rainy season",बारिश}', '{waterproof,resistant,eva,rubber}'),
  ('ae1025c4-145d-4c27-a604-9f899b8f4f7b', '{oxidised,oxidized,oxidise,oxidize,"black metal"}', '{oxidised}'),
  ('bc7a974e-b9db-471b-8b44-c6d72093166b', '{travel,travelling,traveling,trip,tour,journey,safar,trek,trekking,hiking,camping,weekend,सफर}', '{travel,trek,weekend,weekender,overnight}'),
  ('d1a66ff7-bdc6-466a-8329-2595b52a6738', '{summer,summers,garmi,garmiyon,"hot weather",गर्मी,गर्मियों}', '{summer}'),
  ('d48c4c65-9aed-4f11-babf-812b4429ec01', '{beach,goa,vacation,holiday,resort}', '{vacation,resort,beach,palm,holiday}'),
  ('d678b56f-4b60-46e7-be81-5af3e5c54582', '{gym,workout,"work out",exercise,training,sports,sport,sporty,jogging,running,run,cricket,football,badminton,basketball,tennis,yoga,fitness,athletic,active,walking,khel,जिम,खेल}', '{sports,training,gym,jersey,athletic,basketball,track}'),
  ('d8eb8d46-d0dc-4fca-9c78-25507da8ecde', '{cotton,suti,sooti,सूती,कॉटन}', '{}'),
  ('eba5ebf6-dfa6-4481-8d9b-14803f98b517', '{diwali,deepavali,deewali,dipawali,eid,eed,rakhi,"raksha bandhan",navratri,navaratri,"durga puja",puja,pooja,onam,pongal,"ganesh chaturthi",ganpati,"karwa chauth","karva chauth",lohri,baisakhi,vaisakhi,teej,janmashtami,tyohar,tyohaar,tyauhar,festival,festive,festivals,christmas,"new year",दिवाली,दीवाली,ईद,त्योहार,पूजा}', '{festive}'),
  ('ee76a4a8-7156-4246-bf3b-0a10d90d2537', '{office,formal,formals,interview,meeting,business,corporate,ऑफिस}', '{office,formal,oxford,poplin,interview,commuter,laptop,briefcase}'),
  ('f0ac00c1-e02f-43f4-8f8b-a5315e6e1a29', '{printed,print,prints,printing,chhapa,chapai}', '{print,printed,booti,floral,paisley,ajrakh,tile}'),
  ('ff4f6719-3cb6-40ca-adfa-86477339b390', '{"full sleeve","full sleeves","long sleeve","long sleeves","full baju"}', '{}'),
  ('ffe274f6-f094-46e7-b607-5257414489e6', '{"half sleeve","half sleeves","short sleeve","short sleeves"}', '{}');

insert into search_window (days, since) values
  ('30', '-infinity'),
  ('7', '-infinity'),
  ('90', '-infinity');

create function count_searches() returns trigger language plpgsql as $$
begin
  insert into search_day (day, query, searches, last, results)
  select (at at time zone 'Asia/Kolkata')::date, query, count(*), max(at), (array_agg(results order by at desc, id desc))[1]
  from new_searches group by 1, 2 order by 1, 2
  on conflict (day, query) do update set
    searches = search_day.searches + excluded.searches,
    results = case when excluded.last >= search_day.last then excluded.results else search_day.results end,
    last = greatest(search_day.last, excluded.last);
  return null;
end $$;

create function sum_searches() returns trigger language plpgsql as $$
begin
  insert into search_total (days, query, searches, last, results)
  select w.days, n.query, count(*), max(n.at), (array_agg(n.results order by n.at desc, n.id desc))[1]
  from search_window w join new_searches n on (n.at at time zone 'Asia/Kolkata')::date >= w.since
  group by 1, 2 order by 1, 2
  on conflict (days, query) do update set
    searches = search_total.searches + excluded.searches,
    results = case when excluded.last >= search_total.last then excluded.results else search_total.results end,
    last = greatest(search_total.last, excluded.last);
  return null;
end $$;

create trigger search_synonym_live after insert or delete or update on search_synonym
  for each statement execute function announce_all('synonyms');
create trigger search_counted after insert on search_log
  referencing new table as new_searches
  for each statement execute function count_searches();
create trigger search_summed after insert on search_log
  referencing new table as new_searches
  for each statement execute function sum_searches();
create trigger search_redirect_live after insert or delete or update on search_redirect
  for each statement execute function announce_all('synonyms');
