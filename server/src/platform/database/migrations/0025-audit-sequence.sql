-- The order in which entries were written: clocks of two copies differ, and two entries may be of the same instant. Older
-- entries have none and keep the order of their times.
create sequence audit_log_sequence as bigint;
alter table audit_log add column sequence bigint;
alter table audit_log alter column sequence set default nextval('audit_log_sequence');
-- Who changed what a practice may use, newest first.
create index audit_log_of_entitlements on audit_log (practice_id, sequence) where action = 'entitlements.change';
