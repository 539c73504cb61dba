-- Names of product types that go well with one, the best first: what a product page shows where too little was bought
-- together. Names of types that are not there are passed over.
alter table product_type add column goes_with text[] not null default '{}';

update product_type set goes_with = string_to_array(pair.with_types, ', ')
from (values
  ('Kurtas', 'Palazzos, Juttis, Dupattas'),
  ('Palazzos', 'Kurtas, Juttis, Earrings'),
  ('Dupattas', 'Kurtas, Earrings, Juttis'),
  ('Juttis', 'Kurtas, Palazzos, Earrings'),
  ('Shirts', 'Trousers, Belts, Loafers'),
  ('T-Shirts', 'Jeans, Sneakers, Caps'),
  ('Tops', 'Jeans, Skirts, Sling bags'),
  ('Hoodies and sweatshirts', 'Joggers, Sneakers, Beanies'),
  ('Jackets and layers', 'T-Shirts, Jeans, Boots'),
  ('Dresses', 'Sandals, Sling bags, Earrings'),
  ('Skirts', 'Tops, Flats, Sling bags'),
  ('Jeans', 'T-Shirts, Belts, Sneakers'),
  ('Trousers', 'Shirts, Belts, Loafers'),
  ('Joggers', 'T-Shirts, Sneakers, Socks'),
  ('Shorts', 'T-Shirts, Slippers, Caps'),
  ('Sneakers', 'Socks, Jeans, T-Shirts'),
  ('Shoes', 'Trousers, Shirts, Belts'),
  ('Boots', 'Jeans, Jackets, Socks'),
  ('Sandals', 'Dresses, Skirts, Sling bags'),
  ('Backpacks', 'T-Shirts, Hoodies, Caps'),
  ('Sling bags', 'Dresses, Sunglasses, Earrings'),
  ('Totes', 'Dresses, Kurtas, Sunglasses'),
  ('Watches', 'Shirts, Belts, Wallets'),
  ('Belts', 'Trousers, Jeans, Wallets'),
  ('Sunglasses', 'T-Shirts, Caps, Dresses'),
  ('Jewellery', 'Kurtas, Dresses, Dupattas'),
  ('Ties', 'Shirts, Trousers, Belts'),
  ('Flats', 'Dresses, Kurtas, Sling bags'),
  ('Caps and hats', 'T-Shirts, Sunglasses, Sneakers'),
  ('Bags', 'Dresses, Shirts, Sunglasses'),
  ('Wallets', 'Belts, Watches, Jeans'),
  ('Socks', 'Sneakers, T-Shirts, Shorts'),
  ('Scarves and dupattas', 'Kurtas, Jeans, Earrings'),
  ('Scrunchies', 'Dresses, Tops, Earrings')
) as pair (name, with_types)
where product_type.name = pair.name;
