-- How the contributions of modules to the shell's own pages load in browsers.
create table contribution_loads (
  module text not null,
  version text not null,
  -- UTC
  day date not null,
  contribution text not null,
  loads integer not null,
  failures integer not null,
  total_ms double precision not null,
  slowest_ms integer not null,
  primary key (module, version, day, contribution)
);
create index contribution_loads_by_day on contribution_loads (day);
