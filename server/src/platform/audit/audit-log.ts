import { insertRows } from '../database/json-rows.js';
import type { Db } from '../database/tables.js';
import { type AuditAction, areaOfAction } from './actions.js';
import type { Actor } from './actor.js';
import { nextEntryId } from './entry-id.js';

/** Practice id of entries that belong to no practice. */
export const NO_PRACTICE = 0;

export interface AuditEntry {
  practiceId: number;
  actor: Actor;
  at: Date;
  action: AuditAction;
  entity: string;
  entityId: string;
  /** Only the changed fields. Absent for a new entity. */
  before?: unknown;
  after?: unknown;
  /** The bulk change that changed this practice. The activity of all practices lists the bulk change's own entry instead. */
  bulkChangeId?: string | undefined;
}

const columns = {
  practice_id: 'integer',
  at: 'timestamptz',
  id: 'uuid',
  actor_kind: 'text',
  actor_id: 'text',
  actor_name: 'text',
  action: 'text',
  area: 'text',
  entity: 'text',
  entity_id: 'text',
  before: 'jsonb',
  after: 'jsonb',
  bulk_change_id: 'uuid',
};

/** Writes entries. Call it in the transaction of the changes, so that both are written or neither. */
export async function recordAudits(transaction: Db, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({
    practice_id: entry.practiceId,
    at: entry.at,
    id: nextEntryId(),
    actor_kind: entry.actor.kind,
    actor_id: entry.actor.id,
    actor_name: entry.actor.name,
    action: entry.action,
    area: areaOfAction[entry.action],
    entity: entry.entity,
    entity_id: entry.entityId,
    before: entry.before,
    after: entry.after,
    bulk_change_id: entry.bulkChangeId,
  }));
  await insertRows(transaction, 'audit_log', columns, rows);
}

export function recordAudit(transaction: Db, entry: AuditEntry): Promise<void> {
  return recordAudits(transaction, [entry]);
}
