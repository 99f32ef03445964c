import { randomBytes, randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Clinic, type ConnectedPractice, defaultPmsSettings, type PmsSettings } from 'shared-api/contracts';
import { batchLookup } from '../../platform/database/batch-lookup.js';
import { prepared } from '../../platform/database/prepared.js';
import type { Db } from '../../platform/database/tables.js';
import { searchable } from '../directory/practices-repository.js';
import type { FormerZone, Zones } from '../directory/time-zones.js';
import type { FormerSource } from './schedule-sources.js';
import {
  type SettingsColumn,
  type SettingsRecord,
  type StoredSettings,
  defaultSettings,
  settingsColumns,
} from './settings-record.js';

const CLINIC_RULED_BY_MASTER = 'calculate_patient_first_visit_across_all_clinics';

const settingsQuery = (db: Db, practices: RawBuilder<number[]>) =>
  db
    .selectFrom('practices')
    .leftJoin('practice_settings as own', 'own.practice_id', 'practices.id')
    .leftJoin('practice_settings as master', 'master.practice_id', 'practices.parent_practice_id')
    .leftJoin('pms_units', 'pms_units.practice_id', 'practices.id')
    .select([
      'practices.id',
      'practices.name',
      'practices.time_zone',
      'practices.pms_name',
      'practices.parent_practice_id',
      'practices.clinicnum',
      'own.version',
      'own.changed_by',
      'own.changed_at',
      'own.changes',
      'own.autofill_missing_referral_sources',
      'own.ph_call_notification_source',
      'own.send_task_emails',
      'own.baseline_date',
      'own.is_pediatric',
      'own.pms_update_interval',
      'own.active',
      'own.has_phone_call_monitoring',
      'own.service_code_type',
      'own.market_iq_max_phone_numbers',
      'own.stripe_customer_id',
      'own.snapshot_active',
      'own.account_expiration_date',
      'own.snapshot_expiration_date',
      'own.sync_update_channel',
      'own.use_clinics',
      'own.additional_clinicnums',
      'own.additional_data',
      'own.email_overrides',
      'own.sms_overrides',
      'master.additional_data as master_data',
      'pms_units.practice_id as unit',
    ])
    .where(sql<boolean>`practices.id = any(${practices}::integer[])`);

const settingsRows = prepared(settingsQuery);
type SettingsRow = Awaited<ReturnType<typeof settingsRows>>[number];

/** The value of a column, or its default before the first save. */
function column<Name extends SettingsColumn>(row: SettingsRow, name: Name): SettingsRecord[Name] {
  const value = row.version === null ? defaultSettings[name] : row[name];
  return value as SettingsRecord[Name];
}

function pmsSettingsOf(row: SettingsRow): PmsSettings {
  const data: PmsSettings = { ...defaultPmsSettings, ...row.additional_data };
  if (row.parent_practice_id === null) return data;
  // A child clinic has the value of its master practice, and only the master practice can change it (5.1).
  const ruled = row.master_data?.[CLINIC_RULED_BY_MASTER] ?? defaultPmsSettings[CLINIC_RULED_BY_MASTER];
  return { ...data, [CLINIC_RULED_BY_MASTER]: ruled };
}

function storedOf(row: SettingsRow): StoredSettings {
  const columns = Object.fromEntries(settingsColumns.map((name) => [name, column(row, name)])) as Pick<
    SettingsRecord,
    SettingsColumn
  >;
  return {
    practice: row.id,
    version: row.version ?? 0,
    changed_by: row.changed_by,
    changed_at: row.changed_at,
    changes: row.changes ?? {},
    record: {
      ...columns,
      practice_name: row.name,
      pms_name: row.pms_name,
      time_zone: row.time_zone,
      parent_practice_id: row.parent_practice_id,
      clinicnum: row.clinicnum,
      additional_data: pmsSettingsOf(row),
      emailOptOutOverrideOptions: row.email_overrides ?? [],
      smsOptOutOverrideOptions: row.sms_overrides ?? [],
    },
    has_tables: row.unit !== null,
  };
}

/** The settings of a practice. Undefined when the practice does not exist. */
export const findSettings: (db: Db, practiceId: number) => Promise<StoredSettings | undefined> = batchLookup(
  async (db, practiceIds: number[]) =>
    new Map((await settingsRows(db, practiceIds)).map((row) => [row.id, storedOf(row)] as const)),
);

const datedRows = prepared((db, practices: RawBuilder<number[]>) =>
  settingsQuery(db, practices).select([
    sql<FormerZone[]>`coalesce((
      select json_agg(json_build_object('time_zone', zone.time_zone, 'until', zone.until) order by zone.until)
      from former_time_zones as zone where zone.practice_id = practices.id), '[]')`.as('zones'),
    sql<FormerSource[]>`coalesce((
      select json_agg(json_build_object('pms_schedule', source.pms_schedule, 'until', source.until) order by source.until)
      from former_schedule_sources as source where source.practice_id = practices.id), '[]')`.as('sources'),
  ]),
);

