import { randomUUID } from 'node:crypto';
import type { Db } from '../database/tables.js';
import type { Actor } from './actor.js';

/** Practice id of entries that belong to no practice. */
export const NO_PRACTICE = 0;

export interface AuditEntry {
  practice: number;
  actor: Actor;
  at: Date;
  /** What was done, e.g. `weekly_hours.save`. */
  action: string;
  entity: string;
  entityId: string;
  /** Only what changed; absent where nothing was there before. */
  before?: unknown;
  after?: unknown;
}

/** Writes an entry. Call it in the transaction of the change itself: neither stands without the other. */
export async function recordAudit(transaction: Db, entry: AuditEntry): Promise<void> {
  const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
  await transaction
    .insertInto('audit_log')
    .values({
      practice_id: entry.practice,
      at: entry.at,
      id: randomUUID(),
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id,
      actor_name: entry.actor.name,
      action: entry.action,
      entity: entry.entity,
      entity_id: entry.entityId,
      before: json(entry.before),
      after: json(entry.after),
    })
    .execute();
}
