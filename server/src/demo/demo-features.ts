/** Entitlements and flags of the generated practices, inserted in bulk like the practices themselves. */
import { sql } from 'kysely';
import { bundles } from '../billing/catalogue/catalogue.js';
import { featureFlags } from '../access/practice-records/feature-flag-catalog.js';
import { jsonRows } from '../platform/database/json-rows.js';
import type { Db } from '../platform/database/tables.js';
import { computeEntitlements } from '../billing/entitlements/entitlements.js';
import { sourcesOf } from '../billing/entitlements/sources.js';
import { recordUsage } from '../billing/entitlements/usage.js';
import { inTransaction } from '../platform/database/transaction.js';
import { namedPractices } from './named-practices.js';
import { seededRandom } from './seeded-random.js';

interface Pattern {
  bundles: readonly string[];
  features: readonly string[];
}

/** From a former practice to one with everything. A pattern listed twice is twice as frequent. */
const patterns: readonly Pattern[] = [
  { bundles: [], features: [] },
  { bundles: ['core'], features: [] },
  { bundles: ['core'], features: ['data_export'] },
  { bundles: ['core', 'phones'], features: [] },
  { bundles: ['core', 'phones'], features: ['call_recording', 'call_transcripts'] },
  { bundles: ['core', 'analytics'], features: ['peer_benchmarks'] },
  { bundles: ['core', 'patient_engagement'], features: ['review_requests', 'text_campaigns'] },
  { bundles: ['core', 'patient_engagement', 'phones'], features: ['digital_forms'] },
  { bundles: bundles.map(({ name }) => name), features: ['forecasting', 'call_recording'] },
  { bundles: ['core'], features: [] },
];

const grantsOf = (pattern: Pattern) => [
  ...pattern.bundles.map((name) => ({ kind: 'bundle' as const, name })),
  ...pattern.features.map((name) => ({ kind: 'feature' as const, name })),
];

/** Rows of each pattern: the granted items, and the entitlements that follow from them. */
const rowsOfPatterns = patterns.flatMap((pattern, number) => {
  const grants = grantsOf(pattern);
  const following = computeEntitlements(sourcesOf({ items: [], grants, revoked: [] }), []);
  return following.map(({ kind, name, sources }) => ({
    pattern: number,
    kind,
    name,
    sources,
    granted: grants.some((grant) => grant.kind === kind && grant.name === name),
  }));
});

export interface DemoPractice {
  id: number;
  insider: boolean;
}

/** The result depends only on the practice. Insiders have all flags. */
function chosenFor({ id, insider }: DemoPractice): { pattern: number; flags: string[] } {
  const random = seededRandom(2_000_000 + id);
  const pattern = random.between(0, patterns.length - 1);
  return { pattern, flags: featureFlags.map(({ name }) => name).filter(() => insider || random.chance(0.08)) };
}

/** Call it only once per practice. */
export async function giveDemoFeatures(transaction: Db, practices: readonly DemoPractice[], now: Date): Promise<void> {
  const patternRows = practices.map((practice) => ({ practice_id: practice.id, ...chosenFor(practice) }));
  const pattern = jsonRows(
    { pattern: 'integer', kind: 'text', name: 'text', sources: 'jsonb', granted: 'boolean' },
    rowsOfPatterns,
    'pattern',
  );
  const of = jsonRows({ practice_id: 'integer', pattern: 'integer' }, patternRows, 'chosen');
  await sql`
    insert into entitlement_grants (practice_id, kind, name, granted_at, granted_by)
    select practice_id, kind, name, ${now}, 'Practice setup' from ${of} join ${pattern} using (pattern) where granted
  `.execute(transaction);
  await sql`
    insert into practice_entitlements (practice_id, kind, name, sources)
    select practice_id, kind, name, sources from ${of} join ${pattern} using (pattern)
  `.execute(transaction);
  await sql`
    insert into entitlement_versions (practice_id, version, changed_by, changed_at, entitled_at_version)
    select practice_id, 1, 'Practice setup', ${now}, case when exists (
      select from practice_entitlements as held where held.practice_id = chosen.practice_id
    ) then 1 end
    from ${of}
  `.execute(transaction);
  const flags = patternRows.flatMap(({ practice_id, flags: names }) => names.map((name) => ({ practice_id, name })));
  await sql`
    insert into practice_feature_flags (practice_id, name, set_at, set_by)
    select practice_id, name, ${now}, 'Practice setup'
    from ${jsonRows({ practice_id: 'integer', name: 'text' }, flags)}
  `.execute(transaction);
  await recordUsage(transaction, [
    ...patternRows.flatMap((one) =>
      rowsOfPatterns
        .filter((row) => row.pattern === one.pattern)
        .map(({ kind, name }) => ({ kind, name, by: 1 as const })),
    ),
    ...flags.map(({ name }) => ({ kind: 'feature_flag' as const, name, by: 1 as const })),
  ]);
}

/** Adds features to practices from an earlier version of the demo, which have neither entitlements nor flags. */
export async function addMissingFeatures(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const untouched = await transaction
      .selectFrom('practices')
      .leftJoin('entitlement_versions', 'entitlement_versions.practice_id', 'practices.id')
      .leftJoin('practice_feature_flags', 'practice_feature_flags.practice_id', 'practices.id')
      .select(['practices.id', 'practices.insider'])
      .where('practices.id', '>', namedPractices.length)
      .where('entitlement_versions.practice_id', 'is', null)
      .where('practice_feature_flags.practice_id', 'is', null)
      .orderBy('practices.id')
      .execute();
    await giveDemoFeatures(transaction, untouched, now);
  });
}
