-- Sign-ins are far more than changes. The activity of all practices lists them by area and by person alone
-- (activity-repository.ts has the same condition), so these indexes are without them.
drop index audit_log_of_all;
drop index audit_log_of_all_by_people;
create index audit_log_of_all_changes on audit_log (at, id)
  where action not in ('session.start', 'session.sign_out', 'sign_in.refuse');
create index audit_log_of_all_changes_by_people on audit_log (at, id)
  where actor_kind = 'person' and action not in ('session.start', 'session.sign_out', 'sign_in.refuse');
create index audit_log_of_all_changes_by_actor on audit_log (actor_id, at, id)
  where action not in ('session.start', 'session.sign_out', 'sign_in.refuse');
