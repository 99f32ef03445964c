-- Where available hours came from before a practice changed it in its settings: up to the day before "until", from the "until" of
-- the one before. So days before a change stay the days that they were.
create table former_schedule_sources (
  practice_id integer not null references practices (id),
  until date not null,
  pms_schedule boolean not null,
  primary key (practice_id, until)
);
