-- Two SKUs differ by more than capital letters: scanners, couriers and people do not tell them apart. Of those that do
-- not, the one of the oldest product keeps its SKU; the others get the beginning of their variant's id behind it. Lines
-- of orders and the stock's ledger keep the SKU as it was.

update variant v set sku = left(v.sku, 51) || '-' || left(v.id::text, 8)
from (
  select w.id, row_number() over (partition by lower(w.sku) order by p.created_at, p.id, w.position, w.id) as place
  from variant w join product p on p.id = w.product_id
) as other
where other.id = v.id and other.place > 1;

create unique index variant_sku_any_case on variant (lower(sku));
