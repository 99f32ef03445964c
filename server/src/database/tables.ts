/** Every table of the database. Rows never cross HTTP: services map them to contracts. */
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { AccountsTables } from './tables/accounts.js';
import type { AgentsTables } from './tables/agents.js';
import type { ApprovalsTables } from './tables/approvals.js';
import type { BillingTables } from './tables/billing.js';
import type { BulkChangesTables } from './tables/bulk-changes.js';
import type { EntitlementsTables } from './tables/entitlements.js';
import type { HoursTables } from './tables/hours.js';
import type { ModuleHealthTables } from './tables/module-health.js';
import type { ModuleServicesTables } from './tables/module-services.js';
import type { ModulesTables } from './tables/modules.js';
import type { PaymentsTables } from './tables/payments.js';
import type { PeopleTables } from './tables/people.js';
import type { PhoneNumbersTables } from './tables/phone-numbers.js';
import type { PmsTables } from './tables/pms.js';
import type { PracticesTables } from './tables/practices.js';
import type { ScimTables } from './tables/scim.js';
import type { ServiceTables } from './tables/service.js';
import type { SettingsTables } from './tables/settings.js';
import type { ShellBuildsTables } from './tables/shell-builds.js';

export interface Tables
  extends
    AccountsTables,
    AgentsTables,
    ApprovalsTables,
    BillingTables,
    BulkChangesTables,
    EntitlementsTables,
    HoursTables,
    ModuleHealthTables,
    ModuleServicesTables,
    ModulesTables,
    PaymentsTables,
    PeopleTables,
    PhoneNumbersTables,
    PmsTables,
    PracticesTables,
    ScimTables,
    ServiceTables,
    SettingsTables,
    ShellBuildsTables {}

/** Runs statements: the database itself or a transaction. Services pass it on to their queries. */
export type Db = Kysely<Tables>;

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
