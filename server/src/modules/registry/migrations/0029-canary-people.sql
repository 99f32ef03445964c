-- Canaries for named people and for internal staff, besides a percentage of everyone. 0 % is none but these.

alter table module_canaries drop constraint module_canaries_percent_check;
alter table module_canaries add constraint module_canaries_percent_check check (percent between 0 and 99);
-- [{"id": …, "email": …}], with the email as it was given
alter table module_canaries add column people jsonb not null default '[]';
alter table module_canaries add column internal boolean not null default false;
