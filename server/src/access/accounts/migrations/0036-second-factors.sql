-- Second factors of local accounts: authenticator apps (RFC 6238) and recovery codes.

create table totp_authenticators (
  person_id uuid primary key references people (id) on delete cascade,
  -- Encrypted with the key of the configuration. Null until the first code was confirmed.
  secret bytea,
  added_at timestamptz,
  -- The time step of the last accepted code. The same code is never accepted twice.
  last_step bigint not null default -1,
  -- The encrypted secret of an app that is being set up, also while another one is in use.
  new_secret bytea,
  new_secret_at timestamptz
);

create table recovery_codes (
  person_id uuid not null references people (id) on delete cascade,
  -- HMAC with the key of the configuration.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);

-- Sign-ins that have shown the password, and wait for the second step. They are not sessions: they open nothing else.
create table pending_sign_ins (
  token_hash bytea primary key,
  person_id uuid not null references people (id) on delete cascade,
  -- The hash that the password matched. Another password ends the sign-in.
  password_hash text not null,
  started_at timestamptz not null
);
create index pending_sign_ins_person on pending_sign_ins (person_id);

-- When the person last showed a second factor in this session. Null: not yet.
alter table sessions add column second_factor_at timestamptz;
