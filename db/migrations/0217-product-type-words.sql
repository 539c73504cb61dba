-- Juttis are worn as shoes: "wedding shoes" are those. A weekender may be a backpack too. Two more spellings.
update product_type set parent = 'Shoes' where name = 'Juttis' and parent = 'Footwear';
update product_type set name_words = array_remove(name_words, 'weekender') where name = 'Duffels';
update product_type set words = words || '{back bag,bag pack,पिट्ठू}'::text[] where name = 'Backpacks';
