-- Token buckets of calls that are limited, over all copies of the server.
create table rate_limits (
  -- SHA-256 of the call, the person and the practice
  subject text primary key,
  -- calls that may still be made at once
  tokens double precision not null,
  counted_at timestamptz not null
);
create index rate_limits_by_time on rate_limits (counted_at);
