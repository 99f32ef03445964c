-- Kit of the pages that a server offers a version of its own release to (docs/decisions/0103). Null for all other moves, and where an
-- earlier release offered it.
alter table module_moves add column offered_to text;
