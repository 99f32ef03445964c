/** Rows of the service itself: jobs, the audit log, migrations and seeds. */
import type { ColumnType, Generated } from 'kysely';
import type { ActivityArea } from 'shared-api/contracts/activity';

/** JSON typed by its reader. */
type JsonValue = ColumnType<unknown, string, string>;
type OptionalJson = ColumnType<unknown, string | null, never>;

/** Background work. Another replica may take over a running job once its lease has expired. */
export interface JobsTable {
  /** 0 for jobs without a practice. */
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
  /** The job doesn't run before this time. */
  run_at: Date;
  leased_until: Date | null;
  attempts: Generated<number>;
  finished_at: Date | null;
  message: string | null;
}

export interface AuditLogTable {
  /** Position in write order. Below 1 in entries that predate this column. */
  sequence: Generated<string>;
  /** 0 for entries without a practice. */
  practice_id: number;
  at: Date;
  id: string;
  actor_kind: string;
  actor_id: string;
  actor_name: string;
  /** The action, e.g. `weekly_hours.save`. */
  action: string;
  /** The area of the action, for the activity's filter. Null for an action that no version knows anymore. */
  area: Generated<ActivityArea | null>;
  entity: string;
  entity_id: string;
  before: OptionalJson;
  after: OptionalJson;
  /** The bulk change that the entry is part of. */
  bulk_change_id: Generated<string | null>;
}

/** The position up to which the operator's collector has the audit log: one row, once sending has started. */
export interface AuditWebhookTable {
  id: number;
  /** The position of the last accepted entry. */
  accepted_to: string;
  /** The last entry of the batch being sent. Null: none. */
  sending_to: string | null;
  /** The first refusal since the last accepted batch. Null: the last one was accepted. */
  failing_since: Date | null;
}

export interface DemoStepsTable {
  name: string;
  done_at: Generated<Date>;
}

export interface SchemaMigrationsTable {
  name: string;
  applied_at: Generated<Date>;
}
