-- The identity provider's statement with which a session was started, encrypted. Its end is asked for with it.
alter table sessions add column id_token bytea;

-- Sign-outs after which the browser may end the session at the identity provider, for some minutes.
create table provider_sign_outs (
  -- SHA-256 of the token in the browser's cookie.
  token_hash bytea primary key,
  id_token bytea,
  started_at timestamptz not null
);
