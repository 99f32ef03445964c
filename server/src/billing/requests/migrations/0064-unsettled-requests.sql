-- A request whose outcome is unknown blocks its like until the provider has been asked. Servers from before this migration
-- write no scope, so their requests block nothing.
alter table billing_requests
  -- what the request changes, e.g. `subscription:sub_…`
  add column scope text,
  -- what was requested, and by whom, so that any replica can ask for the outcome
  add column content jsonb,
  add column actor jsonb,
  -- null until something is sent; from this time on, what the provider doesn't have was not made
  add column absent_after timestamptz,
  -- when the outcome became known
  add column settled_at timestamptz;

create unique index billing_requests_unsettled on billing_requests (scope) where state = 'processing';
