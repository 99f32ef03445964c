/** Every text of schedules with dates and of their exceptions. */
import { type ExceptionKind, dayText } from 'shared-api/contracts';

const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

export const kindNames: Record<ExceptionKind, string> = {
  closed: 'Closed',
  time_off: 'Time off',
  other_hours: 'Other hours',
};

export const words = {
  bar: {
    label: 'Schedule',
    inEffect: (from: string | null) =>
      from === null ? 'Current schedule, no start date' : `Schedule in effect from ${dayText(from)}`,
    next: (from: string) => `Next: from ${dayText(from)}`,
    planned: (from: string) => `Planned schedule from ${dayText(from)}`,
    back: 'Show the schedule in effect',
    plan: 'Plan a new schedule…',
    remove: (from: string) => `Delete the schedule from ${dayText(from)}…`,
    exceptions: 'Exceptions and holidays',
    menu: 'Schedules',
    failed: "The schedules didn't load.",
    again: 'Try again',
    loading: 'Loading schedules…',
  },

  plan: {
    title: 'Plan a new schedule',
    from: 'Valid from',
    help: (first: string) => `${dayText(first)} or later. Days before keep the hours that were valid then.`,
    copy: 'The new schedule starts as a copy of the hours on this page. You can edit it next.',
    changes: (count: number) =>
      `Your ${many(count, 'unsaved change')} become${count === 1 ? 's' : ''} part of the new schedule. Until it starts, the saved hours stay in effect.`,
    replaces: (from: string) => `A schedule already starts on ${dayText(from)}. It will be replaced.`,
    confirm: (from: string | null) => (from === null ? 'Save schedule' : `Save from ${dayText(from)}`),
    noDate: 'Enter a date such as 12/07/2026',
    errorsFirst: 'Correct the errors in the hours first.',
    done: (from: string) => `Schedule saved from ${dayText(from)}`,
    failed: "The schedule wasn't saved. Try again in a moment.",
  },

  remove: {
    title: (from: string) => `Delete the schedule from ${dayText(from)}?`,
    text: 'The schedule before it stays in effect. This cannot be undone.',
    confirm: 'Delete schedule',
    keep: 'Keep schedule',
    done: 'Schedule deleted',
    failed: "The schedule wasn't deleted. Try again in a moment.",
  },

  exceptions: {
    title: 'Exceptions and holidays',
    back: 'Back to weekly hours',
    add: 'Add exception',
    holidays: 'Add US federal holidays',
    previous: 'Previous month',
    next: 'Next month',
    today: 'Today',
    grid: (month: string) => `Exceptions in ${month}`,
    none: 'No exceptions',
    empty: {
      title: (month: string) => `No exceptions in ${month}`,
      text: 'Closed days, time off and other hours that you add here replace the weekly hours of their days.',
    },
    list: (month: string) => `Exceptions in ${month}`,
    failed: "The exceptions didn't load.",
    next_step: 'Nothing is lost. Try again in a moment.',
    loading: 'Loading exceptions…',
    more: (count: number) => `+${count} more`,
    day: (count: number) => many(count, 'exception'),
    edit: 'Edit',
    editOf: (what: string) => `Edit: ${what}`,
    deleteOf: (what: string) => `Delete: ${what}`,
    help: 'Arrow keys move by day, Page Up and Page Down by month. Enter opens the day.',
    overruled: 'Exceptions don’t change hours worked while the schedule of your practice software is used.',
    office: 'Office',
    nameless: (id: number) => `Provider ${id}`,
  },

  dialog: {
    add: 'Add an exception',
    edit: 'Edit exception',
    who: 'Who',
    kind: 'What',
    start: 'First day',
    end: 'Last day',
    beg: 'Start',
    finish: 'End',
    lunchBeg: 'Lunch start',
    lunchEnd: 'Lunch end',
    note: 'Note',
    noteHelp: 'Shown on the day, for example the name of a holiday.',
    noDate: 'Enter a date such as 12/24/2026',
    save: 'Save exception',
    addDone: 'Exception added',
    changed: 'Exception saved',
    failed: "The exception wasn't saved. Try again in a moment.",
    correct: 'Correct the fields that are marked.',
    conflict: (who: string) => `${who} changed this exception meanwhile`,
    theirs: (what: string) => `Now: ${what}. Your changes are still in the fields.`,
    takeTheirs: 'Take theirs',
    again: 'Save again to replace it with yours.',
    gone: 'Someone deleted this exception meanwhile. Save it as a new one, or cancel.',
  },

  delete: {
    title: (what: string) => `Delete ${what}?`,
    text: 'The weekly hours apply to these days again.',
    confirm: 'Delete exception',
    keep: 'Keep exception',
    done: 'Exception deleted',
    failed: "The exception wasn't deleted. Try again in a moment.",
    conflict: (who: string) => `${who} changed this exception meanwhile. It is shown as it is now.`,
  },

  holidaysDialog: {
    title: 'Add US federal holidays',
    year: 'Year',
    list: 'Close the office on',
    observed: (day: string) => `observed ${day}`,
    there: 'already has an exception',
    none: 'Choose at least one holiday.',
    confirm: (count: number) => `Add ${many(count, 'holiday')}`,
    done: (count: number) => `${many(count, 'holiday')} added`,
    skipped: (names: readonly string[]) => `Already there: ${names.join(', ')}`,
    failed: "The holidays weren't added. Try again in a moment.",
  },
} as const;
