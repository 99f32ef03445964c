-- Why a request was declined. Null when no reason was given.
alter table approvals add column decline_reason text;
