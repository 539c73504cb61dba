-- Product files of WooCommerce.
alter table import_run drop constraint import_run_format_check,
  add constraint import_run_format_check check (format in ('own', 'shopify', 'woocommerce'));
