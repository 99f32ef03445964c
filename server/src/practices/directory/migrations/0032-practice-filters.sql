-- Filters of the list of all practices. Practices by bundle and feature have an index since 0007.

create index practice_feature_flags_by_name on practice_feature_flags (name, practice_id);
create index practice_entitlements_on_trial on practice_entitlements (practice_id) where trial_end is not null;
create index practice_settings_inactive on practice_settings (practice_id) where not active;
create index practice_settings_expiring on practice_settings (account_expiration_date, practice_id)
  where account_expiration_date is not null;
create index billing_subscriptions_by_status on billing_subscriptions (status);
