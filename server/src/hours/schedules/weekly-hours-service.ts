import { type Conflict, type WeeklyHoursRecord, dayIn, payPeriodOf, timeKeys } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { DayRange } from './day-ranges.js';
import { requestRecomputation } from '../../practices/pms/request-recomputation.js';
import { notFound, stale } from '../../platform/errors/app-error.js';
import { readPractice } from '../../access/practice-records/practice-lookups.js';
import { findSettings } from '../../practices/settings/settings-repository.js';
import { type Provider, listFormerProviders, listProviders } from '../../practices/pms/pms-units.js';
import { recordScheduleChange } from './schedule-changes.js';
import {
  type ScheduleRow,
  addScheduleRow,
  daysOfSchedule,
  listScheduleDates,
  scheduleOn,
} from './schedules-repository.js';
import {
  changedFields,
  mergeWeeklyHoursList,
  nameOf,
  providersFingerprint,
  weekOf,
  weeklyHoursList,
} from './weekly-hours-list.js';
import {
  BEGINNING,
  type HoursVersion,
  type StoredWeek,
  findHoursVersion,
  listWeeks,
  upsertWeeks,
  writeHoursVersion,
} from './weekly-hours-repository.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

/**
 * The version of a list of weekly hours: the version of all saves, a fingerprint of the providers, and the schedule.
 */
export type WeeklyHoursEtag = readonly number[];

/** The version of a list in an `If-Match` header. */
export interface ListVersion {
  saves: number;
  /** First day of the schedule that was read. */
  validFrom: string;
}

/**
 * The ETag of a list. For the schedule from the beginning it has no third part, like ETags from before schedules had
 * dates.
 */
export function listEtag(saves: number, providers: number, validFrom: string): WeeklyHoursEtag {
  return [saves, providers, ...(validFrom === BEGINNING ? [] : [Number(validFrom.replaceAll('-', ''))])];
}

export type FieldChanges = NonNullable<Conflict['changes']>;

export interface WeeklyHours {
  version: WeeklyHoursEtag;
  /** First day of the schedule. */
  validFrom: string;
  records: WeeklyHoursRecord[];
  /** True when the PMS' own schedule is used instead. */
  overruled: boolean;
  /** Fields that changed since the given version. Undefined without a version. */
  changes: FieldChanges | undefined;
}

export function assertFound(version: HoursVersion | undefined): HoursVersion {
  if (!version) throw notFound('This practice doesn’t exist.');
  return version;
}

/** The fields that changed after a version, by whom and when. */
export function changesSince(weeks: readonly StoredWeek[], since: number): FieldChanges {
  return weeks
    .flatMap(({ provider_id: id, changes = {} }) =>
      Object.entries(changes)
        .filter(([, { version }]) => version > since)
        .map(([field, { by, at }]) => ({ field: `${id}.${field}`, changed_by: by, changed_at: at })),
    )
    .sort((one, other) => (one.field < other.field ? -1 : 1));
}

/** Today in a practice's time zone. @throws AppError `not_found` */
export async function todayOf(db: Db, practiceId: number, now: Date): Promise<string> {
  return dayIn((await readPractice(db, practiceId)).time_zone, now);
}

/** True for weeks with hours that were set before a day. */
function wereSetBefore(weeks: readonly StoredWeek[], date: string, zone: string): boolean {
  return weeks.some(({ times, same_as_office_hours: follows, changes = {} }) => {
    const isOld = Object.values(changes).some(({ at }) => dayIn(zone, new Date(at * 1000)) < date);
    // Hours without a change are older than the record of changes.
    return isOld || (!follows && timeKeys.some((key) => times[key] !== null && !changes[key]));
  });
}

/**
 * The first day that a save of the current schedule applies to: the schedule's first day, or that of the current pay
 * period if earlier days were computed from other hours (DECISIONS 26,
 * docs/decisions/0104-past-days-keep-their-inputs.md).
 */
export async function firstDayOfSave(
  db: Db,
  practiceId: number,
  inEffect: string,
  { zone, now }: { zone: string; now: Date },
): Promise<string> {
  const weeks = await listWeeks(db, practiceId, inEffect);
  const today = dayIn(zone, now);
  const { start } = payPeriodOf(today);
  if (inEffect >= start) return inEffect;
  return wereSetBefore(weeks, today, zone) ? start : inEffect;
}

/**
 * Office and providers with the weekly hours that are valid on a day. A practice without PMS data has only the office.
 *
 * @param options `since`: a version of the saves; the result names later changes. `date`: the day, default today
 * @throws AppError `not_found`
 */
