-- Where a session was started, so that people recognize theirs. Null in sessions from before this.

alter table sessions add column id uuid not null default gen_random_uuid();
create unique index sessions_id on sessions (id);
alter table sessions add column user_agent text;
-- The network address, or the /64 network of an IPv6 address.
alter table sessions add column network text;
