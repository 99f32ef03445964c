-- What each Idempotency-Key was first sent with, so that one key never stands for two changes.
create table idempotency_keys (
  -- SHA-256 of who sends it and the key
  key text primary key,
  -- SHA-256 of the call and what was sent with it
  fingerprint text not null,
  keep_until timestamptz not null
);
create index idempotency_keys_by_end on idempotency_keys (keep_until);
