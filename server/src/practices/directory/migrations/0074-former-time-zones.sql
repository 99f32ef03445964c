-- The time zones that a practice had before the one in practices: each up to the day before "until", from the "until" of the one
-- before. So days before a change stay the days that they were.
create table former_time_zones (
  practice_id integer not null references practices (id),
  until date not null,
  time_zone text not null,
  primary key (practice_id, until)
);
