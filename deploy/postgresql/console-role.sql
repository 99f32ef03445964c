-- The console's role and database. Run it once on the leader, with a password of your own:
--   psql --set=password=… --file=console-role.sql "postgres://postgres@leader/postgres"
create role console login password :'password';

-- PgBouncer drops the time limits that the console asks for when it connects, so the role has them.
alter role console set statement_timeout = '60s';
alter role console set lock_timeout = '10s';
alter role console set idle_in_transaction_session_timeout = '60s';

create database console owner console;
