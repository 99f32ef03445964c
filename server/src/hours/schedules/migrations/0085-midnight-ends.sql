-- A day may end at midnight, which is minute 1440. The former rule was "before 1440"; all stored rows keep to it, so the new one
-- needs no look at them.
do $$
declare
  rule record;
begin
  for rule in
    select conrelid::regclass as of_table, conname
    from pg_constraint
    where contype = 'c'
      and conrelid in ('weekly_hours'::regclass, 'weekly_schedule_hours'::regclass)
      and pg_get_constraintdef(oid) like '%< 1440%'
  loop
    execute format('alter table %s drop constraint %I', rule.of_table, rule.conname);
  end loop;
end $$;

alter table weekly_hours add constraint weekly_hours_ends check (greatest(mon_end, mon_l_end, tue_end, tue_l_end, wed_end,
  wed_l_end, thu_end, thu_l_end, fri_end, fri_l_end, sat_end, sat_l_end, sun_end, sun_l_end) <= 1440) not valid;
alter table weekly_schedule_hours add constraint weekly_schedule_hours_ends check (greatest(mon_end, mon_l_end, tue_end,
  tue_l_end, wed_end, wed_l_end, thu_end, thu_l_end, fri_end, fri_l_end, sat_end, sat_l_end, sun_end, sun_l_end) <= 1440)
  not valid;
