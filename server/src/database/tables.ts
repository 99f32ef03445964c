/** Rows as the database has them. They never cross HTTP: services map them to contracts. */
import type { Audience, ModuleBuild, ModuleDeclaration, TimeKey } from 'shared-api/contracts';
import type { ColumnType, Generated, Insertable, JSONColumnType, Kysely, Selectable } from 'kysely';

/** JSON that is written as text and read as a value. */
type Json<T extends object> = JSONColumnType<T>;
type OptionalJson = ColumnType<unknown, string | null, never>;

export interface PeopleTable {
  id: string;
  /** In lower case. */
  email: string;
  name: string;
  /** Null for people whom only the identity provider signs in. */
  password_hash: string | null;
  super_admin: Generated<boolean>;
  task_admin: Generated<boolean>;
  internal: Generated<boolean>;
  developer: Generated<boolean>;
  created_at: Generated<Date>;
}

/** A person as an identity provider knows them. */
export interface PersonIdentitiesTable {
  issuer: string;
  subject: string;
  person_id: string;
}

export interface MembershipsTable {
  practice_id: number;
  person_id: string;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's token. */
  token_hash: Buffer;
  person_id: string;
  created_at: Date;
  used_at: Date;
  expires_at: Date;
  overrides: Json<{ module: string; entry: string }[]>;
}

export interface SignInAttemptsTable {
  /** SHA-256 of what is counted: an account or an address. */
  subject: Buffer;
  window_started_at: Date;
  attempts: number;
}

export interface OidcSignInsTable {
  /** SHA-256 of the `state` parameter. */
  state_hash: Buffer;
  nonce: string;
  code_verifier: string;
  return_to: string;
  popup: boolean;
  started_at: Date;
}

export interface NumberSeriesTable {
  name: string;
  next_number: number;
}

export interface PracticesTable {
  id: number;
  name: string;
  /** Made by `searchable`. */
  search_name: string;
  time_zone: string;
  pms_name: string;
  insider: Generated<boolean>;
  /** The practice of which this one is a clinic. */
  parent_practice_id: number | null;
  /** Number of the clinic in the parent's practice management system. */
  clinicnum: number | null;
  created_at: Generated<Date>;
}

/** The unit that holds a practice's PMS data. Without its row nothing can be written for the practice. */
export interface PmsUnitsTable {
  practice_id: number;
  created_at: Generated<Date>;
}

export interface PmsProvidersTable {
  practice_id: number;
  provider_id: number;
  first_name: string;
  last_name: string;
  active: Generated<boolean>;
}

export interface WeeklyHoursVersionsTable {
  practice_id: number;
  version: number;
  changed_by: string;
  changed_at: Date;
}

/** Minutes since midnight per day and part, null where no time is set. Provider 0 is the office. */
export type WeeklyHoursTable = {
  practice_id: number;
  provider_id: number;
  same_as_office_hours: boolean;
} & Record<TimeKey, number | null>;

export interface AuditLogTable {
  /** 0 for what belongs to no practice. */
  practice_id: number;
  at: Date;
  id: string;
  actor_kind: string;
  actor_id: string;
  actor_name: string;
  /** What was done, e.g. `weekly_hours.save`. */
  action: string;
  entity: string;
  entity_id: string;
  before: OptionalJson;
  after: OptionalJson;
}

export interface ModulesTable {
  name: string;
  audience: Audience;
  granted: Json<ModuleDeclaration>;
  granted_at: Date;
  granted_by: string;
  live_version: string | null;
}

export interface ModuleVersionsTable {
  module: string;
  version: string;
  declaration: Json<ModuleDeclaration>;
  build: Json<ModuleBuild>;
  /** Of all files together. */
  bytes: number;
  published_at: Date;
  published_by: string;
  pruned_at: Date | null;
}

export interface ModuleFilesTable {
  module: string;
  version: string;
  path: string;
  content: Buffer;
}

export interface ModuleMovesTable {
  module: string;
  /** Counts from 1 within the module. */
  number: number;
  action: 'promote' | 'rollback';
  from_version: string | null;
  to_version: string;
  moved_at: Date;
  moved_by: string;
  by_person: boolean;
}

export interface ModuleRegistryTable {
  id: number;
  revision: string;
}

export interface DeployTokensTable {
  id: string;
  module: string;
  name: string;
  token_hash: Buffer;
  prefix: string;
  issued_at: Date;
  issued_by: string;
  used_at: Date | null;
  revoked_at: Date | null;
}

export interface DemoStepsTable {
  name: string;
  done_at: Generated<Date>;
}

export interface SchemaMigrationsTable {
  name: string;
  applied_at: Generated<Date>;
}

export interface Tables {
  schema_migrations: SchemaMigrationsTable;
  people: PeopleTable;
  person_identities: PersonIdentitiesTable;
  memberships: MembershipsTable;
  sessions: SessionsTable;
  sign_in_attempts: SignInAttemptsTable;
  oidc_sign_ins: OidcSignInsTable;
  number_series: NumberSeriesTable;
  practices: PracticesTable;
  pms_units: PmsUnitsTable;
  pms_providers: PmsProvidersTable;
  weekly_hours_versions: WeeklyHoursVersionsTable;
  weekly_hours: WeeklyHoursTable;
  audit_log: AuditLogTable;
  modules: ModulesTable;
  module_versions: ModuleVersionsTable;
  module_files: ModuleFilesTable;
  module_moves: ModuleMovesTable;
  module_registry: ModuleRegistryTable;
  deploy_tokens: DeployTokensTable;
  demo_steps: DemoStepsTable;
}

/** Runs statements: the database itself, or a transaction, which is passed on throughout a service. */
export type Db = Kysely<Tables>;

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
