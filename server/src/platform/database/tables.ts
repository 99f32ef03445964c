/** The tables of the database. Rows never cross HTTP: services map them to contracts. */
import type { Insertable, Kysely, Selectable } from 'kysely';
import type {
  JobsTable,
  AuditLogTable,
  AuditWebhookTable,
  DemoStepsTable,
  SchemaMigrationsTable,
} from './service-tables.js';

/** Each feature adds its tables in a file that ends in `-tables.ts`. */
export interface Tables {
  jobs: JobsTable;
  audit_log: AuditLogTable;
  audit_webhook: AuditWebhookTable;
  demo_steps: DemoStepsTable;
  schema_migrations: SchemaMigrationsTable;
}

/** Runs statements: the database itself or a transaction. Services pass it on to their queries. */
export type Db = Kysely<Tables>;

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
