import type { PracticeState } from '../contracts/practice-features.js';

/** Labels of the states on pages and in files. */
export const practiceStateLabels: Readonly<Record<PracticeState, string>> = {
  past_due: 'Past due',
  expired: 'Expired',
  inactive: 'Inactive',
  trial: 'On trial',
  no_access: 'No access',
};
