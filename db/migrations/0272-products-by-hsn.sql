-- The health page looks for HSN codes without a GST rate: it jumps from code to code instead of reading every product.
create index product_active_by_hsn on product (hsn_code) where status = 'active';
