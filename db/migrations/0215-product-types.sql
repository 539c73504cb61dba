-- What the search knows of the trade, as data that staff edit: product types with their parents and neighbours, words
-- that lead to others (occasions, seasons, fabrics), and searches that open a page.

-- A product is of a type when it fits one rule: its kind, category and collection are among those given (none given:
-- any), and its name has one of `name_words` (none given: any name). It is also of all parents of its type.
create table product_type (
  name text primary key check (char_length(name) between 1 and 40),
  -- What shoppers type, in English, Hinglish and Hindi. The name itself need not be repeated.
  words text[] not null check (cardinality(words) <= 60),
  parent text references product_type (name) on update cascade on delete set null,
  kinds text[] not null default '{}',
  categories text[] not null default '{}',
  collections text[] not null default '{}',
  name_words text[] not null default '{}',
  -- Types to offer when the shop has nothing of this one.
  near text[] not null default '{}',
  changed_at timestamptz not null default now(),
  check (parent <> name)
);
create trigger product_type_live after insert or update or delete on product_type
  for each statement execute function announce_all('synonyms');

-- One way: a search for one of `words` finds what has one of `leads_to`; empty: the words mean the same, both ways.
alter table search_synonym add column leads_to text[] not null default '{}';
alter table search_synonym drop constraint search_synonym_words_check;
alter table search_synonym add check (
  cardinality(words) between 1 and 60 and cardinality(leads_to) <= 60 and cardinality(words) + cardinality(leads_to) >= 2);

-- A search for exactly these words opens a page of the shop.
create table search_redirect (
  words text primary key check (char_length(words) between 1 and 100),
  path text not null check (path like '/%' and path not like '//%' and char_length(path) <= 200),
  changed_at timestamptz not null default now()
);
create trigger search_redirect_live after insert or update or delete on search_redirect
  for each statement execute function announce_all('synonyms');

-- The words of descriptions too, with the lowest weight: "pockets" or "full sleeve" narrow a search down.
create or replace function fill_search_words() returns trigger language plpgsql as $$
begin
  new.search_words :=
    setweight(to_tsvector('shop_words', search_clean(new.name)), 'A') ||
    setweight(to_tsvector('shop_words',
      search_clean(coalesce((select name from category where id = new.category_id), ''))), 'B') ||
    setweight(to_tsvector('shop_words', search_clean(concat_ws(' ', new.brand,
      array_to_string(new.tags, ' '), new.material))), 'C') ||
    setweight(to_tsvector('shop_words', search_clean(left(new.description, 2000))), 'D');
  return new;
end $$;
drop trigger product_search_words on product;
create trigger product_search_words before insert or update of name, brand, category_id, tags, material, description
  on product for each row execute function fill_search_words();

-- Misspelt words are compared in memory now.
drop trigger product_words_insert on product;
drop trigger product_words_update on product;
drop function keep_search_words();
drop table search_word;

-- Types take the place of the groups of types that were installed and never changed by staff.
delete from search_synonym where words[1] in (
  'kurta', 'tshirt', 'shirt', 'hoodie', 'sweatshirt', 'jacket', 'jeans', 'trousers', 'joggers', 'shorts', 'dress',
  'skirt', 'top', 'sandals', 'shoes', 'sneakers', 'jutti', 'boots', 'tote', 'backpack', 'handbag', 'sling bag', 'wallet',
  'watch', 'sunglasses', 'cap', 'belt', 'dupatta', 'scarf', 'jewellery', 'earrings', 'bangle', 'necklace', 'ring',
  'socks', 'tie')
  and changed_at = (select min(changed_at) from search_synonym);

create function pg_temp.l(list text) returns text[] language sql immutable as
  $$ select coalesce(array_agg(lower(trim(item))), '{}') from unnest(string_to_array(list, ',')) item where trim(item) <> '' $$;
-- Neighbours are names of types, which keep their capitals.
create function pg_temp.names(list text) returns text[] language sql immutable as
  $$ select coalesce(array_agg(trim(item)), '{}') from unnest(string_to_array(list, ',')) item where trim(item) <> '' $$;