export async function readWeeklyHours(
  db: Db,
  practiceId: number,
  { since, date, now = new Date() }: { since?: number | undefined; date?: string; now?: Date } = {},
): Promise<WeeklyHours> {
  // Reads the version first. After a save in between, the version is too old, never the rows.
  const { version } = assertFound(await findHoursVersion(db, practiceId));
  const [providers, dates, settings] = await Promise.all([
    listProviders(db, practiceId),
    listScheduleDates(db, practiceId),
    findSettings(db, practiceId),
  ]);
  if (!settings) throw notFound('This practice doesn’t exist.');
  const { time_zone: zone, additional_data: pmsSettings } = settings.record;
  const validFrom = scheduleOn(dates, date ?? dayIn(zone, now));
  const weeks = await listWeeks(db, practiceId, validFrom);
  return {
    version: listEtag(version, providersFingerprint(providers), validFrom),
    validFrom,
    records: weeklyHoursList(providers, weeks),
    overruled: pmsSettings.use_pms_provider_schedule_for_utilization,
    changes: since === undefined ? undefined : changesSince(weeks, since),
  };
}

export interface SaveWeeklyHours {
  practiceId: number;
  records: readonly WeeklyHoursRecord[];
  /** Version of the list that the change is based on. Undefined accepts any version. */
  onVersion: ListVersion | undefined;
}

export interface SavedWeeklyHours {
  version: WeeklyHoursEtag;
  /** First day of the schedule that now has the list. */
  validFrom: string;
  /** Providers that the list does not contain. */
  added: Provider[];
  /** Providers of the list who have left the practice. */
  removed: Provider[];
}

/**
 * Saves the whole list of the schedule that is valid today, merged with the current providers. A save that changes
 * nothing keeps the version and leaves no entry in the audit log.
 *
 * @throws AppError `not_found`, `stale_version` with who changed which field and when, `invalid` with fields
 */
export async function saveWeeklyHours(db: Db, save: SaveWeeklyHours, context: AuditContext): Promise<SavedWeeklyHours> {
  return inTransaction(db, async (transaction) => {
    const current = assertFound(await findHoursVersion(transaction, save.practiceId, { lock: true }));
    const dates = await listScheduleDates(transaction, save.practiceId);
    const validFrom = scheduleOn(dates, await todayOf(transaction, save.practiceId, context.now));
    return saveInEffect(transaction, { ...save, current, validFrom, dates }, context);
  });
}

/** Saves the list of the schedule in effect. Days that have been computed from other hours keep them. */
export async function saveInEffect(
  transaction: Db,
  { dates, ...save }: Omit<SaveList, 'days' | 'holdsFrom'> & { dates: readonly string[] },
  context: AuditContext,
): Promise<SavedWeeklyHours> {
  const { time_zone: zone } = await readPractice(transaction, save.practiceId);
  const holdsFrom = await firstDayOfSave(transaction, save.practiceId, save.validFrom, { zone, now: context.now });
  const days = daysOfSchedule([...dates, holdsFrom].sort(), holdsFrom);
  return saveList(transaction, { ...save, days, holdsFrom }, context);
}

export interface SaveList extends SaveWeeklyHours {
  /** The locked version. */
  current: HoursVersion;
  /** First day of the schedule to write. */
  validFrom: string;
  /** The days that the save applies to. */
  days: DayRange;
  /** First day that the save applies to, if later: the schedule ends before it and a new one starts. */
  holdsFrom?: string;
}

/** What others changed in a list since it was read. Returns all differences if another schedule has become valid. */
async function changesOfList(
  transaction: Db,
  { practiceId, current, validFrom }: SaveList,
  { saves, validFrom: readFrom }: ListVersion,
  weeks: readonly StoredWeek[],
): Promise<FieldChanges> {
  if (readFrom === validFrom) return changesSince(weeks, saves);
  const providers = await listProviders(transaction, practiceId);
  const read = new Map(
    weeklyHoursList(providers, await listWeeks(transaction, practiceId, readFrom)).map((row) => [row.provider_id, row]),
  );
  const by = { changed_by: current.changed_by, changed_at: epochSeconds(current.changed_at) };
  const saved = new Map(changesSince(weeks, saves).map((change) => [change.field, change]));
  return weeklyHoursList(providers, weeks).flatMap((row) => {
    const fields = changedFields(read.get(row.provider_id) ?? row, row);
    return fields.map((field) => `${row.provider_id}.${field}`).map((field) => saved.get(field) ?? { field, ...by });
  });
}

