-- The module registry: grants, published versions with their files, moves of the pointers, deploy tokens.

create table modules (
  name text primary key,
  audience text not null check (audience in ('clinic', 'internal')),
  -- module.json as it was granted
  granted jsonb not null,
  granted_at timestamptz not null,
  granted_by text not null,
  live_version text
);

create table module_versions (
  module text not null references modules (name),
  version text not null,
  -- module.json and build.json as they were published
  declaration jsonb not null,
  build jsonb not null,
  bytes integer not null,
  published_at timestamptz not null,
  published_by text not null,
  pruned_at timestamptz,
  primary key (module, version)
);
alter table modules
  add constraint modules_live_version foreign key (name, live_version) references module_versions (module, version);

create table module_files (
  module text not null,
  version text not null,
  path text not null,
  content bytea not null,
  primary key (module, version, path),
  foreign key (module, version) references module_versions (module, version)
);

create table module_moves (
  module text not null,
  number integer not null,
  action text not null check (action in ('promote', 'rollback')),
  from_version text,
  to_version text not null,
  moved_at timestamptz not null,
  moved_by text not null,
  -- false for the moves that a server makes for its own local builds
  by_person boolean not null,
  primary key (module, number),
  foreign key (module, to_version) references module_versions (module, version)
);

-- One row. Its value is another one after every move of a pointer and every change of a grant.
create table module_registry (
  id integer primary key check (id = 1),
  revision uuid not null
);
insert into module_registry (id, revision) values (1, gen_random_uuid());

create table deploy_tokens (
  id uuid primary key,
  module text not null references modules (name),
  name text not null,
  token_hash bytea not null,
  -- first characters of the token, for people to recognise it by
  prefix text not null,
  issued_at timestamptz not null,
  issued_by text not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create unique index deploy_tokens_hash on deploy_tokens (token_hash);
