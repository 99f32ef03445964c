-- Deletes the oldest entries from before a time, up to a place in the order of writing, or of all places where it is null. The
-- setting holds within this function alone. Before, 0043 declared it with the function, which only a superuser may.
create or replace function expire_audit_log(before_time timestamptz, up_to bigint, most integer) returns integer
language plpgsql as $$
declare
  deleted integer;
begin
  perform set_config('audit_log.expires', 'on', true);
  delete from audit_log where (practice_id, at, id) in (
    select practice_id, at, id from audit_log
    where at < before_time and (up_to is null or sequence <= up_to)
    order by at, id limit most
  );
  get diagnostics deleted = row_count;
  perform set_config('audit_log.expires', 'off', true);
  return deleted;
end
$$;
