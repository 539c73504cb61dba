-- A way of paying together with a status was counted order by order. One index in the place of another: a way alone is
-- counted by its beginning, and its newest are soon found among the newest of all.
create index orders_desk_method_status on orders (method, status, placed_at desc, id desc) where placed_at is not null;
drop index orders_desk_method;
