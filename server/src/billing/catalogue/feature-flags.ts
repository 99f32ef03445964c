/** Feature flags: switches that are not sold. */
export const featureFlags: readonly { name: string; displayName: string }[] = [
  { name: 'new_schedule_grid', displayName: 'New schedule grid' },
  { name: 'beta_reports', displayName: 'Beta reports' },
  { name: 'fast_sync', displayName: 'Fast synchronization' },
  { name: 'smart_recall', displayName: 'Smart recall' },
  { name: 'dark_dashboard', displayName: 'Dark dashboard' },
];
