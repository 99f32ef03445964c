/** Texts of the activity list. */
import { countText, plural } from 'shared-api/contracts';

export const activityMessages = {
  list: 'Changes',
  filters: 'Filters of the activity',
  area: 'Area',
  allAreas: 'All areas',
  actor: 'Person',
  everyone: 'Everyone',
  period: 'Period',
  periods: { all: 'All', today: 'Today', week: '7 days', month: '30 days', dates: 'Dates' },
  from: 'From',
  to: 'To',
  clear: 'Clear filters',
  today: 'Today',
  yesterday: 'Yesterday',
  none: 'none',
  activityOf: (practice: string) => `Activity of ${practice}`,
  open: 'Open',
  openOf: (sentence: string) => `Open what changed: ${sentence}`,
  revert: 'Revert',
  revertOf: (sentence: string) => `Revert: ${sentence}`,
  /** Until the next major version, for modules that were built with it. */
  more: (count: number) => `Show ${plural(count, 'more change')} like this`,
  /** As `more`. */
  fewer: (count: number) => `Hide ${plural(count, 'change')} like this`,
  /** After the first of several names. */
  andMore: (count: number) => ` and ${count} more`,
  /** What a person did to one thing, in order: `issued and revoked`. */
  verbs: (verbs: readonly string[]) => new Intl.ListFormat('en-US').format(verbs),
  /** The button that shows the changes of a folded run. */
  run: (count: number) => plural(count, 'change'),
  /** Starts with the button's visible text. */
  namedRun: (text: string, sentence: string) => `${text}: ${sentence}`,
  earlier: 'Load earlier changes',
  loaded: (count: number) => `${plural(count, 'change')} shown`,
  loading: 'Loading changes...',
  failed: 'Couldn’t load the activity. Try again in a minute.',
  empty: 'No changes yet',
  emptyText: 'Changes to settings, hours, features, billing and members appear here.',
  emptyFiltered: 'No matching changes',
  emptyFilteredText: 'Choose another area, person or period.',
  hiddenBilling: 'Changes of billing aren’t shown, because you may not see billing.',
  beginning: 'That’s everything.',
  reverting: {
    loading: 'Loading the earlier values...',
    staged: (date: string) => `Restored values from ${date} are staged. Review and save.`,
    notSaved: 'Nothing is saved yet. Discard the changes to keep the values of today.',
    same: (date: string) => `The values from ${date} are already in place.`,
    notRestored: 'The earlier values weren’t restored.',
    skipped: (labels: readonly string[]) => `You can’t change this here: ${labels.join(', ')}.`,
    others: (labels: readonly string[]) => `Also staged, from before: ${labels.join(', ')}.`,
    dropOthers: 'Keep only the restored values',
    theseValues: 'these values',
    failed: 'Couldn’t load the earlier values. Try again in a minute.',
    dismiss: 'Dismiss',
  },
  csv: {
    button: 'Export CSV',
    busy: (count: number) => `Exporting ${countText(count)}...`,
    done: (count: number) => `Exported ${plural(count, 'change')}`,
    limited: (count: number) =>
      `Exported the latest ${plural(count, 'change')}. Choose a period to export earlier ones.`,
    failed: 'The export failed. Try again in a minute.',
    columns: {
      when: 'Date and time',
      practice: 'Practice',
      actor: 'Person',
      area: 'Area',
      change: 'Change',
      details: 'Details',
    },
  },
} as const;

/** Texts of a change with many values. */
export const valuesMessages = {
  more: (count: number) => `Show ${count} more`,
  fewer: 'Show fewer',
  details: 'Details',
  noDetails: 'Hide details',
} as const;
