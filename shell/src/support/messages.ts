/** Texts about support access to practices. */
export const supportMessages = {
  title: 'Why are you opening this practice?',
  lead: (name: string, id: number) =>
    `You’re not a member of ${name} (No. ${id}). Its owner sees your name, the reason and how long you have access.`,
  over: 'Your support access has ended. Your input is kept.',
  reason: 'Reason',
  reasonHelp: 'For example the ticket and what the practice asked for.',
  reasonShort: (min: number) => `Use ${min} characters or more`,
  reasonLong: (max: number) => `Use at most ${max} characters`,
  hours: 'Time',
  open: 'Open practice',
  loading: 'Loading…',
  notLoaded: 'This question didn’t load. Check your connection and try again.',
  close: 'Close',
  retry: 'Reload the page',
  region: 'Support access',
  until: (name: string, time: string) => `Support access to ${name} until ${time}.`,
  ended: (name: string) => `Your support access to ${name} has ended.`,
  end: 'End now',
  again: 'Open again',
} as const;
