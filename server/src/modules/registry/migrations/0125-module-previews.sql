-- Published versions that some people open before they are released (docs/decisions/0200). Who may: developers, and those named here.
create table module_previews (
  module text not null references modules (name),
  name text not null,
  version text not null,
  -- [{ "id": …, "email": … }]
  people jsonb not null,
  internal boolean not null,
  practices integer[] not null,
  published_at timestamptz not null,
  published_by text not null,
  expires_at timestamptz not null,
  primary key (module, name),
  foreign key (module, version) references module_versions (module, version)
);

-- The previews that a session has open: [{ "module": …, "name": … }]. Whether the person still may is decided at each page.
alter table sessions add column previews jsonb not null default '[]';
