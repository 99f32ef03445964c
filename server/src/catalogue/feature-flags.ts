/** Switches that are no products: what a practice sees early, or in another way. */
export const featureFlags: readonly { name: string; displayName: string }[] = [
  { name: 'new_schedule_grid', displayName: 'New schedule grid' },
  { name: 'beta_reports', displayName: 'Beta reports' },
  { name: 'fast_sync', displayName: 'Fast synchronisation' },
  { name: 'smart_recall', displayName: 'Smart recall' },
  { name: 'dark_dashboard', displayName: 'Dark dashboard' },
];
