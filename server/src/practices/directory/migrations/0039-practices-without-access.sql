-- The filter "No access" looked through every entitlement of every practice. A version that had entitlements when it was
-- written says so, and an index finds the practices whose current version does. For the others, the filter looks: a replica
-- of an earlier release raises the version and doesn't write this column.

alter table entitlement_versions add column entitled_at_version integer;
update entitlement_versions set entitled_at_version = version
  where exists (select from practice_entitlements as held where held.practice_id = entitlement_versions.practice_id);
create index entitlement_versions_entitled on entitlement_versions (practice_id) where entitled_at_version = version;
