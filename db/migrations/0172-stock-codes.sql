-- Why the program moved stock becomes a code (shop/catalogue/inventory/stock-codes.ts); what staff typed stays text.
alter table stock_move add column code text, alter column why drop not null;
alter table stock_move disable trigger user;
update stock_move set why = null,
    code = case when why ~ '^not confirmed within \d+ minutes$' then 'not-confirmed' else replace(why, ' ', '-') end
  where why in ('opening stock', 'product form', 'bulk edit', 'bulk edit undone', 'import', 'order', 'order paid',
      'order pending', 'order confirmed', 'order processing', 'order shipped', 'order delivered', 'order cancelled',
      'return', 'exchange', 'exchange rejected', 'refund')
    or why ~ '^not confirmed within \d+ minutes$';
alter table stock_move enable trigger user;
alter table stock_move add constraint stock_move_says_why check (num_nonnulls(why, code) = 1);
