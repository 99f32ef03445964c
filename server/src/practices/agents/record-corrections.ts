/**
 * Records which past days a sync corrects, because their hours worked change with it. Days up to the last complete sync
 * were known; later days get their appointments for the first time
 * (docs/decisions/0111-activity-names-corrected-days.md).
 */
import { systemActor } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { completedByOf, isCompleted } from '../settings/completed.js';
import { findZones, zonedDay } from '../directory/time-zones.js';
import { findSettings } from '../settings/settings-repository.js';
import type { SyncDays } from './sync-dates.js';

const syncActor = systemActor('Sync');

interface Visit {
  provider_id: number;
  starts_at: Date;
  ends_at: Date;
}

/** The ids of appointments that a full sync did not contain. */
export async function appointmentsNotInRun(db: Db, practiceId: number, run: string): Promise<number[]> {
  const rows = await db
    .selectFrom('pms_appointments')
    .select('appointment_id')
    .where('practice_id', '=', practiceId)
    .where('synced_in', 'is distinct from', run)
    .execute();
  return rows.map((row) => row.appointment_id);
}

/** The completed ones of the appointments, by id. */
async function completedVisits(db: Db, practiceId: number, ids: readonly number[]): Promise<Map<number, Visit>> {
  const settings = await findSettings(db, practiceId);
  if (!settings || ids.length === 0) return new Map();
  const completedBy = completedByOf(settings.record);
  const rows = await db
    .selectFrom('pms_appointments')
    .select(['appointment_id', 'provider_id', 'starts_at', 'ends_at', 'status', 'status_id'])
    .where('practice_id', '=', practiceId)
    .where('appointment_id', 'in', [...ids])
    .execute();
  const visits = rows.filter((row) => isCompleted(row, completedBy) && row.ends_at > row.starts_at);
  return new Map(visits.map((row) => [row.appointment_id, row]));
}

const isSame = (one: Visit | undefined, other: Visit | undefined): boolean =>
  one?.provider_id === other?.provider_id &&
  one?.starts_at.getTime() === other?.starts_at.getTime() &&
  one?.ends_at.getTime() === other?.ends_at.getTime();

/**
 * Runs a change of appointments in its transaction, and records the days up to the last sync whose hours worked change.
 */
export async function withCorrectionsRecorded(
  transaction: Db,
  practiceId: number,
  { now, days: { lastSynced }, ids }: { now: Date; days: SyncDays; ids: readonly number[] },
  change: () => Promise<void>,
): Promise<void> {
  if (lastSynced === null) return change();
  const before = await completedVisits(transaction, practiceId, ids);
  await change();
  const after = await completedVisits(transaction, practiceId, ids);
  const changed = ids.flatMap((id) => (isSame(before.get(id), after.get(id)) ? [] : [before.get(id), after.get(id)]));
  const zones = changed.length > 0 ? await findZones(transaction, practiceId) : undefined;
  if (!zones) return;
  const dates = changed.flatMap((visit) =>
    // An appointment is shorter than a day, so it spans at most two.
    visit ? [zonedDay(zones, visit.starts_at), zonedDay(zones, new Date(visit.ends_at.getTime() - 1))] : [],
  );
  const corrected = [...new Set(dates)].filter((date) => date < lastSynced).sort();
  if (corrected.length === 0) return;
  await recordAudit(transaction, {
    practiceId,
    actor: syncActor,
    at: now,
    action: 'pms_appointments.correct',
    entity: 'pms_unit',
    entityId: String(practiceId),
    after: corrected,
  });
}
