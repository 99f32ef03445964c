-- Who last changed each field of a row, so that two people who edit the same week learn of each other field by field:
-- field -> {version, by, at}. Fields that nobody has changed since this migration are absent.
alter table weekly_hours add column changes jsonb not null default '{}';
