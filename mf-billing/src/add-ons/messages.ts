import { plural } from 'shared-api/contracts';
export const messages = {
  title: (plan: string) => `Add Optional Features to ${plan}`,
  loading: 'Loading optional features...',
  failed: 'Couldn’t load the optional features',
  none: 'No additional features available for this subscription.',
  nothingChosen: 'Please select at least one feature to add',
  add: (count: number, today: string | null) =>
    `Add ${plural(count, 'feature')}${today === null ? '' : ` — ${today} today`}`,
  addNothing: 'Add features',
  recommended: 'Recommended',
  bounds: (min: number, max: number | null) => {
    if (max === null) return min === 0 ? 'Choose any' : `Choose at least ${min}`;
    if (min === max) return `Choose ${min}`;
    return min === 0 ? `Choose up to ${max}` : `Choose ${min} to ${max}`;
  },
  states: { below: 'Too few', within: 'Complete', above: 'Too many' },
  lifts: (name: string, by: string, date: string) => `Also restores ${name}, withheld by ${by} on ${date}`,
  automatic: {
    title: 'Also changed',
    added: 'Added',
    removed: 'Removed',
    undo: 'Undo',
  },
  unavailableOffers: (count: number) => `Not available for this subscription (${count})`,
  notOfferedWithPlan: (count: number) => `Not available with this plan (${count})`,
  debug: {
    title: 'Why there is nothing to add',
    nothing: 'The catalog has no optional features.',
  },
} as const;
