/** Rows of the module registry. */
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Audience, ModuleBuild, ModuleDeclaration, SettingValue } from 'shared-api/contracts';
import type { ServiceGrant } from 'shared-api/contracts/module-services';
import type { SignedStatement } from 'shared-api/contracts/module-statement';
import type { TokenColumns } from '../../access/tokens/token-columns.js';

/** JSON that is written as text and read as a value. */
type Json<T extends object> = JSONColumnType<T>;

export interface ModulesTable {
  name: string;
  audience: Audience;
  granted: Json<ModuleDeclaration>;
  granted_at: Date;
  granted_by: string;
  live_version: string | null;
  /** Grant of the module's own service. Null: it has none. */
  service: ColumnType<ServiceGrant | null, string | null | undefined, string | null>;
}

export interface ModuleVersionsTable {
  module: string;
  version: string;
  declaration: Json<ModuleDeclaration>;
  build: Json<ModuleBuild>;
  /** Total size of all files. */
  bytes: number;
  published_at: Date;
  published_by: string;
  pruned_at: Date | null;
  /** The pipeline whose statement was verified, and the statement. Null if the console required none. */
  pipeline: ColumnType<string | null, string | null | undefined>;
  statement: ColumnType<SignedStatement | null, string | null | undefined, string | null>;
  /** True for a version uploaded only for a preview. */
  for_preview: Generated<boolean>;
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
  action: 'promote' | 'rollback' | 'canary' | 'withdraw';
  from_version: string | null;
  to_version: string;
  moved_at: Date;
  moved_by: string;
  by_person: boolean;
  /** Kit of the pages that a server offers the version to before it is live. */
  offered_to: string | null;
}

/** A person named by a canary. */
export interface CanaryPerson {
  id: string;
  email: string;
}

/** A version that some people get instead of the live version: a percentage, named people, internal staff. */
export interface ModuleCanariesTable {
  module: string;
  /** Each new canary gets a new id. Widening or narrowing it keeps the id. */
  id: string;
  version: string;
  /** 0 when only named people or internal staff get it. */
  percent: number;
  people: ColumnType<CanaryPerson[], string | undefined, string>;
  internal: Generated<boolean>;
  min_people: number;
  /** In percentage points. */
  max_failing_percent: number;
  started_at: Date;
  started_by: string;
}

/** A version that some people can open before it is released. */
export interface ModulePreviewsTable {
  module: string;
  name: string;
  version: string;
  people: ColumnType<CanaryPerson[], string, string>;
  internal: boolean;
  practices: number[];
  published_at: Date;
  published_by: string;
  expires_at: Date;
}

/** The operator's settings for a module. */
export interface ModuleSettingsTable {
  module: string;
  /** By name. Settings that aren't stored have the default of their version. */
  stored: Json<Record<string, SettingValue>>;
  /** The values before the latest change. */
  former: Json<Record<string, SettingValue>>;
  version: number;
  changed_at: Date;
  changed_by: string;
}

export interface ModuleRegistryTable {
  id: number;
  revision: string;
  /** Kit of the pages that don't name theirs, which earlier releases opened. Null: there are none. */
  unnamed_shared_ui: string | null;
}

/** A replica that publishes modules of its own release. */
export interface ReplicasTable {
  id: string;
  /** Null while a replica runs whose release doesn't report it. */
  release: string | null;
  /** Version of the kit that its shell provides. Null if no shell is built. */
  shared_ui: string | null;
  /** Module → version. */
  local_modules: Json<Record<string, string>>;
  seen_at: Date;
}

export interface DeployTokensTable extends TokenColumns {
  /** Null for a token for all modules. */
  module: string | null;
}

declare module '../../platform/database/tables.js' {
  interface Tables {
    modules: ModulesTable;
    module_versions: ModuleVersionsTable;
    module_files: ModuleFilesTable;
    module_moves: ModuleMovesTable;
    module_previews: ModulePreviewsTable;
    module_canaries: ModuleCanariesTable;
    module_registry: ModuleRegistryTable;
    module_settings: ModuleSettingsTable;
    deploy_tokens: DeployTokensTable;
    replicas: ReplicasTable;
  }
}
