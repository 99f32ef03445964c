-- What people settled or dismissed of what needs attention. Practice 0 is the internal overview.
create table closed_attention (
  practice_id integer not null,
  item text not null,
  closed_at timestamptz not null,
  primary key (practice_id, item)
);
