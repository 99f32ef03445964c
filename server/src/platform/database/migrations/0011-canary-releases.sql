-- Canaries: a version that some people get beside the live one.

create table module_canaries (
  module text primary key references modules (name),
  -- another one for each canary that begins; making one wider or narrower keeps it
  id uuid not null,
  version text not null,
  percent integer not null check (percent between 1 and 99),
  -- what withdraws it: people who must have visited it, and points of percent that it may fail more often than the live one
  min_people integer not null,
  max_failing_percent double precision not null,
  started_at timestamptz not null,
  started_by text not null,
  foreign key (module, version) references module_versions (module, version)
);

alter table module_moves drop constraint module_moves_action_check;
alter table module_moves
  add constraint module_moves_action_check check (action in ('promote', 'rollback', 'canary', 'withdraw'));
