-- What a pipeline has signed of a version, and whose key it was (docs/decisions/0211). Null where the console required no statement.
alter table module_versions add column pipeline text;
alter table module_versions add column statement jsonb;
