-- Browsers of computers that several people share, such as a front desk's.
create table shared_browsers (
  -- SHA-256 of the browser's cookie, as in known_browsers.
  browser_hash bytea primary key,
  marked_at timestamptz not null
);

-- The people who have been asked there how the sign-in page lists them.
create table shared_browser_people (
  -- Names the person to the sign-in page, which gets neither id nor address of the account.
  id uuid primary key default gen_random_uuid(),
  browser_hash bytea not null references shared_browsers (browser_hash) on delete cascade,
  person_id uuid not null references people (id) on delete cascade,
  -- Chosen by the person. Null: they don't want to be listed.
  name text,
  unique (browser_hash, person_id)
);
create index shared_browser_people_person on shared_browser_people (person_id);

-- The browser of a session. Null for sessions from before this was stored.
alter table sessions add column browser_hash bytea;
