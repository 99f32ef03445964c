-- The hour in which somebody of the provider's staff last read an area of a practice. The first read of an hour is audited.
create table support_reads (
  person_id uuid not null references people on delete cascade,
  practice_id integer not null references practices on delete cascade,
  area text not null,
  read_hour timestamptz not null,
  primary key (person_id, practice_id, area)
);
