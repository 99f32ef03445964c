/** Texts about a record that others edit too. */
const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

export const versionedMessages = {
  group: 'Changed by someone else meanwhile',
  title: (who: string | null) => `${who ?? 'Someone else'} changed fields that you have edited`,
  kept: 'Nothing was saved and nothing of yours is lost.',
  merged: (count: number) => `${many(count, 'other change')} of theirs ${count === 1 ? 'is' : 'are'} on the page now.`,
  incoming: (count: number, who: string) =>
    `${many(count, 'change')} by ${who} ${count === 1 ? 'was' : 'were'} merged.`,
  restored: (count: number) => `${many(count, 'unsaved change')} restored`,
  restoredText: 'You made them before this page was loaded again. Save them, or discard them.',
  choose: (count: number) => `Choose which version to keep (${count} to choose), then save again.`,
  chosen: 'All versions are chosen. Save when you are ready.',
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
