export const words = {
  title: (plan: string) => `Add Optional Features to ${plan}`,
  loading: 'Loading the optional features...',
  failed: 'The optional features could not be loaded',
  none: 'No additional features available for this subscription.',
  nothingChosen: 'Please select at least one feature to add',
  add: (count: number, today: string | null) =>
    `Add ${count === 1 ? '1 feature' : `${count} features`}${today === null ? '' : ` — ${today} today`}`,
  addNothing: 'Add features',
  recommended: 'Recommended',
  bounds: (min: number, max: number | null) => {
    if (max === null) return min === 0 ? 'Choose any' : `Choose at least ${min}`;
    if (min === max) return `Choose ${min}`;
    return min === 0 ? `Choose up to ${max}` : `Choose ${min} to ${max}`;
  },
  states: {
    below: 'Too few',
    within: (count: number) => (count === 0 ? 'None needed' : 'Complete'),
    above: 'Too many',
  },
  automatic: {
    title: 'Changed along with it',
    added: 'Added',
    removed: 'Taken out',
    undo: 'Undo',
  },
  debug: {
    title: 'Why there is nothing to add',
    context: (interval: string, bundles: string) => `Interval: ${interval}. Bundles of active items: ${bundles}.`,
    noBundles: 'none',
    nothing: 'The catalogue has no optional features.',
    'no-price': (interval: string) => `No price for the interval “${interval}”`,
    'no-bundle': (bundle: string) => `Bundle “${bundle}” is not on an active item`,
    active: 'Active already, through an item or a bundle',
  },
} as const;
