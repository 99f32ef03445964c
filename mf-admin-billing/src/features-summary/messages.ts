import { plural } from 'shared-api/contracts';
export const featuresMessages = {
  title: 'Practice Features',
  description: 'Features of this practice and where they come from.',
  loading: 'Loading practice features...',
  failed: 'Failed to load practice features',
  failedWords: 'Nothing was changed. Try again.',
  notReadAgain: 'Couldn’t reload the record. Your changes are kept.',
  dates: {
    title: 'Practice Dates',
    none: 'No date is set.',
    note: 'Date changes take effect after saving.',
    unreadable: 'Enter a date as MM/DD/YYYY, or clear it.',
  },
  restricted: {
    title: 'RESTRICTED ACCESS ZONE',
    statements: [
      'All changes are permanently logged and tracked.',
      'Changes need explicit authorization.',
      'Unauthorized changes trigger an investigation.',
    ],
  },
  confirm: {
    title: 'Save Changes',
    save: 'Save Changes',
    back: 'Keep editing',
    changes: 'Your changes',
    critical: 'Critical warning',
    removal: (bundles: string, count: number) =>
      `Removing ${bundles} immediately deactivates the features of the ${count === 1 ? 'bundle' : 'bundles'}. There is no way to recover their configuration.`,
    advice: 'Add the new bundle before you remove the old one.',
  },
  saved: 'Practice features saved',
  failure: {
    access: (message: string) => `Failed to save features and bundles: ${message}`,
    flags: (message: string) => `Failed to save feature flags: ${message}`,
    unknown: 'Unknown error',
    unexpected: 'An unexpected error occurred while saving changes',
    title: 'Not everything was saved',
    settledTitle: 'No changes to save',
    settled: 'The record was reloaded and has all of your changes.',
    kept: 'Unsaved changes are kept here.',
  },
  unsaved: (count: number) => `${plural(count, 'unsaved change')} to practice features`,
  discard: {
    title: (count: number) => (count === 1 ? 'Discard 1 change?' : `Discard ${count} changes?`),
    text: 'Bundles, features, feature flags and dates revert to their saved values.',
    confirm: (count: number) => (count === 1 ? 'Discard 1 change' : `Discard ${count} changes`),
    back: 'Keep editing',
  },
} as const;
