-- The audit log refuses every change but one: expire_audit_log deletes entries that are older than the operator's retention.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('audit_log.expires', true) = 'on' then
    return null;
  end if;
  raise exception 'The audit log is append-only';
end
$$;

-- The shortest retention, held for whoever turns on the setting that expire_audit_log uses.
create function refuse_early_audit_expiry() returns trigger language plpgsql as $$
begin
  if old.at > now() - interval '90 days' then
    raise exception 'The audit log is append-only for 90 days';
  end if;
  return old;
end
$$;
create trigger audit_log_keeps_90_days
  before delete on audit_log
  for each row execute function refuse_early_audit_expiry();

-- Deletes the oldest entries from before a time, up to a place in the order of writing, or of all places where it is null. The
-- setting holds within this function alone. A role that isn't a superuser may set it here, but not in the function's declaration.
create function expire_audit_log(before_time timestamptz, up_to bigint, most integer) returns integer
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
