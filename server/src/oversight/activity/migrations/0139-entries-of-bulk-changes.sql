-- The bulk change that an entry about a practice is part of. The activity of all practices lists the entry of the change instead
-- (activity-repository.ts has the same conditions), so its indexes are without them. Null in entries of earlier releases.
alter table audit_log add column bulk_change_id uuid;
drop index audit_log_of_all_changes;
drop index audit_log_of_all_changes_by_people;
drop index audit_log_of_all_changes_by_actor;
drop index audit_log_of_all_by_area;
drop index audit_log_of_all_by_actor;
create index audit_log_of_all_changes on audit_log (at, id)
  where bulk_change_id is null and action not in ('session.start', 'session.sign_out', 'sign_in.refuse');
create index audit_log_of_all_changes_by_people on audit_log (at, id)
  where bulk_change_id is null and actor_kind = 'person' and action not in ('session.start', 'session.sign_out', 'sign_in.refuse');
create index audit_log_of_all_changes_by_actor on audit_log (actor_id, at, id)
  where bulk_change_id is null and action not in ('session.start', 'session.sign_out', 'sign_in.refuse');
create index audit_log_of_all_by_area on audit_log (area, at, id) where bulk_change_id is null;
create index audit_log_of_all_by_actor on audit_log (actor_id, at, id) where bulk_change_id is null;
