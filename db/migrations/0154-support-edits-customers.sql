-- Who answers customers keeps their tags and notes.
update role set permissions = permissions || '{customers.edit}'
  where key = 'support' and not permissions @> '{customers.edit}';
