import { AUDIT_EXPORT_VERSION, type AuditLine } from 'shared-api/contracts/audit';
import type { AuditContext } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { Db, Row } from '../../platform/database/tables.js';
import { AppError, invalid } from '../../platform/errors/app-error.js';
import {
  listInOrder,
  sequenceRangeOf,
  settledSequence,
  type SequenceRange,
  type TimeRange,
} from './export-repository.js';
import { epochSeconds, epochSecondsOrNull } from '../../platform/dates/epoch-seconds.js';

/** Number of entries in memory at once. */
const BATCH_SIZE = 500;

/** A cursor before all entries. */
const START = '-999999999999999999';

export interface ExportRequest extends TimeRange {
  /** The cursor of the caller's last entry. */
  cursor: string | undefined;
}

const actorKindOf = (kind: string): AuditLine['actor']['kind'] =>
  kind === 'person' || kind === 'deploy-token' ? kind : 'system';

/** An entry in the export's format. */
export function auditLineOf(row: Row<'audit_log'>): AuditLine {
  return {
    version: AUDIT_EXPORT_VERSION,
    cursor: String(row.sequence),
    id: row.id,
    at: epochSeconds(row.at),
    practice_id: row.practice_id === NO_PRACTICE ? null : row.practice_id,
    actor: { kind: actorKindOf(row.actor_kind), id: row.actor_id, name: row.actor_name },
    action: row.action,
    area: row.area,
    entity: row.entity,
    entity_id: row.entity_id,
    before: row.before ?? null,
    after: row.after ?? null,
  };
}

const later = (one: string, other: string): string => (BigInt(one) > BigInt(other) ? one : other);
const earlier = (one: string, other: string): string => (BigInt(one) < BigInt(other) ? one : other);

async function* batches(db: Db, range: SequenceRange, period: TimeRange): AsyncGenerator<string> {
  for (let { after } = range; ;) {
    const rows = await listInOrder(db, { ...range, after }, period, BATCH_SIZE);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => `${JSON.stringify(auditLineOf(row))}\n`).join('');
    after = String(last.sequence);
  }
}

/**
 * Starts an export and records it. The export's own entry is part of the next one.
 *
 * @returns lines of JSON, some at a time
 * @throws AppError `invalid`, or `busy` while a long transaction may still add entries before the newest
 */
export async function exportAuditLog(
  db: Db,
  request: ExportRequest,
  { actor, now }: AuditContext,
): Promise<AsyncGenerator<string>> {
  const { from, to, cursor } = request;
  if (from !== undefined && to !== undefined && from >= to) {
    throw invalid('The period ends before it starts.', { to: 'Must be later than the start' });
  }
  const settled = await settledSequence(db);
  if (settled === undefined) {
    throw new AppError(503, 'busy', 'A change is taking long, and the export waits for it. Try again in a minute.', {
      retryAfter: 60,
    });
  }
  await recordAudit(db, {
    practiceId: NO_PRACTICE,
    actor,
    at: now,
    action: 'audit.export',
    entity: 'audit_log',
    entityId: 'export',
    after: { from: epochSecondsOrNull(from), to: epochSecondsOrNull(to), cursor: cursor ?? null },
  });
  const all = { after: START, upTo: settled };
  const ofPeriod = from === undefined && to === undefined ? all : await sequenceRangeOf(db, request);
  const range = {
    after: later(ofPeriod?.after ?? settled, cursor ?? START),
    upTo: earlier(ofPeriod?.upTo ?? settled, settled),
  };
  return batches(db, range, request);
}
