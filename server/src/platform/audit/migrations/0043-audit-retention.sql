-- The audit log refuses every change but one: expire_audit_log (0060) deletes entries that are older than the operator's retention.
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
