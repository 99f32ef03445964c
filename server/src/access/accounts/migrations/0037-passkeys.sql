-- Passkeys (WebAuthn) of local accounts, and the challenges that their answers must sign.

create table passkeys (
  id uuid primary key,
  person_id uuid not null references people (id) on delete cascade,
  -- In base64url, as browsers send it.
  credential_id text not null unique,
  name text not null,
  public_key bytea not null,
  -- A counter that goes back shows a copy of the passkey. Synchronized passkeys always state 0.
  counter bigint not null,
  transports jsonb not null default '[]',
  added_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_person on passkeys (person_id);

-- A row is deleted when its challenge is answered, so each answer counts once.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'second_step', 'sign_in', 'step_up')),
  -- Whom it was issued to: a person, or a browser that has not said who signs in.
  owner text not null,
  issued_at timestamptz not null
);
create index passkey_challenges_issued on passkey_challenges (issued_at);
