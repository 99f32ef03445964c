-- What came of the syncs of each day, from now on. The day is the practice's own; one row bounds what a practice can fill.
create table sync_days (
  practice_id integer not null references practices (id) on delete cascade,
  date date not null,
  synced integer not null default 0,
  failed integer not null default 0,
  last_synced_at timestamptz,
  last_failed_at timestamptz,
  -- the command that failed last, and why
  last_failed_kind text,
  last_failure text,
  primary key (practice_id, date)
);
