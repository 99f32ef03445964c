-- Browsers with which a person has signed in, so that they are notified of a new one (docs/decisions/0070).
create table known_browsers (
  person_id uuid not null references people (id) on delete cascade,
  -- SHA-256 of the browser's cookie.
  browser_hash bytea not null,
  used_at timestamptz not null,
  primary key (person_id, browser_hash)
);

-- The first browser of an account is not mailed. People of before this have had one, which nobody knows any more.
insert into known_browsers (person_id, browser_hash, used_at) select id, '\x', now() from people;
