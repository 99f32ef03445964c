import type { Conflict, WeeklyHoursRecord } from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { requestRecomputation } from '../hours-worked/recomputation.js';
import { notFound, stale } from '../http/refusal.js';
import { findSettings } from '../settings/settings-repository.js';
import { type Provider, listFormerProviders, listProviders } from '../pms/pms-units.js';
import {
  changedFields,
  mergeWeeklyHoursList,
  nameOf,
  providersFingerprint,
  weekOf,
  weeklyHoursList,
} from './weekly-hours-list.js';
import {
  type HoursVersion,
  type StoredWeek,
  findHoursVersion,
  listWeeks,
  putWeeks,
  writeHoursVersion,
} from './weekly-hours-repository.js';

/** The version of a practice's weekly hours: of their saves, and of the providers that the list is made of. */
export type WeeklyHoursEtag = readonly [saves: number, providers: number];

export type FieldChanges = NonNullable<Conflict['changes']>;

export interface WeeklyHours {
  version: WeeklyHoursEtag;
  records: WeeklyHoursRecord[];
  /** True where the PMS' own schedule is used instead. */
  overruled: boolean;
  /** Fields that were changed since the version that was asked about. */
  changes: FieldChanges | undefined;
}

function existing(version: HoursVersion | undefined): HoursVersion {
  if (!version) throw notFound('There is no such practice.');
  return version;
}

/** Which fields were changed after a version, by whom and when. */
function changesSince(weeks: readonly StoredWeek[], since: number): FieldChanges {
  return weeks
    .flatMap(({ provider_id: id, changes = {} }) =>
      Object.entries(changes)
        .filter(([, { version }]) => version > since)
        .map(([field, { by, at }]) => ({ field: `${id}.${field}`, changed_by: by, changed_at: at })),
    )
    .sort((one, other) => (one.field < other.field ? -1 : 1));
}

/**
 * Office and providers with their weekly hours. A practice without PMS data has the office alone.
 *
 * @param since version of the saves whose later changes are named
 * @throws Refusal `not_found`
 */
export async function readWeeklyHours(db: Db, practiceId: number, since?: number): Promise<WeeklyHours> {
  // The version first: a save in between then makes the version too old, never the rows.
  const { version } = existing(await findHoursVersion(db, practiceId));
  const providers = await listProviders(db, practiceId);
  const weeks = await listWeeks(db, practiceId);
  const settings = await findSettings(db, practiceId);
  return {
    version: [version, providersFingerprint(providers)],
    records: weeklyHoursList(providers, weeks),
    overruled: settings?.record.additional_data.use_pms_provider_schedule_for_utilization === true,
    changes: since === undefined ? undefined : changesSince(weeks, since),
  };
}

export interface SaveWeeklyHours {
  practice: number;
  records: readonly WeeklyHoursRecord[];
  /** Version of the saves that the change was made on; undefined accepts any. */
  onVersion: number | undefined;
}

export interface SavedWeeklyHours {
  version: WeeklyHoursEtag;
  /** Providers whom the list did not have. */
  added: Provider[];
  /** Providers of the list who have left the practice. */
  removed: Provider[];
}

/**
 * Saves the whole list, put over the providers of now. A save that changes nothing keeps the version and leaves no entry
 * in the audit log.
 *
 * @throws Refusal `not_found`, `stale_version` with who changed which field and when, `invalid` with fields
 */
export async function saveWeeklyHours(
  db: Db,
  { practice, records, onVersion }: SaveWeeklyHours,
  { actor, now }: Doing,
): Promise<SavedWeeklyHours> {
  return inTransaction(db, async (transaction) => {
    const current = existing(await findHoursVersion(transaction, practice, { lock: true }));
    const weeks = await listWeeks(transaction, practice);
    if (onVersion !== undefined && onVersion !== current.version) {
      throw stale(`${current.changed_by} has changed these hours meanwhile. Nothing was saved.`, {
        changed_by: current.changed_by,
        changed_at: Math.floor(current.changed_at.getTime() / 1000),
        changes: changesSince(weeks, onVersion),
      });
    }
    const active = await listProviders(transaction, practice);
    const former = await listFormerProviders(transaction, practice);
    const before = weeklyHoursList(active, weeks);
    const { records: after, added, removed } = mergeWeeklyHoursList(records, { active, former }, before);
    const fingerprint = providersFingerprint(active);

    const rowBefore = new Map(before.map((row) => [row.provider_id, row]));
    const changed = after.filter((row) => JSON.stringify(row) !== JSON.stringify(rowBefore.get(row.provider_id)));
    if (changed.length === 0) return { version: [current.version, fingerprint], added, removed };

    const version = current.version + 1;
    const change = { version, by: actor.name, at: Math.floor(now.getTime() / 1000) };
    const changesBefore = new Map(weeks.map((week) => [week.provider_id, week.changes]));
    await putWeeks(
      transaction,
      changed.map((row) => {
        const fields = changedFields(rowBefore.get(row.provider_id) ?? row, row);
        const changes = {
          ...changesBefore.get(row.provider_id),
          ...Object.fromEntries(fields.map((field) => [field, change])),
        };
        return { ...weekOf(row), changes, practice_id: practice };
      }),
    );
    await writeHoursVersion(transaction, practice, { version, changed_by: actor.name, changed_at: now });
    await requestRecomputation(transaction, practice, now);
    const changedIds = new Set(changed.map((row) => row.provider_id));
    await recordAudit(transaction, {
      practice,
      actor,
      at: now,
      action: 'weekly_hours.save',
      entity: 'weekly_hours',
      entityId: String(practice),
      before: before.filter((row) => changedIds.has(row.provider_id)),
      after: changed,
    });
    return { version: [version, fingerprint], added, removed };
  });
}

/** A provider as the answer of a save names them. */
export function namedProvider(provider: Provider): { provider_id: number; name: string } {
  return { provider_id: provider.provider_id, name: nameOf(provider) };
}
