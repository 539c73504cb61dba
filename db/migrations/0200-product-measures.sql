-- What a size of a product measures, on the garment or the shoe itself. By size, not by variant: its colours are cut alike.
create table product_measure (
  product_id uuid not null references product (id) on delete cascade,
  size text not null check (char_length(size) between 1 and 20),
  measure text not null check (measure in ('chest', 'waist', 'hip', 'length', 'shoulder', 'sleeve', 'inseam', 'foot-length')),
  millimetres integer not null check (millimetres between 10 and 2500),
  primary key (product_id, size, measure)
);
