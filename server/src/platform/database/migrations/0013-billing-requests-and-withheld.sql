-- A change that costs money has a state that people can follow, and says what it grants once it is paid. Servers from before
-- this migration write the old states, so both are allowed while copies are replaced one by one.

alter table billing_requests drop constraint billing_requests_state_check;
update billing_requests
set state = case state when 'done' then 'succeeded' when 'waiting' then 'requires_action' else 'processing' end;
alter table billing_requests add constraint billing_requests_state_check check (
  state in ('processing', 'requires_action', 'succeeded', 'failed', 'running', 'unsure', 'waiting', 'done')
);

alter table billing_requests
  -- `add`, `start`, `switch`: what was asked for
  add column action text,
  -- the invoice that has to be paid before anything is granted
  add column invoice_id text,
  -- what is granted once it is paid: prices, and the audit entry of who bought them
  add column purchase jsonb;

drop index billing_requests_open;
create index billing_requests_open on billing_requests (practice_id) where state in ('processing', 'requires_action');
create index billing_requests_by_subscription on billing_requests (subscription_id);
create index billing_requests_by_id on billing_requests (id);

-- A removal by hand holds against the items that were there then; null holds against everything (rows from before).
alter table entitlement_revocations add column against jsonb;
