-- Accounts that may not sign in, and provisioning by the identity provider (docs/decisions/0066).
alter table people add column deactivated_at timestamptz;

-- What a provisioning client states about a person, besides what the console itself knows.
create table scim_users (
  person_id uuid primary key references people (id) on delete cascade,
  external_id text,
  given_name text,
  family_name text,
  -- When the client deleted the account. The person stays, deactivated, because the audit log names them.
  deleted_at timestamptz,
  changed_at timestamptz not null
);
create index scim_users_external_id on scim_users (external_id) where external_id is not null;

create table scim_tokens (
  id uuid primary key,
  name text not null,
  -- SHA-256 of the token, which is stored nowhere.
  token_hash bytea not null unique,
  prefix text not null,
  issued_at timestamptz not null,
  issued_by text not null,
  used_at timestamptz,
  revoked_at timestamptz,
  expires_at timestamptz,
  -- The first refusal after the end, which is in the audit log.
  refused_at timestamptz
);
