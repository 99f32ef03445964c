/** What people read about features of practices. */
export const messages = {
  saved: 'Successfully updated practice features',
  flagsLeft: 'Feature flags are saved by themselves and were not changed',
  flagsSaved: 'Successfully updated feature flags',
  unknown: {
    bundle: 'There is no such bundle',
    feature: 'There is no such feature',
    feature_flag: 'There is no such flag',
  },
  unknownNames: (first: string, others: number): string =>
    `${first}${others === 0 ? '' : ` (and ${others} more)`}. Nothing was saved.`,
  stale: (who: string, what: string): string => `${who} has changed ${what} meanwhile. Nothing was saved.`,
  somebody: 'Somebody',
  parts: { entitlements: 'this practice’s bundles and features', dates: 'these dates', flags: 'this practice’s flags' },
} as const;
