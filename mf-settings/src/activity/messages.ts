/** Texts of a practice's activity page. */
export const activity = {
  title: 'Activity',
  lead: (name: string, zone: string) => `Who changed what at ${name}. Times are in ${zone}.`,
  elsewhere: (page: string, labels: readonly string[]) =>
    `Also staged, from ${page}: ${labels.join(', ')}. You see each value before you save.`,
  hidden: 'You can’t see this practice’s activity',
  support: {
    region: 'Support access now',
    text: (name: string, time: string) => `${name} has support access until ${time}.`,
    end: 'End access',
    endLabel: (name: string) => `End access of ${name}`,
    ended: (name: string) => `The support access of ${name} has ended.`,
    failed: (name: string) => `Couldn’t end the support access of ${name}.`,
  },
} as const;
