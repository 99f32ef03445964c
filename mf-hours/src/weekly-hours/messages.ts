/** Screen text of the weekly hours, part of `../messages.ts`. */
import { type Day, dayNames, days, plural, shortDayName, type TimePart } from 'shared-api/contracts';

const providers = (count: number): string => plural(count, 'provider');
const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

const parts: Record<TimePart, string> = {
  beg: 'Start',
  end: 'End',
  l_beg: 'Lunch start',
  l_end: 'Lunch end',
};

/** Days in the order of the week. Three or more consecutive days become a span: `Mon, Wed–Fri`. */
export function daySpans(which: readonly Day[]): string {
  const runs: Day[][] = [];
  for (const day of which) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && days.indexOf(day) === days.indexOf(last) + 1) run.push(day);
    else runs.push([day]);
  }
  const texts = runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    return first && last && run.length > 2 ? `${shortDayName(first)}–${shortDayName(last)}` : run.map(shortDayName);
  });
  return texts.join(', ');
}

export const weeklyHours = {
  title: 'Office & provider hours',
  lead: 'Regular hours set what each provider could work. Schedule efficiency and provider utilization are measured against them.',
  loading: 'Loading...',
  refresh: 'Refresh',
  save: 'Save',
  zone: (zone: string) => `Times are in ${zone}`,
  office: 'Office',
  nameless: (id: number) => `Provider ${id}`,
  parts,

  reading: {
    failed: 'Failed to fetch provider hours',
    exception: 'An error occurred while fetching provider hours',
    toast: 'Failed to fetch provider hours',
    next: 'Nothing is lost. Try again in a moment.',
  },
  refreshing: {
    failed: 'Failed to refresh provider hours',
    exception: 'An error occurred while refreshing provider hours',
    done: 'Data refreshed successfully',
    kept: 'Showing the hours loaded earlier, with your unsaved changes.',
  },
  saving: {
    toast: 'Failed to save provider hours',
    failed: 'Failed to save',
    exception: 'An error occurred while saving provider hours',
    done: 'Saved successfully!',
    doneToast: 'Provider hours saved successfully',
    errorsFirst: (count: number) => `Not saved: ${plural(count, 'error')} to correct first`,
    /** Someone else changed the same fields. The conflict panel is above the grid. */
    mergedFirst: (who: string | null) => `Not saved: ${who ?? 'someone else'} changed these hours too`,
    choicesFirst: (count: number) => `Not saved: choose ${plural(count, 'version')} first`,
  },
  unsaved: (count: number) => `${plural(count, 'unsaved change')} to Office & provider hours`,

  grid: {
    label: 'Weekly hours of the office and the providers',
    provider: 'Provider',
    week: 'Week',
    weekHours: (name: string, hours: string) => `${name}, week: ${hours} hours`,
    follow: 'Use Office Hours',
    followOf: (name: string) => `Use Office Hours: ${name}`,
    followers: (count: number) =>
      count === 0 ? 'no provider follows' : plural(count, 'provider follows', 'providers follow'),
    menuOf: (name: string) => `Copy or revert: ${name}`,
    closed: 'Closed',
    off: 'Off',
    noLunch: 'no lunch',
    lunch: 'lunch',
    all: 'All providers',
    allHours: (day: string, hours: string) => `All providers, ${day}: ${hours} hours`,
    legend: 'Second line: lunch, and hours of the day',
    changed: 'changed',
    inConflict: 'changed by someone else too',
    differs: (fields: readonly TimePart[]) =>
      `${list.format(fields.map((part) => parts[part].toLowerCase()))} ${fields.length === 1 ? 'differs' : 'differ'} from the office`,
    follows: 'follows the office',
    hours: (beg: string, end: string) => `${beg || 'no start'} to ${end || 'no end'}`,
    lunchHours: (beg: string, end: string) => `lunch ${beg || 'no start'} to ${end || 'no end'}`,
    total: (hours: string) => `${hours} hours`,
  },

  editor: {
    label: (name: string, day: Day) => `${name}, ${dayNames[day]}`,
    field: (name: string, day: Day, part: TimePart) => `${name}, ${dayNames[day]}, ${parts[part].toLowerCase()}`,
    office: (time: string) => (time === '' ? 'Office: none' : `Office: ${time}`),
    lunchLength: 'Lunch in minutes',
    minutes: (minutes: number) => `Lunch of ${minutes} minutes`,
    lunchStartFirst: 'Set the lunch start first.',
    follows: 'Follows the office, so the times can’t be changed here.',
    ownHours: 'Give own hours',
    clear: 'Clear day',
    done: 'Done',
    copy: 'Copy to…',
    revert: 'Revert',
    revertOf: (name: string, day: Day) => `Revert: ${name}, ${dayNames[day]}`,
  },

  toolbar: {
    label: 'Providers',
    filter: 'Filter by name',
    onlyDiffering: 'Only those that differ',
    copyDay: 'Copy day…',
    /** Describes the filter in print, because the filter itself is not printed. */
    printed: (name: string, onlyDiffering: boolean) =>
      `Shown: ${onlyDiffering ? 'providers that differ from the office' : 'providers'}${name === '' ? '' : ` whose name has “${name}”`}.`,
    keys: 'Keyboard shortcuts',
  },

  reverting: {
    otherSchedule: 'the schedule that was in effect then',
    formerProvider: (id: number) => `provider ${id}, who has left`,
  },

  /** The list and the week of a provider on a phone. */
  phone: {
    list: 'Office and providers',
    /** Days with the same hours, such as `Mon–Thu 8–5`. */
    days: (which: readonly Day[], hours: string) => `${daySpans(which)} ${hours}`,
    asOffice: 'Office hours',
    differs: 'Differs',
    noHours: 'No hours',
    week: (hours: string) => `${hours} hours a week`,
    weekOf: (name: string) => `Week of ${name}`,
    done: 'Done',
    more: 'More',
    discard: 'Discard changes',
    copyWeek: 'Copy week…',
    unsaved: 'Not saved',
    wrong: 'Error',
    find: 'Find a provider',
  },

  undo: {
    copiedDay: (day: Day, count: number, rows: readonly string[]) =>
      `Copied ${dayNames[day]} to ${plural(count, 'day')} of ${rows.length === 1 ? rows[0] : providers(rows.length)}.`,
    copiedWeek: (from: string, rows: readonly string[]) =>
      `Copied the week of ${from} to ${rows.length === 1 ? rows[0] : providers(rows.length)}.`,
    restored: (rows: readonly string[]) =>
      `Restored the earlier hours of ${rows.length === 1 ? rows[0] : providers(rows.length)}.`,
    follows: (name: string) => `${name} now uses the office hours.`,
    own: (name: string) => `${name} now has own hours.`,
    cleared: (count: number, name: string, day: Day) =>
      count === 1 ? `Cleared ${dayNames[day]} of ${name}.` : `Cleared ${count} days.`,
    filled: (count: number) => `Filled ${plural(count, 'day')}.`,
    chosen: (count: number, name: string) =>
      count === 1 ? `Chose a version of the hours of ${name}.` : `Chose ${plural(count, 'version')}.`,
    redo: 'Redo',
    pastedDays: (changed: number, cleared: number) => `Pasted: ${plural(changed, 'day')} changed, ${cleared} cleared`,
    beforeSave: (count: number) => `Restored ${plural(count, 'day')}; save to keep`,
    typed: (name: string, day: Day) => `Changed ${dayNames[day]} of ${name}.`,
    pasted: (count: number, name: string, day: Day) =>
      count === 1 ? `Pasted into ${dayNames[day]} of ${name}.` : `Pasted ${count} days.`,
  },

  /** The report on days that a paste, a fill or Delete couldn't change. */
  report: {
    title: (count: number) => `${plural(count, 'day')} ${count === 1 ? 'wasn’t' : 'weren’t'} changed`,
    changed: (count: number) => `${plural(count, 'day')} ${count === 1 ? 'was' : 'were'} changed.`,
    outside: (count: number) =>
      `${plural(count, 'cell')} of the copied block ${count === 1 ? 'doesn’t' : 'don’t'} fit into the grid.`,
    list: 'Days that were not changed',
    follows: 'follows the office. Give own hours first.',
    notADay: (text: string) => `“${text}” isn’t a day. Use 9-5, or 9:00 AM-12:00 PM, 1:00 PM-5:00 PM, or off.`,
    more: (count: number) => `and ${count} more`,
    close: 'Close',
    copied: (count: number) => `${plural(count, 'day')} copied`,
  },

  menu: {
    copyWeek: 'Copy week to providers…',
    copyDay: 'Copy a day to other days…',
    revert: 'Revert this row',
  },

  copyDay: {
    title: 'Copy a day to other days',
    from: 'Copy',
    whose: 'Of',
    shown: (count: number) => `All shown providers (${count})`,
    to: 'To',
    daysOff: (days: readonly string[]) =>
      `This gives hours to ${plural(days.length, 'day')} off: ${list.format(days.length > 4 ? [...days.slice(0, 3), `${days.length - 3} more`] : days)}.`,
    left: (count: number) =>
      `${providers(count)} who ${count === 1 ? 'follows' : 'follow'} the office ${count === 1 ? 'stays' : 'stay'} unchanged.`,
    confirm: (count: number, rows: number, name: string | null) =>
      `Copy to ${plural(count, 'day')} of ${name ?? providers(rows)}`,
    nothing: 'Choose at least one day, and someone with own hours.',
  },
  copyWeek: {
    title: (name: string) => `Copy the week of ${name}`,
    all: (count: number) => `All shown providers (${count})`,
    to: 'To',
    become: (count: number) =>
      `${providers(count)} of these ${count === 1 ? 'follows' : 'follow'} the office now and will have own hours.`,
    confirm: (count: number) => `Copy to ${providers(count)}`,
    nothing: 'Choose at least one provider.',
  },

  removed: {
    days: (count: number) => plural(count, 'day'),
    change: 'The change',
    notSaved: (count: number) => `Your ${plural(count, 'day')} for them ${count === 1 ? 'wasn’t' : 'weren’t'} saved.`,
    tickNotSaved: 'Your change for them wasn’t saved.',
    line: (day: string, hours: string) => `${day}: ${hours}`,
  },
  merge: {
    added: (names: readonly string[]) =>
      `${list.format(names)} joined the practice and ${names.length === 1 ? 'follows' : 'follow'} the office hours.`,
    hoursOf: (name: string) => `${name}, whole week`,
    usesOffice: 'Uses the office hours',
    ownWeek: (hours: string) => `Own hours, ${hours} a week`,
    noTime: 'No time',
  },

  pmsSchedule:
    'Utilization is measured against the schedule of your practice software. These hours apply once “Use PMS provider schedule for utilization” is off in the practice settings.',
  restored: (count: number) => `${plural(count, 'unsaved change')} restored.`,

  problem: (name: string, day: Day) => `${name}, ${shortDayName(day)}`,
  problemsLeft: (count: number, where: string, message: string) =>
    count === 1 ? `Error at ${where}: ${message}` : `${count} errors, the first at ${where}: ${message}`,

  summary: {
    title: 'Weekly hours',
    description: (hours: string) => `Providers whose week differs from the office (${hours} h)`,
    none: 'Every provider keeps the office hours.',
    days: (which: readonly Day[]) => `differs ${daySpans(which)}`,
  },

  empty: {
    title: 'No providers yet',
    text: 'Providers come from the practice management system with its next sync. You can set the office hours now; new providers can follow them.',
  },
  noMatch: {
    title: 'No provider matches',
    text: (name: string) => (name === '' ? 'Every provider keeps the office hours.' : `No name matches “${name}”.`),
    clear: 'Show all providers',
  },

  discard: {
    title: (count: number) => `Discard ${plural(count, 'change')}?`,
    text: 'The page goes back to the hours as they were last read. You can’t undo this.',
    confirm: (count: number) => `Discard ${plural(count, 'change')}`,
    keep: 'Keep editing',
  },

  shortcuts: [
    {
      title: 'In the grid',
      shortcuts: [
        { keys: ['←', '↑', '↓', '→'], does: 'Move between days and rows' },
        { keys: ['Enter', 'F2'], does: 'Open the day' },
        { keys: ['9', '8-5', '8-5 12-1'], does: 'Type a start, the hours, or hours and lunch' },
        { keys: ['Shift ←', 'Shift →'], does: 'Select days; Ctrl A selects all' },
        { keys: ['Delete'], does: 'Clear the selected days' },
        { keys: ['Ctrl C', 'Ctrl V'], does: 'Copy the selected days, paste them' },
        { keys: ['Ctrl D', 'Ctrl R'], does: 'Fill the selection down, or to the right' },
        { keys: ['Ctrl Z', 'Ctrl Y'], does: 'Undo and redo, step by step' },
      ],
    },
    {
      title: 'While a day is open',
      shortcuts: [
        { keys: ['Tab', 'Shift Tab'], does: 'Next or previous field, then the next day' },
        { keys: ['Enter', 'Shift Enter'], does: 'Done, to the row below or above' },
        { keys: ['↑', '↓'], does: 'The same field one row up or down' },
        { keys: ['Alt ↓'], does: 'Lunch lengths, copy, revert' },
        { keys: ['+30'], does: 'In lunch end: so many minutes after the lunch start' },
        { keys: ['Esc'], does: 'Leave the day as it was' },
      ],
    },
    {
      title: 'On the page',
      shortcuts: [
        { keys: ['Ctrl S'], does: 'Save' },
        { keys: ['/'], does: 'Filter by name' },
        { keys: ['?'], does: 'This list' },
      ],
    },
  ],
} as const;
