-- Deploy tokens may expire, and may open all modules: module is null for those.

alter table deploy_tokens add column expires_at timestamptz;
alter table deploy_tokens alter column module drop not null;
