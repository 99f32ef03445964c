-- The identity provider ends sessions that were started through it (docs/decisions/0065). Null in sessions that were started
-- otherwise, or before this.
alter table sessions add column identity_issuer text;
alter table sessions add column identity_subject text;
-- The provider's name of its session. Null where it states none.
alter table sessions add column identity_sid text;
create index sessions_identity on sessions (identity_issuer, identity_subject) where identity_issuer is not null;
create index sessions_identity_sid on sessions (identity_issuer, identity_sid) where identity_sid is not null;

-- Logout tokens that were used. Each one counts once, on any replica, and is kept until it expires.
create table oidc_logouts (
  -- SHA-256 of issuer and `jti`.
  token_hash bytea primary key,
  issuer text not null,
  subject text,
  sid text,
  issued_at timestamptz not null,
  expires_at timestamptz not null
);
create index oidc_logouts_expiry on oidc_logouts (expires_at);
