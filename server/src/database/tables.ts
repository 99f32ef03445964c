/** Rows as the database has them. They never cross HTTP: services map them to contracts. */
import type { Audience, ModuleBuild, ModuleDeclaration, TimeKey } from 'shared-api/contracts';
import type { ColumnType, Generated, Insertable, JSONColumnType, Kysely, Selectable } from 'kysely';
import type {
  AgentCommandsTable,
  AgentConnectionsTable,
  AgentSyncsTable,
  AgentTokensTable,
} from './tables-of-agents.js';
import type {
  BillingItemsTable,
  BillingLeasesTable,
  BillingRequestsTable,
  BillingSchedulesTable,
  BillingSubscriptionsTable,
  BillingTicketsTable,
  ItemAssignmentsTable,
  StripeEventsTable,
} from './tables-of-billing.js';
import type { BulkChangePracticesTable, BulkChangesTable } from './tables-of-bulk-changes.js';
import type {
  CataloguePricesTable,
  EntitlementGrantsTable,
  EntitlementRevocationsTable,
  EntitlementVersionsTable,
  FeatureFlagVersionsTable,
  FeatureUsageTable,
  PracticeEntitlementsTable,
  PracticeFeatureFlagsTable,
  PracticeTrialsTable,
  ProductChangeHistoryTable,
} from './tables-of-entitlements.js';
import type {
  BrowserCallsTable,
  BrowserErrorDaysTable,
  BrowserErrorsTable,
  BrowserReportLimitsTable,
  ModuleVisitsTable,
  ModuleVitalsTable,
  ShellVersionsTable,
} from './tables-of-module-health.js';
import type { PracticeSettingsTable } from './tables-of-settings.js';

/** JSON that is written as text and read as a value. */
type Json<T extends object> = JSONColumnType<T>;
/** JSON whose shape its reader knows. */
type JsonValue = ColumnType<unknown, string, string>;
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

export type MembershipRole = 'owner' | 'manager' | 'staff';

export interface MembershipsTable {
  practice_id: number;
  person_id: string;
  role: Generated<MembershipRole>;
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
  /** When the last update that arrived whole was finished. */
  last_synced_at: Date | null;
}

export interface PmsProvidersTable {
  practice_id: number;
  provider_id: number;
  first_name: string;
  last_name: string;
  active: Generated<boolean>;
  /** The run of the update in which the row came last. */
  synced_in: Generated<string | null>;
}

export interface PmsClinicsTable {
  practice_id: number;
  clinic_num: number;
  description: string;
  address: string;
  address2: string;
  city: string;
  state: string;
  zip: string;
  /** The run of the update in which the row came last. */
  synced_in: Generated<string | null>;
}

export interface PmsAppointmentsTable {
  practice_id: number;
  appointment_id: number;
  provider_id: number;
  /** 0 for what is assigned to no clinic. */
  clinic_num: number;
  starts_at: Date;
  ends_at: Date;
  status: 'scheduled' | 'completed' | 'cancelled';
  /** The PMS' own number of the status, where it has one. */
  status_id: number | null;
  /** The run of the update in which the row came last. */
  synced_in: Generated<string | null>;
}

/** A provider's day by the PMS' own schedule, in minutes since midnight of the practice's time zone. */
export interface PmsSchedulesTable {
  practice_id: number;
  schedule_id: number;
  provider_id: number;
  /** `YYYY-MM-DD` */
  date: string;
  begins: number;
  ends: number;
  /** The run of the update in which the row came last. */
  synced_in: Generated<string | null>;
}

