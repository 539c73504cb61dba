-- How many orders fit a name decides how they are found: one that many have by walking the newest, a rare one by its
-- letters. The usual hundred samples do not see a name that three orders in a thousand have.
alter index orders_desk_words alter column 1 set statistics 1000;
