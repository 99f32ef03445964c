-- Promotions and bulk changes that wait for a second person (docs/decisions/0064).
create table approvals (
  id uuid primary key,
  kind text not null check (kind in ('promotion', 'manifest', 'bulk_change')),
  -- What is done on approval, as it was asked for: versions with their hashes, or the practices.
  input jsonb not null,
  -- What lists and the audit log say.
  summary text not null,
  -- Null unless it is about one module.
  module text,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined', 'expired')),
  -- Two requests for the same are one, as long as it waits.
  fingerprint text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  requested_by_kind text not null,
  requested_by_id text not null,
  requested_by_name text not null,
  decided_at timestamptz,
  decided_by_name text
);

create unique index approvals_waiting on approvals (fingerprint) where state = 'waiting';
create index approvals_by_time on approvals (expires_at) where state = 'waiting';