/** Work behind a call; a running one is another server copy's to take once its lease has ended. */
export interface JobsTable {
  /** 0 for what belongs to no practice. */
  practice_id: number;
  id: string;
  kind: string;
  state: 'pending' | 'running' | 'done' | 'failed';
  input: JsonValue;
  progress: JsonValue;
  requested_at: Date;
  requested_by_kind: string;
  requested_by_id: string;
  requested_by_name: string;
  /** Not before this time. */
  run_at: Date;
  leased_until: Date | null;
  attempts: Generated<number>;
  finished_at: Date | null;
  message: string | null;
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

export interface HoursWorkedVersionsTable {
  practice_id: number;
  version: number;
}

/** What was computed for a provider's day, in seconds. */
export interface HoursWorkedTable {
  practice_id: number;
  /** `YYYY-MM-DD` */
  date: string;
  provider_id: number;
  available_seconds: number;
  worked_seconds: number;
  computed_at: Date;
}

/** What people have said instead, each figure with the save that last changed it. */
export interface HoursWorkedOverridesTable {
  practice_id: number;
  /** `YYYY-MM-DD` */
  date: string;
  provider_id: number;
  available_seconds: number | null;
  available_version: number;
  available_by: string | null;
  available_at: Date | null;
  worked_seconds: number | null;
  worked_version: number;
  worked_by: string | null;
  worked_at: Date | null;
}

/** A customer at the payment provider, and a practice that it belongs to. */
export interface BillingCustomersTable {
  practice_id: number;
  customer_id: string;
  source: 'created' | 'attached';
  added_at: Date;
}

/** An endpoint that hears the provider's webhooks, with the secret that they are signed with. */
export interface WebhookEndpointsTable {
  id: string;
  url: string;
  secret: string;
  created_at: Date;
}

export interface PracticeVoiceAccountsTable {
  practice_id: number;
  account_sid: string;
}

export interface PhoneMovesTable {
  practice_id: number;
  id: string;
  phone_number: string;
  phone_number_sid: string;
  origin_account: string;
  destination_account: string;
  moved_by: string;
  moved_at: Date;
  /** Null while the move is under way. */
  outcome: 'moved' | 'failed' | 'unknown' | null;
  message: string | null;
}

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
  action: 'promote' | 'rollback' | 'canary' | 'withdraw';
  from_version: string | null;
  to_version: string;
  moved_at: Date;
  moved_by: string;
  by_person: boolean;
}

/** A version that some people get beside the live one. */
export interface ModuleCanariesTable {
  module: string;
  /** Another one for each canary that begins; making one wider or narrower keeps it. */
  id: string;
  version: string;
  percent: number;
  min_people: number;
  /** In points. */
  max_failing_percent: number;
  started_at: Date;
  started_by: string;
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
  pms_clinics: PmsClinicsTable;
  pms_appointments: PmsAppointmentsTable;
  pms_schedules: PmsSchedulesTable;
  jobs: JobsTable;
  practice_settings: PracticeSettingsTable;
  agent_tokens: AgentTokensTable;
  agent_connections: AgentConnectionsTable;
  agent_commands: AgentCommandsTable;
  agent_syncs: AgentSyncsTable;
  weekly_hours_versions: WeeklyHoursVersionsTable;
  weekly_hours: WeeklyHoursTable;
  hours_worked_versions: HoursWorkedVersionsTable;
  hours_worked: HoursWorkedTable;
  hours_worked_overrides: HoursWorkedOverridesTable;
  billing_customers: BillingCustomersTable;
  webhook_endpoints: WebhookEndpointsTable;
  practice_voice_accounts: PracticeVoiceAccountsTable;
  phone_moves: PhoneMovesTable;
  audit_log: AuditLogTable;
  modules: ModulesTable;
  module_versions: ModuleVersionsTable;
  module_files: ModuleFilesTable;
  module_moves: ModuleMovesTable;
  module_canaries: ModuleCanariesTable;
  module_registry: ModuleRegistryTable;
  deploy_tokens: DeployTokensTable;
  shell_versions: ShellVersionsTable;
  browser_report_limits: BrowserReportLimitsTable;
  module_visits: ModuleVisitsTable;
  module_vitals: ModuleVitalsTable;
  browser_errors: BrowserErrorsTable;
  browser_error_days: BrowserErrorDaysTable;
  browser_calls: BrowserCallsTable;
  demo_steps: DemoStepsTable;
  catalogue_prices: CataloguePricesTable;
  entitlement_versions: EntitlementVersionsTable;
  entitlement_grants: EntitlementGrantsTable;
  entitlement_revocations: EntitlementRevocationsTable;
  practice_entitlements: PracticeEntitlementsTable;
  practice_feature_flags: PracticeFeatureFlagsTable;
  feature_flag_versions: FeatureFlagVersionsTable;
  feature_usage: FeatureUsageTable;
  bulk_changes: BulkChangesTable;
  bulk_change_practices: BulkChangePracticesTable;
  practice_trials: PracticeTrialsTable;
  product_change_history: ProductChangeHistoryTable;
  billing_subscriptions: BillingSubscriptionsTable;
  billing_items: BillingItemsTable;
  billing_schedules: BillingSchedulesTable;
  item_assignments: ItemAssignmentsTable;
  billing_tickets: BillingTicketsTable;
  stripe_events: StripeEventsTable;
  billing_requests: BillingRequestsTable;
  billing_leases: BillingLeasesTable;
}

/** Runs statements: the database itself, or a transaction, which is passed on throughout a service. */
export type Db = Kysely<Tables>;

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
