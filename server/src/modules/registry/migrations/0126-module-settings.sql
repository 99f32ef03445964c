-- What the operator has set for modules (docs/decisions/0202). Settings that aren't stored have the default of their version.
create table module_settings (
  module text primary key references modules (name),
  -- { "name": value }
  stored jsonb not null,
  -- What was stored before the latest change.
  former jsonb not null,
  version integer not null,
  changed_at timestamptz not null,
  changed_by text not null
);
