import { countText } from 'shared-api/contracts';

/** The texts of the overview. */
export const overviewMessages = {
  greeting: (hour: number, name: string) =>
    `Good ${hour < 5 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon'}, ${name}`,
  lead: {
    checking: 'Checking what needs you…',
    none: 'Nothing needs you right now. Everything is running.',
    some: (count: number) =>
      count === 1
        ? 'One thing needs you today.'
        : `${['Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'][count - 2] ?? countText(count)} things need you today.`,
    unknown: 'Some parts couldn’t be checked.',
  },
  attention: {
    title: 'Needs attention',
    checking: 'Checking what needs attention…',
    none: 'Nothing needs attention.',
    noneDetail: 'Payments, synchronization and hours are as they should be.',
    noneInternal: 'No practice, job or module needs you.',
    rest: 'Everything else is running.',
    shown: (shown: number, count: number) => `${shown} of ${count}`,
    all: (count: number) => `Show all ${countText(count)}`,
    fewer: 'Show fewer',
    unknown: 'Unknown',
    failed: (title: string) => `${title} couldn’t be checked`,
  },
  card: {
    loading: (title: string) => `Loading ${title}…`,
    empty: 'Nothing to show yet.',
    failed: (title: string) => `Couldn’t load “${title}”`,
  },
  empty: 'No module of this console contributes to the overview yet.',
} as const;
