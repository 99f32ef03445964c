-- Sign-ins through the identity provider whose address belongs to a local account here. They become a link between the two
-- when the person shows the local account's password.
create table pending_identity_links (
  -- SHA-256 of the token in the browser's cookie
  token_hash bytea primary key,
  person_id uuid not null references people (id) on delete cascade,
  issuer text not null,
  subject text not null,
  -- what the provider said of the person
  claims jsonb not null,
  return_to text not null,
  popup boolean not null,
  started_at timestamptz not null
);
create index pending_identity_links_by_start on pending_identity_links (started_at);
