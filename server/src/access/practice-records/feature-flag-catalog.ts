import { sql } from 'kysely';

/** Feature flags: switches that aren't sold. */
export const featureFlags: readonly { name: string; displayName: string }[] = [
  { name: 'new_schedule_grid', displayName: 'New schedule grid' },
  { name: 'beta_reports', displayName: 'Beta reports' },
  { name: 'fast_sync', displayName: 'Fast synchronization' },
  { name: 'smart_recall', displayName: 'Smart recall' },
  { name: 'dark_dashboard', displayName: 'Dark dashboard' },
];

const knownNames = featureFlags.map(({ name }) => name);

/**
 * The flags that are on in a row of `practices`, sorted. A flag removed from the catalog is off, although its rows
 * stay: live modules may still require it.
 */
export const flagsOfPractice = sql<string[]>`array(
  select flags.name from practice_feature_flags as flags
  where flags.practice_id = practices.id and flags.name = any(${knownNames}::text[])
  order by flags.name
)`;
