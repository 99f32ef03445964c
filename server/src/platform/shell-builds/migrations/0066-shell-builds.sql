-- Builds of the shell that replicas serve or have served in the last 30 days, so that each replica has the files of every page.
create table shell_builds (
  id text primary key,
  served_at timestamptz not null
);

-- Names of files contain a hash of their content, so builds share what they have in common.
create table shell_files (
  path text primary key,
  content bytea not null
);

create table shell_build_files (
  build text not null references shell_builds (id) on delete cascade,
  path text not null references shell_files (path),
  primary key (build, path)
);
create index shell_build_files_by_path on shell_build_files (path);
