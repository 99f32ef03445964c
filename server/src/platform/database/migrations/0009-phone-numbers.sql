-- Voice sub-accounts of practices, and the moves of their numbers.

create table practice_voice_accounts (
  practice_id integer primary key references practices (id),
  account_sid text not null
);

create table phone_moves (
  practice_id integer not null references practices (id),
  id uuid not null,
  phone_number text not null,
  phone_number_sid text not null,
  origin_account text not null,
  destination_account text not null,
  moved_by text not null,
  moved_at timestamptz not null,
  -- null while the move is under way
  outcome text check (outcome in ('moved', 'failed', 'unknown')),
  message text,
  primary key (practice_id, id)
);
create unique index phone_moves_under_way on phone_moves (phone_number_sid) where outcome is null;
create index phone_moves_by_time on phone_moves (practice_id, moved_at);
