import { countText } from 'shared-api/contracts';

/** Texts of the overview. */
export const overviewMessages = {
  greeting: (hour: number, name: string) =>
    `Good ${hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'}, ${name}`,
  lead: {
    checking: 'Checking what needs you…',
    none: 'Nothing needs you right now.',
    some: (count: number) =>
      count === 1
        ? 'One thing needs you today.'
        : `${['Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'][count - 2] ?? countText(count)} things need you today.`,
    unknown: 'Some parts couldn’t be checked.',
  },
  attention: {
    title: 'Needs attention',
    closeReason: (owners: string) => `You don’t have permission to dismiss items. Ask ${owners}.`,
    checking: 'Checking what needs attention…',
    none: 'Nothing needs attention.',
    noneDetail: 'Payments, synchronization and hours have been checked.',
    noneInternal: 'No practice, job or module needs you.',
    rest: 'Nothing else needs you.',
    shown: (shown: number, count: number) => `${shown} of ${count}`,
    all: (count: number) => `Show all ${countText(count)}`,
    fewer: 'Show fewer',
    unknown: 'Unknown',
    failed: (title: string) => `${title} couldn’t be checked`,
  },
  closing: {
    button: 'Dismiss',
    label: (title: string) => `Dismiss: ${title}`,
    title: 'Is this settled?',
    lead: (title: string) => `“${title}” leaves this list for everyone. The activity says who did it and why.`,
    outcome: 'What happened',
    outcomes: { settled: 'It’s settled', dismissed: 'It can stay as it is' },
    reason: 'Reason',
    reasonHelp: 'For example what was done, or whom you asked.',
    reasonMissing: 'Enter a reason',
    reasonLong: (max: number) => `Use at most ${max} characters`,
    again: (days: number) => `It comes back when something about it changes, or in ${days} days if it’s still so.`,
    confirm: 'Dismiss',
    done: { settled: (title: string) => `“${title}” is settled`, dismissed: (title: string) => `Dismissed “${title}”` },
    loading: 'Loading…',
    notLoaded: 'This question didn’t load. Check your connection and try again.',
    close: 'Close',
  },
  headline: { loading: 'Loading today’s figures…' },
  card: {
    loading: (title: string) => `Loading ${title}…`,
    empty: 'Nothing to show yet.',
    failed: (title: string) => `Couldn’t load “${title}”`,
  },
  empty: 'No module of this console contributes to the overview yet.',
} as const;
