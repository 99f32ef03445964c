/**
 * Screen text of the hours worked. Not part of `../messages.ts`, because the page loads on demand, together with its
 * text.
 */
import { plural } from 'shared-api/contracts';
import { formatShortDate } from 'shared-ui';
import type { Figure } from './cells';
import type { ProviderSort } from './provider-list';
import type { RangeType } from './range';
import type { Band } from './totals';
import type { HoursProblem } from './typed-hours';

const changes = (count: number): string => plural(count, 'change');
const cells = (count: number): string => plural(count, 'cell');

const figureWords: Record<Figure, string> = { available: 'Available', worked: 'Worked' };

const resetWords: Record<RangeType, string> = { week: 'Reset Week', '2weeks': 'Reset 2 Weeks', month: 'Reset Month' };

const problems: Record<HoursProblem, string> = {
  'not-a-number': 'Not a number',
  negative: 'Must be 0 or more',
  'too-long': 'Must be 24 or less',
  'off-step': 'Must be in steps of 0.5',
};

export const messages = {
  title: 'Provider hours worked',
  lead: 'Available and worked hours by day. Your edits survive recalculation.',
  loading: 'Loading...',
  figures: figureWords,
  nameless: (id: number) => `Provider ${id}`,
  /** @param day the first one without the provider */
  left: (day: string) => `Left ${formatShortDate(day)}`,
  unsaved: (count: number) => `${plural(count, 'unsaved change')} to Provider hours worked`,

  actions: { csv: 'CSV', pdf: 'PDF', recalculate: 'Recalculate', save: 'Save Changes' },

  range: {
    bar: 'Days shown',
    label: 'Range',
    types: { week: 'Week', '2weeks': '2 Weeks', month: 'Month' } satisfies Record<RangeType, string>,
    previous: { week: 'Previous week', '2weeks': 'Previous 2 weeks', month: 'Previous month' },
    next: { week: 'Next week', '2weeks': 'Next 2 weeks', month: 'Next month' },
    today: 'Today',
    /** Why the button for the previous or next range is disabled. */
    before: (date: string) => `Hours start on ${date}.`,
    after: (date: string) => `Hours end on ${date}.`,
    outside: 'No hours for these days',
    span: (start: string, end: string) => `${start} – ${end}`,
  },

  reading: {
    failed: 'Failed to fetch provider hours',
    next: 'Your unsaved changes are kept. Try again in a moment.',
    again: 'Retry',
    stale: 'Showing the hours loaded earlier, with your unsaved changes.',
  },
  saving: {
    done: 'Provider hours saved successfully',
    failed: 'Failed to save provider hours',
    correctFirst: (count: number) => `Not saved: ${plural(count, 'error')} to correct first`,
    /** Someone else changed the same cells. The conflict panel is above the grid. */
    mergedFirst: (who: string | null) => `Not saved: ${who ?? 'someone else'} changed some of these hours too`,
    chooseFirst: (count: number) => `Not saved: choose ${plural(count, 'version')} first`,
  },

  summary: {
    title: 'Summary',
    failed: 'Failed to fetch provider summary',
    show: 'Show the summary',
    hide: 'Hide the summary',
    available: 'Hours available',
    worked: 'Hours worked',
    utilization: 'Utilization',
    toDate: 'To date',
    /** Hours of the days up to today. */
    ofAvailable: (worked: string, available: string) => `${worked} of ${available} h`,
    toDateOf: (hours: string, percent: string) => `${hours}, ${percent}`,
    /** @param figure the label of the figure, if it isn't the one of the range */
    leftOut: (count: number, hours: string, figure?: string) =>
      `${figure === undefined ? '' : `${figure}, `}${plural(count, 'provider')} without available hours ${count === 1 ? 'isn’t' : 'aren’t'} counted (${hours} h worked).`,
    bands: { high: 'High', medium: 'Medium', low: 'Low' } satisfies Record<Band, string>,
    saved: 'As saved; unsaved changes count once they are saved.',
    table: 'Utilization by provider',
    weekdays: 'Utilization by day of the week',
    columns: {
      provider: 'Provider',
      weekday: 'Day',
      available: 'Available',
      worked: 'Worked',
      days: 'Days worked',
      utilization: 'Utilization',
      toDate: 'To date',
    },
    percent: (value: number) => `${value.toFixed(1)}%`,
    /** In place of a band, before anybody has worked. */
    notStarted: 'Not started',
    days: (worked: number, available: number) => `${worked} of ${available}`,
  },
  list: {
    bar: 'Providers',
    filter: 'Filter by name',
    sort: 'Sort by',
    sorts: {
      name: 'Sorted by name',
      utilization: 'Lowest utilization first',
      worked: 'Most hours worked first',
    } satisfies Record<ProviderSort, string>,
    none: (name: string) => `No name matches “${name}”`,
    all: 'Show all providers',
  },
  chart: {
    title: 'Worked against available hours per day',
    available: 'Available',
    worked: 'Worked',
    day: (day: string, worked: string, available: string) => `${day}: ${worked} worked of ${available} available`,
    scale: (hours: string) => `${hours} h`,
  },

  grid: {
    label: 'Hours of each provider per day',
    help: 'Arrow keys move, typing replaces, Enter and Tab move on. Escape and then Tab leaves the grid.',
    provider: 'Provider',
    figure: 'Hours',
    totalHours: 'Total Hours',
    totalDays: 'Total Days',
    all: 'All providers',
    today: 'today',
    reset: resetWords,
    resetOf: (range: RangeType, name: string) => `${resetWords[range]}: ${name}`,
    resetDay: 'Reset day',
    resetDayHint: 'Removes the edits of this provider on this day, saved ones too.',
    cell: (name: string, day: string, figure: Figure) => `${name}, ${day}, ${figureWords[figure].toLowerCase()}`,
    hours: (hours: string) => `${hours} hours`,
    total: (name: string, figure: Figure, hours: string) =>
      // Matches the visible text of the narrow grid, so that people can select it by voice.
      `${name}, ${figureWords[figure].toLowerCase()} ${hours} hours`,
    totalOfDays: (name: string, figure: Figure, days: number) =>
      `${name}, ${figureWords[figure].toLowerCase()}: ${plural(days, 'day')}`,
    original: (hours: string) => `Original ${hours}`,
    noOverride: 'original hours',
    unsaved: 'Not saved yet',
    inConflict: 'Changed by someone else too',
    wrong: (text: string, problem: string) => `“${text}”: ${problem}`,
    editor: (label: string) => `Edit ${label}`,
    understood: (hours: string) => `= ${hours} hours`,
  },
  problems,

  announcements: {
    set: (cell: string, hours: string) => `${cell}: ${hours}`,
    wrong: (cell: string, problem: string) => `${cell}: ${problem}`,
    reverted: (cell: string, hours: string) => `${cell}: back to ${hours}`,
    cleared: (count: number) => `${cells(count)} set to 0`,
    filled: (count: number) => `${cells(count)} filled`,
    pasted: (changed: number, cleared: number) => `Pasted: ${cells(changed)} changed, ${cleared} cleared`,
    copied: (count: number) => `${cells(count)} copied`,
    reset: (name: string, count: number) =>
      count === 0 ? `${name}: no edits to reset` : `${name}: ${cells(count)} reset to the original hours`,
    undone: (count: number) => `Undone: ${cells(count)}`,
    restored: (count: number) => `Restored ${cells(count)}; save to keep`,
    redone: (count: number) => `Redone: ${cells(count)}`,
    elsewhere: 'on days that are not shown',
    nothingToUndo: 'Nothing to undo',
    nothingToRedo: 'Nothing to redo',
  },

  day: {
    label: (day: string) => `Hours of each provider on ${day}`,
    previous: 'Previous day',
    next: 'Next day',
    choose: 'Choose a day',
    off: 'Off',
    notAvailable: 'No available hours',
    note: (figure: Figure) => `${figureWords[figure]}:`,
    resetOf: (name: string) => `Reset day: ${name}`,
  },

  menu: {
    label: 'More',
    day: 'Day',
    discard: 'Discard changes',
    legend: 'Legend',
    close: 'Close',
  },

  tools: {
    bar: 'Changes',
    undo: 'Undo',
    redo: 'Redo',
    keys: 'Keyboard shortcuts',
    legend: { modified: 'Differs from the original', unsaved: 'Not saved yet' },
  },

  pasted: {
    title: (count: number) => `${plural(count, 'pasted cell')} couldn’t be applied`,
    taken: (changed: number, cleared: number) => `${cells(changed)} changed, ${cleared} cleared.`,
    outside: (count: number) => `${cells(count)} didn’t fit the grid.`,
    list: 'Pasted cells that couldn’t be applied',
    more: (count: number) => `and ${cells(count)} more, for the same reasons`,
    close: 'Close',
  },

  removed: {
    cells,
    notSaved: (count: number) => `Your ${cells(count)} for them ${count === 1 ? 'wasn’t' : 'weren’t'} saved.`,
    line: (cell: string, hours: string) => `${cell}: ${hours}`,
  },

  computed: {
    updating: 'Updating…',
    justNow: 'Computed just now',
    minutes: (minutes: number) => `Computed ${plural(minutes, 'minute')} ago`,
    hours: (hours: number) => `Computed ${plural(hours, 'hour')} ago`,
    at: (when: string) => `Computed ${when}`,
  },

  recalculation: {
    started: 'Provider hours recalculation started',
    failed: 'Failed to recalculate provider hours',
    limit: 'Rate limit exceeded. You can recalculate provider hours up to 20 times in a 24-hour period.',
    running: (percent: number) => `Recalculating: ${percent}%`,
    progress: 'Recalculation',
    brokenTitle: 'The last recalculation failed',
    broken: 'The hours are as they were before it. Try again.',
    last: (when: string, who: string) => `Last recalculated ${when} by ${who}`,
    covers: (start: string, end: string) => `Recalculate covers ${start} to ${end}.`,
    ask: {
      titleUnchanged: 'Recalculate hours worked?',
      textUnchanged: 'Available and worked hours are computed again. Your edits survive recalculation.',
      cancel: 'Cancel',
      title: 'Recalculate with unsaved changes?',
      text: (count: number) =>
        `You have ${plural(count, 'unsaved change')}. They stay staged, over the hours that the recalculation brings.`,
      confirm: 'Recalculate',
      keep: 'Keep editing',
    },
  },

  exporting: {
    pdfFailed: 'Failed to generate PDF report',
    csvFailed: 'Failed to generate CSV file',
    ask: {
      title: (file: string) => `Export ${file} with unsaved changes?`,
      text: (count: number) =>
        `${plural(count, 'change')} ${count === 1 ? 'is' : 'are'} not saved yet. Exports show what is saved.`,
      save: 'Save first',
      asSaved: 'Export what is saved',
      cancel: 'Cancel',
    },
    report: 'Provider Hours Report',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    columns: { provider: 'Provider', hours: 'Hours', totalHours: 'Total Hours', totalDays: 'Total Days' },
    all: 'All providers',
  },

  empty: {
    title: 'No providers yet',
    text: 'Providers and their hours come from the practice management system: Create Tables in the practice settings, then a sync, brings them.',
  },

  discard: {
    title: (count: number) => `Discard ${changes(count)}?`,
    text: 'All days are as they were last saved, also those not shown now. You can’t undo this.',
    confirm: (count: number) => `Discard ${changes(count)}`,
    keep: 'Keep editing',
  },

  shortcuts: [
    {
      title: 'In the grid',
      shortcuts: [
        { keys: ['←', '↑', '↓', '→'], does: 'Move; with Ctrl to the edge, with Shift to select' },
        { keys: ['Home', 'End'], does: 'First or last day; with Ctrl of all rows' },
        { keys: ['Page Up', 'Page Down'], does: 'A screenful up or down' },
        { keys: ['0–9'], does: 'Type new hours: 7.5, 7:30, 7h30 or 7 1/2' },
        { keys: ['F2'], does: 'Edit the hours that are there' },
        { keys: ['Delete'], does: 'Set to 0' },
        { keys: ['Ctrl C', 'Ctrl X', 'Ctrl V'], does: 'Copy, cut and paste blocks, also to and from a spreadsheet' },
        { keys: ['Ctrl D', 'Ctrl R'], does: 'Fill the selection down or to the right' },
        { keys: ['Ctrl Z', 'Ctrl Y'], does: 'Undo and redo, step by step' },
        { keys: ['Ctrl S'], does: 'Save' },
        { keys: ['Esc', 'Tab'], does: 'Leave the grid' },
      ],
    },
    {
      title: 'While typing',
      shortcuts: [
        { keys: ['Enter', 'Shift Enter'], does: 'Done, one down or up' },
        { keys: ['Tab', 'Shift Tab'], does: 'Done, to the next or previous day' },
        { keys: ['Esc'], does: 'Leave the cell as it was' },
      ],
    },
    {
      title: 'On the page',
      shortcuts: [
        { keys: ['/'], does: 'Filter by name' },
        { keys: ['?'], does: 'This list' },
      ],
    },
  ],
} as const;
