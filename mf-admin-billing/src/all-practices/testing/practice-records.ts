/** Practice records as the server returns them. Deterministic. */
import type { AllFeaturesMetadata, FeaturesUsage, PracticeFeatures } from 'shared-api/contracts';

const codeOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');

export const bundleOf = (name: string): PracticeFeatures['bundles'][number] => ({
  bundle_name: codeOf(name),
  display_name: name,
  sources: ['subscription'],
});
export const featureOf = (name: string): PracticeFeatures['product_features'][number] => ({
  feature_name: codeOf(name),
  display_name: name,
  sources: ['subscription'],
  via: [],
});
export const flagOf = (name: string): PracticeFeatures['features'][number] => ({ feature: name, display_name: name });

export const bundleNames = ['Core 2025', 'Growth', 'Recall Pro', 'Phones', 'Insights', 'Legacy Core'];
export const featureNames = [
  'Appointment list',
  'Call tracking',
  'Document archive',
  'Morning report',
  'Online scheduling',
  'Patient search',
  'Recall list',
  'Recall SMS',
  'Team chat',
  'Two-way SMS',
  'Audit trail',
  'Missed calls',
  'Call recording',
  'Treatment follow-up',
];
export const flagNames = ['beta_phone', 'new_calendar', 'hours_v2', 'fast_sync'];

export function aRecord(id: number, over: Partial<PracticeFeatures> = {}): PracticeFeatures {
  return {
    practice_id: id,
    practice: `Practice ${id}`,
    bundles: [bundleOf('Core 2025')],
    features: [],
    product_features: ['Appointment list', 'Patient search'].map(featureOf),
    account_expiration_date: null,
    snapshot_expiration_date: null,
    baseline_date: null,
    states: [],
    withheld: [],
    flags_etag: `"flags-${id}"`,
    ...over,
  };
}

export function metadataOf(insiders: number[]): AllFeaturesMetadata {
  return {
    bundles: bundleNames.map((name, at) => ({
      name: codeOf(name),
      display_name: name,
      description: '',
      features: featureNames.slice(at, at + 3).map(codeOf),
    })),
    features: featureNames.map((name) => ({ name: codeOf(name), display_name: name, description: '' })),
    feature_flags: flagNames.map((name) => ({ name, display_name: name })),
    insider_practices: insiders,
  };
}

/** The number of practices that have each item. */
export function usageOf(records: readonly PracticeFeatures[]): FeaturesUsage {
  const count = (names: { name: string; display_name: string }[]): FeaturesUsage['bundles'] => {
    const known = new Map<string, FeaturesUsage['bundles'][number]>();
    for (const { name, display_name } of names) {
      known.set(name, { name, display_name, practices: (known.get(name)?.practices ?? 0) + 1 });
    }
    return [...known.values()];
  };
  return {
    practices: records.length,
    bundles: count(records.flatMap(({ bundles }) => bundles.map((one) => ({ ...one, name: one.bundle_name })))),
    features: count(
      records.flatMap(({ product_features }) => product_features.map((one) => ({ ...one, name: one.feature_name }))),
    ),
    feature_flags: count(records.flatMap(({ features }) => features.map((one) => ({ ...one, name: one.feature })))),
  };
}

/** Practices with names and features of all kinds, for the standalone host. */
export function someRecords(count: number): PracticeFeatures[] {
  const first = [
    'Bright Smiles',
    'Lakeside',
    'Harbor Pediatric',
    'Smile Studio',
    'Northside',
    'Cedar Grove',
    'Elm Street',
  ];
  const last = ['Dental', 'Orthodontics', 'Dentistry', 'Family Dental', 'Oral Surgery', 'Medical Group'];
  return Array.from({ length: count }, (_, at) => {
    const id = at + 1;
    // Later items are rarer, and a few practices have nearly all.
    const some = (names: readonly string[], rare: number): string[] =>
      names.filter((__, index) => (at * 37 + index * 61) % 97 < 90 - index * rare || at % 19 === 7);
    return aRecord(id, {
      practice: `${first[at % first.length]} ${last[(at * 5) % last.length]}${at >= 42 ? ` ${Math.floor(at / 42) + 1}` : ''}`,
      bundles: some(bundleNames, 15).map((name, index) => ({
        ...bundleOf(name),
        sources: index === 1 ? ['trial'] : ['subscription'],
      })),
      product_features: some(featureNames, 6).map((name, index) => ({
        ...featureOf(name),
        sources: index === 2 ? ['subscription', 'grant'] : ['subscription'],
      })),
      features: some(flagNames, 22)
        .slice(at % 3)
        .map(flagOf),
      states: at % 11 === 3 ? ['past_due'] : at % 7 === 2 ? ['trial'] : [],
    });
  });
}
