/** Records of practices: their entitlements, flags and dates, with the version of each part. */
import { type RawBuilder, sql } from 'kysely';
import { featureDates, type PracticeFeatures, etagOf } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { prepared } from '../../platform/database/prepared.js';
import { bundlesByName } from '../../billing/catalogue/catalogue.js';
import type { Entitlement } from '../../billing/entitlements/entitlements.js';
import { readWithheld } from '../../billing/entitlements/withheld.js';
import { readStates } from '../../practices/directory/practice-states.js';
import { findSettings } from '../../practices/settings/settings-repository.js';
import { sortByCatalogue, toNamedItem } from './named-items.js';

/** The versions of a record's parts: the entitlements, and the settings, which include the dates. */
export interface RecordVersions {
  entitlements: number;
  settings: number;
}

type KeptEntitlement = Pick<Entitlement, 'kind' | 'name' | 'sources'>;

/** One statement, so that versions and content are consistent. */
const recordRows = prepared((db, practices: RawBuilder<number[]>) =>
  db
    .selectFrom('practices')
    .leftJoin('practice_settings', 'practice_settings.practice_id', 'practices.id')
    .leftJoin('entitlement_versions', 'entitlement_versions.practice_id', 'practices.id')
    .leftJoin('feature_flag_versions', 'feature_flag_versions.practice_id', 'practices.id')
    .leftJoin(
      (joined) =>
        joined
          .selectFrom('practice_entitlements')
          .select('practice_id')
          .select(
            sql<KeptEntitlement[]>`json_agg(json_build_object('kind', kind, 'name', name, 'sources', sources))`.as(
              'entitlements',
            ),
          )
          .where(sql<boolean>`practice_id = any(${practices}::integer[])`)
          .groupBy('practice_id')
          .as('used'),
      (join) => join.onRef('used.practice_id', '=', 'practices.id'),
    )
    .leftJoin(
      (joined) =>
        joined
          .selectFrom('practice_feature_flags')
          .select('practice_id')
          .select(sql<string[]>`json_agg(name)`.as('names'))
          .where(sql<boolean>`practice_id = any(${practices}::integer[])`)
          .groupBy('practice_id')
          .as('flags'),
      (join) => join.onRef('flags.practice_id', '=', 'practices.id'),
    )
    .select([
      'practices.id',
      'practices.name',
      'practices.time_zone',
      'practices.insider',
      'practice_settings.account_expiration_date',
      'practice_settings.snapshot_expiration_date',
      'practice_settings.baseline_date',
      'practice_settings.version as settings_version',
      'entitlement_versions.version as entitlements_version',
      'feature_flag_versions.version as flags_version',
      'used.entitlements',
      'flags.names as flags',
    ])
    .where(sql<boolean>`practices.id = any(${practices}::integer[])`),
);
type RecordRow = Awaited<ReturnType<typeof recordRows>>[number];

function recordOf(row: RecordRow): PracticeFeatures {
  const entitlements = row.entitlements ?? [];
  const views = (kind: Entitlement['kind']) =>
    sortByCatalogue(
      kind,
      entitlements.filter((one) => one.kind === kind),
    ).map(({ name, sources }) => ({ ...toNamedItem(kind, name), sources }));
  const bundleViews = views('bundle');
  const flags = (row.flags ?? []).map((name) => toNamedItem('feature_flag', name));
  return {
    practice_id: row.id,
    practice: row.name,
    time_zone: row.time_zone,
    insider: row.insider,
    bundles: bundleViews.map(({ name, ...rest }) => ({ bundle_name: name, ...rest })),
    features: sortByCatalogue('feature_flag', flags).map(({ name, ...rest }) => ({ feature: name, ...rest })),
    product_features: views('feature').map(({ name, ...rest }) => ({
      feature_name: name,
      ...rest,
      via: bundleViews
        .filter((bundle) => bundlesByName.get(bundle.name)?.features.includes(name))
        .map((bundle) => bundle.display_name),
    })),
    account_expiration_date: row.account_expiration_date,
    snapshot_expiration_date: row.snapshot_expiration_date,
    baseline_date: row.baseline_date,
    flags_etag: etagOf(row.flags_version ?? 0),
  };
}

/** The records of the existing practices among these, in the given order. */
export async function readRecords(db: Db, practiceIds: readonly number[]): Promise<PracticeFeatures[]> {
  if (practiceIds.length === 0) return [];
  const rows = new Map((await recordRows(db, [...practiceIds])).map((row) => [row.id, row]));
  return practiceIds.flatMap((practiceId) => {
    const row = rows.get(practiceId);
    return row ? [recordOf(row)] : [];
  });
}

/** The same records, with the states of each practice. */
export async function readRecordsWithStates(
  db: Db,
  practiceIds: readonly number[],
  now: Date,
): Promise<PracticeFeatures[]> {
  const [records, states] = await Promise.all([readRecords(db, practiceIds), readStates(db, practiceIds, now)]);
  return records.map((record) => ({ ...record, states: states.get(record.practice_id)?.states ?? [] }));
}

/** Who last changed each of the dates, and when. */
async function readDateChanges(db: Db, practiceId: number): Promise<NonNullable<PracticeFeatures['changes']>> {
  const settings = await findSettings(db, practiceId);
  return featureDates.flatMap((field) => {
    const latest = settings?.changes[field];
    return latest ? [{ field, changed_by: latest.by, changed_at: latest.at }] : [];
  });
}

/** `records` is empty when the practice does not exist. */
export async function readRecord(
  db: Db,
  practiceId: number,
  now: Date,
): Promise<{ records: PracticeFeatures[]; versions: RecordVersions }> {
  const [rows, states, withheld, changes] = await Promise.all([
    recordRows(db, [practiceId]),
    readStates(db, [practiceId], now),
    readWithheld(db, practiceId, true),
    readDateChanges(db, practiceId),
  ]);
  const [row] = rows;
  return {
    records: rows.map((one) => ({ ...recordOf(one), states: states.get(one.id)?.states ?? [], withheld, changes })),
    versions: { entitlements: row?.entitlements_version ?? 0, settings: row?.settings_version ?? 0 },
  };
}

export function recordEtag({ entitlements, settings }: RecordVersions): string {
  return etagOf(entitlements, settings);
}
