-- The area of each action, so that the activity can be filtered by it. New entries get theirs from areaOfAction
-- (audit/actions.ts); here are those of the actions of older entries.
alter table audit_log add column area text;
alter table audit_log disable trigger audit_log_is_append_only;
update audit_log set area = case split_part(action, '.', 1)
  when 'settings' then 'settings'
  when 'weekly_hours' then 'hours'
  when 'weekly_schedule' then 'hours'
  when 'hours_exception' then 'hours'
  when 'hours_worked' then 'hours'
  when 'entitlements' then 'access'
  when 'feature_flags' then 'access'
  when 'subscription' then 'billing'
  when 'trial' then 'billing'
  when 'item' then 'billing'
  when 'customer' then 'billing'
  when 'card' then 'billing'
  when 'invoice' then 'billing'
  when 'members' then 'members'
  when 'membership' then 'members'
  when 'phone_number' then 'phone'
  when 'sync' then 'sync'
  when 'agent_token' then 'sync'
  when 'pms_unit' then 'sync'
  when 'practice' then 'practices'
  when 'clinic_practice' then 'practices'
  when 'clinic_practices' then 'practices'
  when 'bulk_change' then 'bulk'
  when 'module' then 'modules'
  when 'module_service' then 'modules'
  when 'deploy_token' then 'modules'
  when 'service_key' then 'modules'
  when 'person' then 'accounts'
  when 'session' then 'accounts'
end;
alter table audit_log enable trigger audit_log_is_append_only;

-- The primary key (practice_id, at, id) serves a practice's activity. These serve its filters and that of all practices.
create index audit_log_by_area on audit_log (practice_id, area, at, id);
create index audit_log_by_actor on audit_log (practice_id, actor_id, at, id);
create index audit_log_by_people on audit_log (practice_id, at, id) where actor_kind = 'person';
create index audit_log_of_all on audit_log (at, id);
create index audit_log_of_all_by_area on audit_log (area, at, id);
create index audit_log_of_all_by_actor on audit_log (actor_id, at, id);
create index audit_log_of_all_by_people on audit_log (at, id) where actor_kind = 'person';
