-- Each page gets the versions of modules that fit the kit of its own shell (docs/decisions/0103).

-- Version of shared-ui in the build. Null if an earlier release stored it, whose replicas give every page the live versions.
alter table shell_builds add column shared_ui text;

-- Kit of the pages of such a release, which don't name theirs. It has at least what the live versions need now.
alter table module_registry add column unnamed_shared_ui text;
update module_registry
set unnamed_shared_ui = (
  select needs.kit
  from modules
  join module_versions on module_versions.module = modules.name and module_versions.version = modules.live_version
  cross join lateral (select substring(module_versions.build ->> 'shared_ui' from '[0-9]+[.][0-9]+[.][0-9]+') as kit) as needs
  where needs.kit is not null
  order by string_to_array(needs.kit, '.')::int[] desc
  limit 1
);

-- Replicas that run now and publish modules of their own release.
create table replicas (
  id uuid primary key,
  shared_ui text,
  -- {"mf-hours": "1.3.0+0a1b2c3d"}
  local_modules jsonb not null,
  seen_at timestamptz not null
);