-- name | words | parent | kinds | categories | collections | words of the name | near. A parent stands before its children.
insert into product_type (name, words, parent, kinds, categories, collections, name_words, near)
select trim(f[1]), pg_temp.l(f[2]), nullif(trim(f[3]), ''), pg_temp.l(f[4]), pg_temp.l(f[5]), pg_temp.l(f[6]), pg_temp.l(f[7]),
  pg_temp.names(f[8])
from (select string_to_array(line, '|') as f, place
  from regexp_split_to_table($types$
Clothes|clothing, cloth, apparel, wear, outfit, outfits, garment, kapde, kapda, kapade, dresses and clothes, कपड़े, कपड़ा, वस्त्र||dress||||
Ethnic wear|ethnic, ethnic wear, traditional wear, indian wear, desi wear, traditional dress, paramparik, एथनिक|Clothes|||||Kurtas, Dupattas
Western wear|western, western wear, western dress|Clothes|||||
Footwear|foot wear, pairon ke liye, फुटवियर||shoes||||
Shoes|shoe, joota, joote, jute, juta, joota chappal, casual shoes, canvas shoes, जूता, जूते, शूज|Footwear||sneakers,loafers-and-casual-shoes,boots,shoes|||
Bags|bag, baig, thaila, bags and luggage, बैग, थैला||bag||||
Accessories|accessory, एक्सेसरीज||accessories||||
Jewellery|jewelry, jewellary, jewelery, gehne, gahne, gehna, zevar, jewar, artificial jewellery, imitation jewellery, गहने, ज़ेवर, जेवर, आभूषण|Accessories||jewellery|||
T-Shirts|t shirt, tshirt, tee, tees, tee shirt, tishirt, teeshirt, tsirt, टीशर्ट, टी शर्ट|Western wear||t-shirts|||
Tops|top, ladies top, girls top, women top, टॉप|Western wear||tops|||
Crop tops|crop top, croptop, crop tee, cropped top|Tops||||cropped,crop|
Blouses|blouse, ब्लाउज|Tops||||blouse|Tops
Tank tops|tank top, tank, vest top, camisole, cami, spaghetti|Tops||tops||tank,vest|
Polos|polo, polo shirt, polo tshirt, polo t shirt, collar tshirt, collar t shirt, पोलो|T-Shirts||polos-and-henleys||polo|
Henleys|henley, henley tshirt|T-Shirts||polos-and-henleys||henley|
Shirts|shirt, kameez, kamiz, kamij, शर्ट, कमीज़, कमीज|Western wear||shirts|||
Overshirts|overshirt, over shirt, shacket|Shirts||||overshirt,shacket|
Hoodies and sweatshirts|winter top|Western wear||hoodies-and-sweatshirts|||
Hoodies|hoodie, hoody, hoodies, hooded sweatshirt, hudi, हुडी|Hoodies and sweatshirts||||hoodie|
Sweatshirts|sweatshirt, sweat shirt, स्वेटशर्ट|Hoodies and sweatshirts||hoodies-and-sweatshirts||sweatshirt|
Sweaters|sweater, jumper, pullover, swetar, woollen, woolen, woollens, knitwear, स्वेटर|Western wear|dress|||sweater,cardigan,pullover|
Jackets and layers|layer, layers|Western wear||jackets-and-layers|||
Jackets|jacket, jaket, coat, जैकेट, जाकेट|Jackets and layers||||jacket|Jackets and layers
Trucker jackets|trucker jacket|Jackets||||trucker jacket|Jackets
Nehru jackets|nehru jacket, modi jacket, bandhgala, jawahar jacket, नेहरू जैकेट|Jackets||||nehru jacket,bandhgala|
Waistcoats|waistcoat, waist coat, vest coat|Jackets||||waistcoat|Nehru jackets
Bombers|bomber, bomber jacket, varsity jacket|Jackets||||bomber,varsity jacket|
Cardigans|cardigan, shrug, कार्डिगन|Jackets and layers||||cardigan,shrug|
Kurtas|kurta, kurte, kurtha, kurtas, कुर्ता, कुर्ते|Ethnic wear||kurtas|||
Kurtis|kurti, kurties, kurtiya, kurtis, कुर्ती, कुर्तियां|Kurtas||kurtas|women,girls||
Short kurtas|short kurta, short kurti|Kurtas||kurtas||short kurta,short kurti,short|
Dresses|dress, frock, frocks, frok, gown, one piece, onepiece, ड्रेस, फ्रॉक, गाउन|Western wear||dresses|||
Maxi dresses|maxi, maxi dress, long dress|Dresses||dresses||maxi|
Midi dresses|midi, midi dress|Dresses||dresses||midi|
Shirt dresses|shirt dress, shirtdress|Dresses||dresses||shirt dress|
Sundresses|sundress, sun dress, summer dress, beach dress|Dresses||dresses||sundress,strappy,tiered|
Skirts|skirt, ghagra, स्कर्ट, घाघरा|Western wear||skirts|||
Mini skirts|mini skirt, short skirt|Skirts||skirts||mini,pleated mini|
Long skirts|long skirt, maxi skirt|Skirts||skirts||long,maxi,tiered|
Jeans|jean, jeens, jins, denims, mom jeans, mom fit jeans, boyfriend jeans, जींस, जीन्स|Western wear||jeans|||
Trousers|trouser, pant, pants, patloon, bottoms, bottom wear, bottomwear, पैंट, पतलून, पेंट|Western wear||trousers-and-joggers|||
Chinos|chino, chinos pant|Trousers||||chinos,chino|
Formal trousers|formal pant, formal pants, formal trouser, office pants|Trousers||trousers-and-joggers||formal,check trousers,slim|
Joggers|jogger, track pants, trackpants, track pant, trackpant, lower, lowers, sweatpants, ट्रैक पैंट, लोअर|Trousers||trousers-and-joggers||joggers,jogger,track pants,track pant|
Cargos|cargo, cargo pants, cargo pant, cargos|Trousers||trousers-and-joggers||cargo|
Palazzos|palazzo, plazo, palazo, plazzo, palazzo pants, पलाज़ो, प्लाजो|Trousers||||palazzo|
Pyjamas|pyjama, pajama, pajamas, payjama, night pants, lounge pants, पजामा, पायजामा|Trousers||trousers-and-joggers||lounge,pyjama|Joggers
Shorts|short pants, half pant, half pants, halfpant, nikkar, nicker, knicker, bermuda, निकर, शॉर्ट्स, हाफ पैंट|Western wear||shorts|||
Watches|watch, wrist watch, wristwatch, ghadi, ghari, gadi, hand watch, घड़ी, घडी, वॉच||watch|watches|||
Sneakers|sneaker, trainers, canvas sneakers, keds, स्नीकर, स्नीकर्स|Shoes||sneakers|||
High tops|high top, high top shoes, high top sneakers, ankle sneakers|Sneakers||||high top,high tops|
Loafers|loafer, लोफर|Shoes||loafers-and-casual-shoes||loafers,loafer|
Slip ons|slip on, slipon, slipons, slip on shoes|Shoes||loafers-and-casual-shoes||slip on,slip ons|
Moccasins|moccasin, mocassin, boat shoes|Shoes||loafers-and-casual-shoes||moccasin,moccasins,boat shoes|
Formal shoes|formal shoe, office shoes, leather shoes, school shoes|Shoes||loafers-and-casual-shoes||loafers,interview,oxford,derby,lace up,formal|
Boots|boot, बूट|Shoes||boots|||
Ankle boots|ankle boot, chelsea, chelsea boots|Boots||boots||ankle,chelsea|
Sandals|sandal, chappal, slipper chappal, floaters, चप्पल, सैंडल|Footwear||sandals-and-slides|||
Slippers|slipper, hawai, hawai chappal, bathroom slippers, house slippers, slide, slides, sliders, स्लीपर, हवाई चप्पल|Sandals||sandals-and-slides||slides,slide,flip flops,flip flop,slippers,slipper|
Flip flops|flip flop, flipflop, thong, thongs|Slippers||||flip flop,flip flops|
Kolhapuris|kolhapuri, kolapuri, kolhapuri chappal, कोल्हापुरी|Sandals||||kolhapuri|
Juttis|jutti, jooti, juti, joothi, jutis, mojari, mojri, mojaris, khussa, जूती, मोजरी|Footwear||juttis-and-flats||jutti,mojari,khussa|
Flats|flat, ballet flats, ballerina, ballerinas, bellies, belly shoes, flat sandals, flat shoes|Footwear||juttis-and-flats||flats,ballerinas,ballet,jutti,mojari|
Heels|heel, high heels, heel sandal, heels sandal, pumps, stilettos, wedges, block heels, हील|Footwear|shoes|||heeled,block heel,high heel,stiletto,wedge|Flats, Juttis, Sandals
Backpacks|backpack, back pack, bagpack, rucksack, school bag, schoolbag, college bag, basta, bastaa, pithu, tuition bag, बस्ता, बैकपैक, स्कूल बैग, कॉलेज बैग|Bags||backpacks|||
Sling bags|sling bag, sling, slings, crossbody, cross body, crossbody bag, cross body bag, side bag, स्लिंग बैग|Bags||sling-bags|||
Handbags|handbag, hand bag, purse, ladies purse, ladies bag, hand purse, हैंडबैग, पर्स|Bags||handbags|||
Bucket bags|bucket bag|Bags||||bucket bag|Handbags
Potlis|potli bag, potli|Bags|bag|||potli|Bucket bags
Satchels|satchel|Bags||||satchel|
Shoulder bags|shoulder bag|Bags|bag|||shoulder bag|Handbags, Sling bags
Totes|tote, tote bag, totes, jhola, jhole, shopping bag, cloth bag, झोला|Bags||totes|||
Duffels|duffel, duffle, duffel bag, duffle bag, weekender|Bags||||duffel,duffle,weekender|
Laptop bags|laptop bag, laptop sleeve, laptop backpack, macbook bag, लैपटॉप बैग|Bags|bag|||laptop,briefcase|
Messenger bags|messenger bag, messenger|Bags||||messenger|
Briefcases|briefcase, brief case|Bags||||briefcase|Laptop bags
Clutches|clutch, clutch bag, party purse|||||clutch|Handbags, Sling bags
Wallets|wallet, batua, money purse, card holder, cardholder, purse for men, gents purse, बटुआ, वॉलेट|Accessories||wallets|||
Belts|belt, patta, kamarband, बेल्ट|Accessories||belts|||
Caps and hats|headwear|Accessories||caps-and-hats|||
Caps|cap, topi, baseball cap, टोपी, कैप|Caps and hats||caps-and-hats||cap|
Hats|hat, bucket hat, हैट|Caps and hats||caps-and-hats||hat|
Beanies|beanie, woollen cap, woolen cap, winter cap, monkey cap, ऊनी टोपी|Caps and hats||||beanie|
Sunglasses|sunglass, sun glasses, goggles, goggle, chashma, chasma, shades, eyewear, glares, coolers, चश्मा, धूप का चश्मा|Accessories||sunglasses|||
Aviators|aviator, pilot sunglasses, aviator sunglasses|Sunglasses||||aviator|
Scarves and dupattas||Accessories||scarves-and-dupattas|||
Dupattas|dupatta, chunni, odhni, chunri, chunariya, duppata, दुपट्टा, चुन्नी, ओढ़नी|Scarves and dupattas||||dupatta|
Stoles|stole, shawl, shawls, shaal, शॉल, स्टोल|Scarves and dupattas||||stole,shawl|
Scarves|scarf, scarfs, muffler, mufflers, gamcha, स्कार्फ, मफलर|Scarves and dupattas||scarves-and-dupattas||scarf,muffler,stole|
Earrings|earring, ear ring, ear rings, bali, baali, kaan ki bali, studs, tops earrings, इयररिंग, बाली|Jewellery|accessories|||earring,earrings,jhumka,hoops,stud,studs|
Jhumkas|jhumka, jhumke, jhumki, झुमका, झुमके|Earrings||||jhumka|
Hoops|hoop, hoop earrings|Earrings||jewellery||hoops,hoop|
Bangles|bangle, chudi, choodi, chudiyan, kada, kangan, bangle set, चूड़ी, चूड़ियां, कड़ा, कंगन|Jewellery||||bangle|
Bracelets|bracelet, kada bracelet|Jewellery||||bracelet|Bangles
Necklaces|necklace, neck piece, neckpiece, haar, mala, chain, pendant, choker, हार, माला, नेकलेस|Jewellery||||necklace,pendant,choker,chain|
Rings|ring, finger ring, anguthi, angoothi, अंगूठी|Jewellery||jewellery||ring|Earrings, Bangles
Anklets|anklet, payal, pajeb, पायल|Jewellery||||anklet,payal|Bangles
Nose pins|nose pin, nath, nose ring, नथ|Jewellery||||nose pin,nath|Earrings
Maang tikkas|maang tikka, mang tika, tikka|Jewellery||||tikka|Earrings, Necklaces
Mangalsutras|mangalsutra, mangal sutra, मंगलसूत्र|Jewellery||||mangalsutra|Necklaces
Socks|sock, moza, moze, mauje, moja, मोज़े, मोजे, जुराब|Accessories||socks|||
Ties|tie, necktie, neck tie, bow tie, टाई|Accessories||ties-and-hair-accessories||tie|
Scrunchies|scrunchie, scrunchy, hair band, hairband, hair tie, rubber band, hair accessories, hair accessory|Accessories||ties-and-hair-accessories||scrunchie,hair|
Sarees|saree, sari, saari, sadi, sarees, sadee, साड़ी, साडी|Ethnic wear||||saree,sari|Kurtas, Dupattas, Long skirts
Lehengas|lehenga, lehnga, lehanga, langa, chaniya choli, ghagra choli, half saree, लहंगा, लहँगा|Ethnic wear||||lehenga|Long skirts, Dupattas, Kurtis
Salwar suits|salwar suit, salwar, salwar kameez, churidar, chudidar, anarkali, punjabi suit, patiala, suit piece, dress material, suit set, kurta set, kurti set, kurta pajama, kurta pyjama, सलवार, सलवार सूट, सूट|Ethnic wear||||salwar,suit set,kurta set,anarkali,churidar|Kurtas, Palazzos, Dupattas
Sherwanis|sherwani, achkan, indo western, शेरवानी|Ethnic wear||||sherwani|Kurtas, Nehru jackets
Dhotis|dhoti, lungi, mundu, veshti, धोती, लुंगी|Ethnic wear||||dhoti,lungi|Kurtas, Palazzos
Abayas|abaya, burka, burqa, hijab, naqab|Ethnic wear||||abaya,hijab|Scarves, Maxi dresses
Leggings|legging, jegging, jeggings, tights, yoga pants, churidar legging, लेगिंग|Western wear||||legging,leggings,jeggings,tights|Palazzos, Joggers, Jeans
Blazers|blazer, suit, suits, coat pant, tuxedo, formal suit, 3 piece suit, ब्लेज़र, ब्लेजर, कोट पैंट|Western wear||||blazer,suit|Nehru jackets, Jackets
Raincoats|raincoat, rain coat, rain jacket, rainwear, poncho, windcheater, wind cheater, windbreaker, barsati, रेनकोट, बरसाती|Western wear||||raincoat,windcheater,poncho,windbreaker|Jackets, Hoodies
Puffer jackets|puffer, puffer jacket, padded jacket, down jacket, leather jacket, biker jacket, parka, trench coat, overcoat, long coat|Jackets||||puffer,padded jacket,biker,parka,overcoat|Jackets, Hoodies
Jumpsuits|jumpsuit, jump suit, playsuit, romper, dungaree, dungarees, co ord set, coord set, cord set, co ords, coords|Western wear||||jumpsuit,playsuit,romper,dungaree,co ord|Dresses, Tops
Tracksuits|tracksuit, track suit, jogging suit|Western wear||||tracksuit|Joggers, Hoodies
Swimwear|swimsuit, swim suit, swimming costume, swimming dress, bikini, swimwear, swimming|Western wear||||swimsuit,bikini|Shorts, Flip flops
Innerwear|inner wear, bra, bras, panty, panties, lingerie, underwear, brief, briefs, boxer, boxers, trunk, trunks, baniyan, banian, vest for men, camisole inner, thermal, thermals, shapewear, ब्रा, बनियान, अंडरवियर||||||Socks, T-Shirts
Nightwear|night wear, nighty, nightie, night suit, nightsuit, night dress, nightdress, sleepwear, loungewear, lounge wear, नाइटी||||||Joggers, T-Shirts
Kids wear|kids, kid, baby, babies, newborn, toddler, infant, bachche, bachcha, baccha, bachon, बच्चे, बच्चों||||||T-Shirts
Uniforms|uniform, school uniform, school dress||||||Shirts, Trousers
Gloves|glove, hand gloves, dastane, दस्ताने|Accessories||||glove,gloves|Beanies, Scarves
Handkerchiefs|handkerchief, hanky, hankies, kerchief, rumal, roomal, rumaal, pocket square, रुमाल|Accessories||||handkerchief,hanky,pocket square|Stoles
Masks|mask, face mask|Accessories||||mask|Scarves
Umbrellas|umbrella, chhata, chata, छाता|Accessories||||umbrella|Caps
Cufflinks|cufflink, cuff link, tie pin, brooch, broach|Accessories||||cufflink,brooch,tie pin|Ties
Suspenders|suspender, gallace|Accessories||||suspender|Belts
Perfumes|perfume, deo, deodorant, attar, fragrance, scent, इत्र||||||
Beauty|makeup, make up, lipstick, kajal, mehendi cone, nail polish, face wash, cream for face, shampoo, serum, bindi||||||
Smart watches|smart watch, smartwatch, smartwatches, fitness band, smart band, apple watch, digital watch smart||||||Watches
Electronics|laptop, laptops, mobile, mobile phone, phone, smartphone, earphone, earphones, headphone, headphones, earbuds, buds, airpods, charger, power bank, powerbank, tablet, ipad, camera, keyboard, mouse, speaker, tv, trimmer, phone case, phone cover, mobile cover, back cover||||||
Home|bedsheet, bed sheet, curtain, curtains, pillow, blanket, towel, cushion, bottle, water bottle, mug, lunch box, tiffin, notebook, book, books, pen, toy, toys, furniture, sofa||||||Totes
Suitcases|luggage, suitcase, trolley, trolley bag, cabin bag, luggage bag|Bags||||suitcase,trolley|Duffels, Backpacks
Waist bags|waist bag, fanny pack, belt bag, chest bag|Bags||||waist bag,fanny pack|Sling bags
Sports goods|cricket bat, football, dumbbell, yoga mat, cycle, bat ball, badminton||||||
$types$, '\n') with ordinality as w (line, place)
  where trim(line) <> '') lines
