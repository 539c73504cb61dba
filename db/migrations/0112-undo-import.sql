-- The products that an import made can be deleted together while none was ordered (issue 38, section 7).
alter table import_product drop constraint import_product_state_check,
  add constraint import_product_state_check
    check (state in ('waiting', 'created', 'updated', 'skipped', 'failed', 'undone'));
