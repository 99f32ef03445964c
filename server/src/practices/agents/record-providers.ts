/** Records the providers that a sync added or marked as former, because hours and utilization depend on them. */
import { systemActor } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { beginPeriods, endPeriods } from '../pms/provider-periods.js';
import type { SyncDays } from './sync-dates.js';

const syncActor = systemActor('Sync');

/** Names of the active providers, by id. */
async function activeProviders(db: Db, practiceId: number): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('pms_providers')
    .select(['provider_id', 'first_name', 'last_name'])
    .where('practice_id', '=', practiceId)
    .where('active', '=', true)
    .orderBy('provider_id')
    .execute();
  return new Map(rows.map((row) => [row.provider_id, `${row.first_name} ${row.last_name}`.trim()]));
}

/**
 * Runs a change of providers in its transaction, and records the difference: in the audit log, and as the first or last day of
 * each provider. Without a difference, there is no entry.
 */
export async function withProvidersRecorded(
  transaction: Db,
  practiceId: number,
  { now, days }: { now: Date; days: SyncDays },
  change: () => Promise<void>,
): Promise<void> {
  const before = await activeProviders(transaction, practiceId);
  await change();
  const after = await activeProviders(transaction, practiceId);
  const missingIn = (other: ReadonlyMap<number, string>, from: ReadonlyMap<number, string>): [number, string][] =>
    [...from].filter(([id]) => !other.has(id));
  const [added, removed] = [missingIn(before, after), missingIn(after, before)];
  if (added.length + removed.length === 0) return;
  const idsOf = (entries: readonly [number, string][]): number[] => entries.map(([id]) => id);
  if (days.lastSynced !== null) await beginPeriods(transaction, practiceId, idsOf(added), days.today);
  await endPeriods(transaction, practiceId, idsOf(removed), days.today);
  const namesOf = (entries: readonly [number, string][]): string[] => entries.map(([, name]) => name);
  await recordAudit(transaction, {
    practiceId,
    actor: syncActor,
    at: now,
    action: 'pms_providers.change',
    entity: 'pms_unit',
    entityId: String(practiceId),
    before: namesOf(removed),
    after: namesOf(added),
  });
}
