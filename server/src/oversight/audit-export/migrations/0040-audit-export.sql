-- The export follows the order of writing. Entries from before this order existed get numbers below 1, by their times.
alter table audit_log disable trigger audit_log_is_append_only;
update audit_log set sequence = older.position - older.total
from (
  select practice_id, at, id, row_number() over (order by at, id) as position, count(*) over () as total
  from audit_log where sequence is null
) as older
where audit_log.practice_id = older.practice_id and audit_log.at = older.at and audit_log.id = older.id;
alter table audit_log enable trigger audit_log_is_append_only;
alter table audit_log alter column sequence set not null;
create unique index audit_log_in_order on audit_log (sequence);
