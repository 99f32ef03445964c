-- Staff opened a practice of which they aren't members, for a reason and for some hours (docs/decisions/0062).
create table support_accesses (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  practice_id integer not null references practices on delete cascade,
  reason text not null,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  -- Null: it lasts until ends_at.
  ended_at timestamptz
);

-- A person has one access to a practice at a time.
create unique index support_accesses_current on support_accesses (person_id, practice_id) where ended_at is null;
create index support_accesses_of_practice on support_accesses (practice_id, ends_at) where ended_at is null;
