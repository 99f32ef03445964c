-- Links with which people set a password in place of a forgotten one (docs/decisions/0059). A person has one: a new one replaces it.
create table account_links (
  person_id uuid primary key references people (id) on delete cascade,
  -- SHA-256 of the token, which is stored nowhere.
  token_hash bytea not null unique,
  -- What the account had when the link was made. Another address or password ends the link.
  email text not null,
  password_hash text,
  expires_at timestamptz not null
);