order by place;

-- Words that mean the same, both ways.
insert into search_synonym (words)
select pg_temp.l(line) from regexp_split_to_table($words$stripe, striped, stripes, lining, liner, dhari, dhaari, धारीदार
check, checks, checked, checkered, chex, plaid, tartan, gingham, चेक
floral, flower, flowers, flowery, phool, phoolon, फूल, फूलों
polka, polka dot, polka dots, dot, dots, dotted
plain, solid, sada, saada, single colour, सादा
bandhani, bandhej, bandhni, बांधनी
leheriya, lehariya, lahariya
canvas, kirmich
corduroy, cord
full sleeve, full sleeves, long sleeve, long sleeves, full baju
half sleeve, half sleeves, short sleeve, short sleeves
handmade, handcrafted, hand made, hath se bana
waterproof, water resistant, water proof$words$, '\n') line;

-- One way: occasions, seasons, sports, fits, prints.
insert into search_synonym (words, leads_to)
select pg_temp.l(split_part(line, '>', 1)), pg_temp.l(split_part(line, '>', 2))
from regexp_split_to_table($words$diwali, deepavali, deewali, dipawali, eid, eed, rakhi, raksha bandhan, navratri, navaratri, durga puja, puja, pooja, onam, pongal, ganesh chaturthi, ganpati, karwa chauth, karva chauth, lohri, baisakhi, vaisakhi, teej, janmashtami, tyohar, tyohaar, tyauhar, festival, festive, festivals, christmas, new year, दिवाली, दीवाली, ईद, त्योहार, पूजा > festive
wedding, weddings, shaadi, shadi, saadi, vivah, marriage, sangeet, haldi, reception, engagement, sagai, bridal, bride, dulhan, groom, dulha, baraat, barat, शादी, विवाह, दुल्हन > festive, wedding, bridal, zari
garba, dandiya, garba night, गरबा > festive, mirror, bandhani, leheriya
holi, होली > white, ivory
party, evening, night out, clubbing, cocktail, birthday, farewell, fresher party, freshers, date night, date, valentine, पार्टी > party, satin, sequin, evening, shimmer, festive
winter, winters, sardi, sardiyon, thand, thandi, jada, warm, garam, woollen, woolen, ooni, cold, सर्दी, सर्दियों, ठंड, जाड़े, गर्म > winter, thermal, woollen
summer, summers, garmi, garmiyon, hot weather, गर्मी, गर्मियों > summer
monsoon, rainy, rain, baarish, barish, barsaat, barsat, rainy season, बारिश > waterproof, resistant, eva, rubber
office, formal, formals, interview, meeting, business, corporate, ऑफिस > office, formal, oxford, poplin, interview, commuter, laptop, briefcase
college, campus, hostel, uni, university, college going, कॉलेज > campus, college
school, स्कूल > campus
gym, workout, work out, exercise, training, sports, sport, sporty, jogging, running, run, cricket, football, badminton, basketball, tennis, yoga, fitness, athletic, active, walking, khel, जिम, खेल > sports, training, gym, jersey, athletic, basketball, track
travel, travelling, traveling, trip, tour, journey, safar, trek, trekking, hiking, camping, weekend, सफर > travel, trek, weekend, weekender, overnight
beach, goa, vacation, holiday, resort > vacation, resort, beach, palm, holiday
casual, casuals, daily, everyday, every day, regular, rozana > everyday, casual, daily
lounge, comfy, comfortable, comfort, cozy, cosy, aaram, ghar > lounge, comfort, soft, cloud, cushion
baggy, loose, loose fit, dheela, dhila, relaxed, relaxed fit, wide leg > relaxed, wide, oversized, boxy, flowy
slim fit, slim, skinny, fitted, tight > slim, tapered, skinny, fitted
oversize, over size, over sized, oversized fit > oversized
printed, print, prints, printing, chhapa, chapai > print, printed, booti, floral, paisley, ajrakh, tile
embroidered, embroidery, kadhai, kadhaai, work wali, chikankari, chikan, lucknowi > embroidered, chikan, phulkari, gota, zari
mirror work, mirrorwork, sheesha > mirror
graphic, cartoon, anime, funny, quote, quotes, slogan, meme > graphic, slogan
faux leather, vegan leather, rexine, pu leather, pu > vegan
leather, chamda, chamde, चमड़ा, चमड़े > leather
oxidised, oxidized, oxidise, oxidize, black metal > oxidised
artificial, imitation, american diamond, ad > stone, bead, tone
round, gol, गोल > round
retro, vintage, old school, classic > retro, vintage, classic
ethnic print, rajasthani, jaipuri, gujarati, kutchi > bandhani, leheriya, bagru, ajrakh, dabu, mirror
colourful, colorful, multicolour, multicolor, multi colour, multi color, rang birangi > block, rainbow, patch, multi$words$, '\n') line;
delete from search_synonym where words[1] = 'leather' and cardinality(leads_to) = 0
  and changed_at = (select min(changed_at) from search_synonym where words[1] in ('cotton', 'silk', 'leather'));

-- Fills the words of descriptions in.
update product set description = description;
