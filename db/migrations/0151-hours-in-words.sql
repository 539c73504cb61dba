-- The sentence of the opening hours is made of the days unless the owner writes one. Saving a shop's contact stored the
-- sentence of the first version with it: that is nobody's own.
update setting set value = jsonb_set(value, '{summary}', 'null'), version = version + 1
where key = 'hours' and value->>'summary' = 'Monday to Saturday, 10:00 to 19:00; Sunday closed';
