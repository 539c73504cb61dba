-- The specification's six collections (section 2): home, header, footer and /category/{slug} need them in every shop.
-- They came with the demo's seed, so a real shop had none and no way to make one.
insert into collection (slug, name, title, description, position)
values
  ('students', 'Students', 'Student Collection', 'Trendy and affordable clothes, bags and shoes for campus life', 1),
  ('girls', 'Girls', 'Girls Fashion', 'Fresh tops, dresses, kurtis and accessories for every day', 2),
  ('men', 'Men', 'Men''s Wear', 'Tees, shirts, denim and kurtas that work from class to weekend', 3),
  ('women', 'Women', 'Women''s Collection', 'Kurtas, dresses, denim and layers for work, college and festivals', 4),
  ('accessories', 'Accessories', 'Accessories', 'Watches, bags, belts, jewellery and the small things that finish a look', 5),
  ('footwear', 'Footwear', 'Footwear', 'Sneakers, sandals, juttis and shoes for every day of the week', 6)
on conflict (slug) do nothing;
