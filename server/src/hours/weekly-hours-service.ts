import type { WeeklyHoursRecord } from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { notFound, stale } from '../http/refusal.js';
import { listProviders } from '../pms/pms-units.js';
import { readWeeklyHoursList, weeklyHoursList } from './weekly-hours-list.js';
import {
  type HoursVersion,
  findHoursVersion,
  listWeeks,
  putWeeks,
  writeHoursVersion,
} from './weekly-hours-repository.js';

export interface WeeklyHours {
  version: number;
  records: WeeklyHoursRecord[];
}

function existing(version: HoursVersion | undefined): HoursVersion {
  if (!version) throw notFound('There is no such practice.');
  return version;
}

/**
 * Office and providers with their weekly hours. A practice without PMS data has the office alone.
 *
 * @throws Refusal `not_found`
 */
export async function readWeeklyHours(db: Db, practice: number): Promise<WeeklyHours> {
  // The version first: a save in between then makes the version too old, never the rows.
  const { version } = existing(await findHoursVersion(db, practice));
  const providers = await listProviders(db, practice);
  return { version, records: weeklyHoursList(providers, await listWeeks(db, practice)) };
}

/** Those rows of the first list that are not the same in the second. */
function rowsThatDiffer(rows: readonly WeeklyHoursRecord[], from: readonly WeeklyHoursRecord[]): WeeklyHoursRecord[] {
  const others = new Map(from.map((row) => [row.provider_id, JSON.stringify(row)]));
  return rows.filter((row) => others.get(row.provider_id) !== JSON.stringify(row));
}

export interface SaveWeeklyHours {
  practice: number;
  records: readonly WeeklyHoursRecord[];
  /** Version that the change was made on; undefined accepts any. */
  onVersion: number | undefined;
}

/**
 * Replaces the whole list. A save that changes nothing keeps the version and leaves no entry in the audit log.
 *
 * @returns the version after the save
 * @throws Refusal `not_found`, `stale_version` with who changed the list and when, `invalid` with fields
 */
export async function saveWeeklyHours(
  db: Db,
  { practice, records, onVersion }: SaveWeeklyHours,
  { actor, now }: Doing,
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const current = existing(await findHoursVersion(transaction, practice, { lock: true }));
    if (onVersion !== undefined && onVersion !== current.version) {
      throw stale(`${current.changed_by} has changed these hours meanwhile. Nothing was saved.`, {
        changed_by: current.changed_by,
        changed_at: Math.floor(current.changed_at.getTime() / 1000),
      });
    }
    const providers = await listProviders(transaction, practice);
    const weeks = readWeeklyHoursList(records, providers);
    const before = weeklyHoursList(providers, await listWeeks(transaction, practice));
    const after = weeklyHoursList(providers, weeks);
    const changed = rowsThatDiffer(after, before);
    if (changed.length === 0) return current.version;

    const version = current.version + 1;
    await putWeeks(
      transaction,
      weeks.map((week) => ({ ...week, practice_id: practice })),
    );
    await writeHoursVersion(transaction, practice, { version, changed_by: actor.name, changed_at: now });
    await recordAudit(transaction, {
      practice,
      actor,
      at: now,
      action: 'weekly_hours.save',
      entity: 'weekly_hours',
      entityId: String(practice),
      before: rowsThatDiffer(before, after),
      after: changed,
    });
    return version;
  });
}
