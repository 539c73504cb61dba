-- What the recommended order of lists needs: what sells, and what staff pin to the top of a collection or bury.

-- Pieces sold in the last 90 days, counted by a job; products without a row sold nothing.
create table product_popularity (
  product_id uuid primary key references product (id) on delete cascade,
  pieces integer not null check (pieces > 0)
);

-- Above 0: pinned, the lowest first. Below 0: buried. Stays when the product leaves the collection and comes back.
create table collection_placement (
  collection_slug text not null references collection (slug) on delete cascade,
  product_id uuid not null references product (id) on delete cascade,
  placement smallint not null check (placement between -1 and 1000 and placement <> 0),
  primary key (collection_slug, product_id)
);
create index collection_placement_by_product on collection_placement (product_id);
create trigger collection_placement_live_insert after insert on collection_placement
  referencing new table as added for each statement execute function announce_added('products', 'product_id');
create trigger collection_placement_live_update after update on collection_placement
  referencing new table as added for each statement execute function announce_added('products', 'product_id');
create trigger collection_placement_live_delete after delete on collection_placement
  referencing old table as removed for each statement execute function announce_removed('products', 'product_id');
