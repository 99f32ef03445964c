import { countText, plural } from 'shared-api/contracts';

const hours = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'hour' : 'hours'}`;

/** Texts of this module's contributions to the overview, the navigation and the palette. */
export const contributionMessages = {
  utilization: {
    link: 'Hours worked',
    thisWeek: 'This week',
    toDate: 'To date',
    lastWeek: 'Same days last week',
    figure: (percent: string, worked: number, available: number) =>
      `${percent} (${worked.toLocaleString('en-US')} of ${available.toLocaleString('en-US')} h)`,
    /** @param figure the label of the figure, unless it is the week's */
    leftOut: (count: number, worked: number, figure?: string) =>
      `${figure === undefined ? '' : `${figure}, `}${plural(count, 'provider')} without available hours ${count === 1 ? 'isn’t' : 'aren’t'} counted (${worked.toLocaleString('en-US')} h worked).`,
    utilizationToday: 'Utilization today',
    noHours: 'No hours',
    /** @param who providers with available hours, and how many of them have worked */
    workedToday: (worked: number, available: number, who: { available: number; worked: number }) =>
      `${worked.toLocaleString('en-US')} of ${hours(available)} worked, by ${countText(who.worked)} of ${plural(who.available, 'provider')}`,
    nobodyToday: 'Nobody has available hours today',
    /** @param leftOut the providers who aren't counted, as a sentence */
    today: (hours: string, leftOut?: string) => (leftOut === undefined ? hours : `${hours}. ${leftOut}`),
    bars: 'Worked and available hours of this week, by day',
    hours: (count: number) => `${count.toLocaleString('en-US')} h`,
    day: (day: string, worked: number, available: number) =>
      `${day}: ${hours(worked)} worked of ${hours(available)} available`,
  },
  comingUp: {
    link: 'Hours',
    label: 'Hours',
    setHours: 'Set hours',
    one: (name: string) => `${name} has no weekly hours`,
    several: (count: number) =>
      count === 1 ? 'One provider has no weekly hours' : `${countText(count)} providers have no weekly hours`,
    consequence: 'Utilization leaves out a provider without hours.',
    newSchedule: 'New weekly schedule starts',
    none: (days: number) => `No closed days or time off in the next ${plural(days, 'day')}.`,
  },
  providers: { detail: 'Provider' },
  commands: {
    recalculate: 'Recalculate hours worked',
    export: 'Export hours worked as CSV or PDF',
    timeOff: 'Add time off or a closed day',
  },
} as const;
