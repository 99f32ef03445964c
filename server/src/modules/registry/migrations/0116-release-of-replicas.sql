-- Null while a replica of a release that doesn't state it runs.
alter table replicas add column release text;
