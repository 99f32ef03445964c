/** Texts about features of practices. */
export const messages = {
  saved: 'Successfully updated practice features',
  flagsLeft: 'Feature flags are saved separately and weren’t changed',
  flagsSaved: 'Successfully updated feature flags',
  unknown: {
    bundle: (name: string): string => `${name} isn’t a bundle`,
    feature: (name: string): string => `${name} isn’t a feature`,
    feature_flag: (name: string): string => `${name} isn’t a flag`,
  },
  unknownNames: (first: string, others: number): string =>
    `${first}${others === 0 ? '' : ` (and ${others} more)`}. Nothing was saved.`,
  noSuchPractice: 'This practice doesn’t exist.',
  stale: (who: string, what: string): string => `${who} changed ${what} while you were editing. Nothing was saved.`,
  somebody: 'Someone',
  parts: { entitlements: 'this practice’s bundles and features', dates: 'these dates', flags: 'this practice’s flags' },
} as const;
