-- When the person last showed the password in this session. Null in sessions from before this, and in those of other ways
-- to sign in.
alter table sessions add column password_at timestamptz;
