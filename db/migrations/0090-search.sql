-- Search: the words of a product as PostgreSQL's own full text, the vocabulary that misspelt words are held against,
-- and words that mean the same.

-- Snowball without stop words: in names of clothes "on" and "off" are words ("slip on", "off shoulder").
create text search dictionary shop_stem (template = snowball, language = english);
create text search configuration shop_words (copy = simple);
alter text search configuration shop_words
  alter mapping for asciiword, word, numword with shop_stem;

-- Only letters, digits and Devanagari stay. "Men's" is one word, and so is "T-Shirt": a shirt is another thing.
create function search_clean(words text) returns text
  language sql immutable strict parallel safe
  return trim(regexp_replace(
    regexp_replace(
      replace(replace(search_normal(words), '''', ''), U&'\2019', ''),
      '\m([[:alpha:]])-([[:alpha:]])', '\1\2', 'g'),
    '[^[:alnum:]\u0900-\u0963\u0966-\u097F]+', ' ', 'g'));

-- How one searched word stands in search_words.
create function search_lexemes(words text) returns text[]
  language sql immutable strict parallel safe
  return tsvector_to_array(to_tsvector('shop_words'::regconfig, search_clean(words)));

alter table product add column search_words tsvector not null default '';

-- A: the name. B: the category. C: brand, tags, material.
create function fill_search_words() returns trigger language plpgsql as $$
begin
  new.search_words :=
    setweight(to_tsvector('shop_words', search_clean(new.name)), 'A') ||
    setweight(to_tsvector('shop_words',
      search_clean(coalesce((select name from category where id = new.category_id), ''))), 'B') ||
    setweight(to_tsvector('shop_words', search_clean(concat_ws(' ', new.brand,
      array_to_string(new.tags, ' '), new.material))), 'C');
  return new;
end $$;
create trigger product_search_words before insert or update of name, brand, category_id, tags, material on product
  for each row execute function fill_search_words();
create index product_by_search_words on product using gin (search_words);

-- The words of the catalogue as they are written. Small even for a large catalogue, so a misspelt word is compared
-- with these and not with every product.
create table search_word (word text primary key check (char_length(word) between 3 and 30));
create index search_word_by_trigram on search_word using gist (word gist_trgm_ops);

-- In one order, so that two imports at once wait for each other instead of locking each other out.
create function keep_search_words() returns trigger language plpgsql as $$
begin
  insert into search_word (word)
  select word from (
    select distinct w.word
    from added a left join category c on c.id = a.category_id,
      regexp_split_to_table(search_clean(concat_ws(' ', a.name, a.brand, c.name, array_to_string(a.tags, ' '),
        a.material)), ' ') as w (word)
    where a.status = 'active' and char_length(w.word) between 3 and 30 and w.word !~ '[0-9]'
  ) each_word
  where not exists (select from search_word s where s.word = each_word.word)
  order by word
  on conflict do nothing;
  return null;
end $$;
create trigger product_words_insert after insert on product
  referencing new table as added for each statement execute function keep_search_words();
create trigger product_words_update after update on product
  referencing new table as added for each statement execute function keep_search_words();

-- Groups of words that find the same, each word as a customer may type it. Staff change them at /admin/searches.
create table search_synonym (
  id uuid primary key default gen_random_uuid(),
  words text[] not null check (cardinality(words) between 2 and 40),
  changed_at timestamptz not null default now()
);
create trigger search_synonym_live after insert or update or delete on search_synonym
  for each statement execute function announce_all('synonyms');

insert into search_synonym (words) values
  ('{kurta,kurti,kurte,kurtha,कुर्ता,कुर्ती,कुर्ते}'),
  ('{tshirt,t shirt,tee,tees,tishirt,टीशर्ट,टी शर्ट}'),
  ('{shirt,kameez,kamiz,शर्ट,कमीज़,कमीज}'),
  ('{hoodie,hoody,hooded sweatshirt,हुडी}'),
  ('{sweatshirt,sweater,jumper,pullover,स्वेटर}'),
  ('{jacket,jaket,coat,जैकेट}'),
  ('{jeans,jean,denims,जींस,जीन्स}'),
  ('{trousers,pants,pant,patloon,पैंट,पतलून}'),
  ('{joggers,track pants,trackpants,lower,pajama,pyjama,पजामा,पायजामा}'),
  ('{shorts,nikkar,knicker,निकर}'),
  ('{dress,frock,gown,one piece,ड्रेस,फ्रॉक}'),
  ('{skirt,lehenga,lehnga,ghagra,लहंगा,घाघरा,स्कर्ट}'),
  ('{top,blouse,टॉप,ब्लाउज}'),
  ('{sandals,sandal,chappal,chappals,chappel,slippers,slipper,flip flops,slides,hawai,चप्पल,सैंडल}'),
  ('{shoes,shoe,joota,joote,juta,jute shoes,जूता,जूते}'),
  ('{sneakers,sports shoes,running shoes,trainers,canvas shoes,स्नीकर}'),
  ('{jutti,juttis,jooti,juti,mojari,mojri,khussa,जूती,मोजरी}'),
  ('{boots,boot,बूट}'),
  ('{tote,totes,jhola,jhole,thaila,shopping bag,झोला,थैला}'),
  ('{backpack,rucksack,school bag,college bag,basta,bastaa,pithu,बस्ता,बैकपैक}'),
  ('{handbag,purse,ladies purse,हैंडबैग,पर्स}'),
  ('{sling bag,crossbody,cross body bag,स्लिंग बैग}'),
  ('{wallet,batua,बटुआ}'),
  ('{watch,ghadi,ghari,gadi watch,घड़ी}'),
  ('{sunglasses,goggles,chashma,chasma,shades,चश्मा}'),
  ('{cap,topi,टोपी,कैप}'),
  ('{belt,patta,kamarband,बेल्ट}'),
  ('{dupatta,chunni,odhni,chunri,दुपट्टा,चुन्नी}'),
  ('{scarf,stole,muffler,gamcha,shawl,स्कार्फ,शॉल}'),
  ('{jewellery,jewelry,gehne,gahne,zevar,jewar,गहने,ज़ेवर}'),
  ('{earrings,earring,jhumka,jhumke,bali,झुमका,झुमके,बाली}'),
  ('{bangle,bangles,chudi,choodi,kada,चूड़ी,कड़ा}'),
  ('{necklace,haar,mala,हार,माला}'),
  ('{ring,anguthi,अंगूठी}'),
  ('{socks,moza,moze,mauje,मोज़े,मोजे}'),
  ('{tie,necktie,टाई}'),
  ('{cotton,suti,sooti,सूती,कॉटन}'),
  ('{silk,resham,reshmi,रेशम}'),
  ('{leather,chamda,चमड़ा}');

update product set category_id = category_id;
