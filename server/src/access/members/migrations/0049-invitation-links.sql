-- Links with which invited people set their first password (docs/decisions/0061).
alter table account_links add column practice_id integer references practices (id);
-- The practices whose members may be managed by whoever was shown the link. Null: the link was sent to its person, or an
-- operator passed it on.
alter table account_links add column shown_for integer[];

-- What became of former links, so that a further use is recognized. Deleted after a while.
create table ended_account_links (
  token_hash bytea primary key,
  person_id uuid not null references people (id) on delete cascade,
  practice_id integer references practices (id),
  ended_as text not null check (ended_as in ('used', 'replaced', 'withdrawn')),
  delete_after timestamptz not null
);
create index ended_account_links_of_person on ended_account_links (person_id);

-- The practice that was shown the link with which the password was set. Nobody has confirmed the address since. Null: confirmed.
alter table people add column link_shown_to integer references practices (id);