/** The settings of a practice, and former ones that apply to past days. */
export interface DatedSettings {
  record: SettingsRecord;
  zones: Zones;
  /** The earliest first. */
  formerSources: readonly FormerSource[];
}

/** Undefined when the practice does not exist. */
export const findDatedSettings: (db: Db, practiceId: number) => Promise<DatedSettings | undefined> = batchLookup(
  async (db, practiceIds: number[]) =>
    new Map(
      (await datedRows(db, practiceIds)).map(({ zones, sources, ...row }) => [
        row.id,
        { record: storedOf(row).record, zones: { former: zones, current: row.time_zone }, formerSources: sources },
      ]),
    ),
);

/** Locks a practice's settings against other writers until the transaction ends. The settings row may not exist yet. */
export async function lockSettings(transaction: Db, practiceId: number): Promise<void> {
  await transaction.selectFrom('practices').select('id').where('id', '=', practiceId).forNoKeyUpdate().execute();
}

export async function writeSettings(
  transaction: Db,
  { practice: practiceId, record, ...stored }: StoredSettings,
): Promise<void> {
  const row = {
    ...Object.fromEntries(settingsColumns.map((name) => [name, record[name]])),
    additional_clinicnums: JSON.stringify(record.additional_clinicnums),
    additional_data: JSON.stringify(record.additional_data),
    email_overrides: JSON.stringify(record.emailOptOutOverrideOptions),
    sms_overrides: JSON.stringify(record.smsOptOutOverrideOptions),
    version: stored.version,
    changed_by: stored.changed_by,
    changed_at: stored.changed_at,
    changes: JSON.stringify(stored.changes),
  };
  await transaction
    .insertInto('practice_settings')
    .values({ practice_id: practiceId, ...row })
    .onConflict((conflict) => conflict.column('practice_id').doUpdateSet(row))
    .execute();
  await transaction
    .updateTable('practices')
    .set({
      name: record.practice_name,
      search_name: searchable(record.practice_name),
      time_zone: record.time_zone,
      pms_name: record.pms_name,
      parent_practice_id: record.parent_practice_id,
      clinicnum: record.clinicnum,
    })
    .where('id', '=', practiceId)
    .execute();
}

const clinicRows = prepared((db, practice: RawBuilder<number>) =>
  db
    .selectFrom('pms_clinics')
    .select(['clinic_num', 'description', 'address', 'address2', 'city', 'state', 'zip'])
    .where('practice_id', '=', practice)
    .orderBy('clinic_num'),
);

/** The clinics in the PMS, by number. */
export function listClinics(db: Db, practiceId: number): Promise<Clinic[]> {
  return clinicRows(db, practiceId);
}

/**
 * The master practice of a practice, which may be the practice itself. It is a subquery, so that no separate read is
 * needed.
 */
const masterOf = (practice: RawBuilder<number>) =>
  sql<number>`(select coalesce(parent_practice_id, id) from practices where id = ${practice})`;

const connectedRows = prepared((db, practice: RawBuilder<number>, same: RawBuilder<number>) =>
  db
    .selectFrom('practices')
    .leftJoin('practice_settings', 'practice_settings.practice_id', 'practices.id')
    .select(['practices.id', 'practices.name', 'practices.clinicnum', 'practice_settings.additional_clinicnums'])
    .where((where) =>
      where.or([where('parent_practice_id', '=', masterOf(practice)), where('practices.id', '=', masterOf(practice))]),
    )
    .where('practices.id', '<>', same)
    .orderBy('search_name')
    .orderBy('practices.id'),
);

/** The other practices of the group: those created from its clinics, and, for one of these, the master practice. */
export async function listConnectedPractices(db: Db, practiceId: number): Promise<ConnectedPractice[]> {
  const rows = await connectedRows(db, practiceId, practiceId);
  return rows.map(({ additional_clinicnums: additional, ...row }) => ({
    ...row,
    additional_clinics: additional ?? [],
  }));
}

/** The values that only the agent receives (DECISIONS 21). They are created at the first request and stored. */
export async function findOrCreateSecrets(db: Db, practiceId: number): Promise<{ salt: string; image_uid: string }> {
  const created = { salt: randomBytes(24).toString('base64url'), image_uid: randomUUID() };
  const rest = { changes: '{}', additional_clinicnums: '[]', additional_data: '{}' };
  return db
    .insertInto('practice_settings')
    .values({ practice_id: practiceId, ...created, ...rest, email_overrides: '[]', sms_overrides: '[]' })
    .onConflict((conflict) =>
      conflict.column('practice_id').doUpdateSet({
        salt: sql`coalesce(practice_settings.salt, excluded.salt)`,
        image_uid: sql`coalesce(practice_settings.image_uid, excluded.image_uid)`,
      }),
    )
    .returning([sql<string>`salt`.as('salt'), sql<string>`image_uid`.as('image_uid')])
    .executeTakeFirstOrThrow();
}
