-- How long pages of modules wait for the calls that they declare as their first ones.
create table module_first_calls (
  module text not null,
  version text not null,
  -- UTC
  day date not null,
  call text not null,
  calls integer not null,
  total_ms double precision not null,
  primary key (module, version, day, call)
);
create index module_first_calls_by_day on module_first_calls (day);
