-- A sign-in that was used, or took too long, still says where it started, so that its page leads back there.
alter table oidc_sign_ins add column used_at timestamptz;
-- How another account is asked for at the provider: `select_account` or `login`.
alter table oidc_sign_ins add column account text;