/**
 * Throws when the list was changed since it was read. A version that increased only because of exceptions is no
 * conflict.
 */
export async function assertUnchanged(transaction: Db, save: SaveList, weeks: readonly StoredWeek[]): Promise<void> {
  const { onVersion, current, validFrom } = save;
  if (!onVersion || (onVersion.saves === current.version && onVersion.validFrom === validFrom)) return;
  const changes = await changesOfList(transaction, save, onVersion, weeks);
  if (changes.length === 0 && onVersion.saves < current.version) return;
  const by = changes.reduce((latest, change) => (change.changed_at > latest.changed_at ? change : latest), {
    changed_by: current.changed_by,
    changed_at: changes.length === 0 ? epochSeconds(current.changed_at) : 0,
  });
  throw stale(`${by.changed_by} changed these hours while you were editing. Nothing was saved.`, {
    changed_by: by.changed_by,
    changed_at: by.changed_at,
    changes,
  });
}

/** Writes the list of one schedule. Call it under the lock of the practice's version. */
export async function saveList(
  transaction: Db,
  save: SaveList,
  { actor, now }: AuditContext,
): Promise<SavedWeeklyHours> {
  const { practiceId, records, current, validFrom, days, holdsFrom = validFrom } = save;
  const weeks = await listWeeks(transaction, practiceId, validFrom);
  await assertUnchanged(transaction, save, weeks);
  const active = await listProviders(transaction, practiceId);
  const former = await listFormerProviders(transaction, practiceId);
  const before = weeklyHoursList(active, weeks);
  const { records: after, added, removed } = mergeWeeklyHoursList(records, { active, former }, before);
  const fingerprint = providersFingerprint(active);

  const rowBefore = new Map(before.map((row) => [row.provider_id, row]));
  const changed = after.filter((row) => JSON.stringify(row) !== JSON.stringify(rowBefore.get(row.provider_id)));
  if (changed.length === 0) {
    return { version: listEtag(current.version, fingerprint, validFrom), validFrom, added, removed };
  }

  const version = current.version + 1;
  const change = { version, by: actor.name, at: epochSeconds(now) };
  if (holdsFrom !== validFrom) {
    const row = { valid_from: holdsFrom, created_by: actor.name, created_at: now };
    await copySchedule(transaction, practiceId, weeks, row);
  }
  const changesBefore = new Map(weeks.map((week) => [week.provider_id, week.changes]));
  await upsertWeeks(
    transaction,
    changed.map((row) => {
      const fields = changedFields(rowBefore.get(row.provider_id) ?? row, row);
      const changes = {
        ...changesBefore.get(row.provider_id),
        ...Object.fromEntries(fields.map((field) => [field, change])),
      };
      return { ...weekOf(row), changes, practice_id: practiceId, valid_from: holdsFrom };
    }),
  );
  await recordChange(transaction, practiceId, { version, days: [days] }, { actor, now });
  const changedIds = new Set(changed.map((row) => row.provider_id));
  await recordAudit(transaction, {
    practiceId,
    actor,
    at: now,
    action: 'weekly_hours.save',
    entity: 'weekly_hours',
    entityId: holdsFrom === BEGINNING ? String(practiceId) : `${practiceId} ${holdsFrom}`,
    before: before.filter((row) => changedIds.has(row.provider_id)),
    after: changed,
  });
  return { version: listEtag(version, fingerprint, holdsFrom), validFrom: holdsFrom, added, removed };
}

/** Starts a schedule with the weeks of another. */
export async function copySchedule(
  transaction: Db,
  practiceId: number,
  weeks: readonly StoredWeek[],
  row: ScheduleRow,
): Promise<void> {
  await addScheduleRow(transaction, practiceId, row);
  await upsertWeeks(
    transaction,
    weeks.map((week) => ({ ...week, practice_id: practiceId, valid_from: row.valid_from })),
  );
}

/** Increments the version of a practice's hours, and requests a recomputation of the affected days. */
export async function recordChange(
  transaction: Db,
  practiceId: number,
  { version, days }: { version: number; days: readonly DayRange[] },
  { actor, now }: AuditContext,
): Promise<void> {
  await writeHoursVersion(transaction, practiceId, { version, changed_by: actor.name, changed_at: now });
  await recordScheduleChange(transaction, practiceId, version, days);
  await requestRecomputation(transaction, practiceId, now);
}

/** A provider as the response of a save contains it. */
export function toProviderName(provider: Provider): { provider_id: number; name: string } {
  return { provider_id: provider.provider_id, name: nameOf(provider) };
}
