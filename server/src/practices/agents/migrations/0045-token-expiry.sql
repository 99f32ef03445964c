-- Tokens of agents may expire, as those of module teams may.
alter table agent_tokens add column expires_at timestamptz;
-- The first refusal after the end, which is in the audit log.
alter table agent_tokens add column refused_at timestamptz;
alter table deploy_tokens add column refused_at timestamptz;
