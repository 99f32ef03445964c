import { plural } from 'shared-api/contracts';
/** Texts about records that others also edit. */
export const versionedMessages = {
  group: 'Changed by someone else',
  title: (who: string | null) => `${who ?? 'Someone else'} changed fields that you have edited`,
  kept: 'Nothing was saved, and your edits are kept.',
  merged: (count: number) =>
    `${plural(count, 'other change')} of theirs ${count === 1 ? 'is' : 'are'} now on the page.`,
  incoming: (count: number, who: string) =>
    `${plural(count, 'change')} by ${who} ${count === 1 ? 'was' : 'were'} merged.`,
  restored: (count: number) => `${plural(count, 'unsaved change')} restored`,
  restoredText: 'You made them before the page reloaded. Save or discard them.',
  restoredOneText: 'You made it before the page reloaded. Save or discard it.',
  dismiss: 'Dismiss',
  choose: (count: number) => `Choose which version to keep (${count} to choose), then save again.`,
  chosen: 'All versions chosen. Save when you’re ready.',
  table: 'Versions to choose from',
  field: 'Field',
  mine: 'Yours',
  theirs: 'Theirs',
  who: 'Changed',
  by: (who: string, when: string) => `${who}, ${when}`,
  useMine: (field: string) => `Keep yours: ${field}`,
  useTheirs: (field: string) => `Take theirs: ${field}`,
  allMine: 'Keep all of yours',
  allTheirs: 'Take all of theirs',
  label: (field: string) => `${field}: choose a version`,
} as const;
