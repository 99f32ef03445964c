/** Texts of the activity of a practice. */
export const activity = {
  title: 'Activity',
  lead: (name: string, zone: string) => `Who changed what at ${name}. Times are in ${zone}.`,
  elsewhere: (page: string, labels: readonly string[]) =>
    `Also staged, from ${page}: ${labels.join(', ')}. You see each value before you save.`,
  hidden: 'You can’t see the activity of this practice',
  support: {
    region: 'Support access now',
    text: (name: string, time: string) => `${name} has support access until ${time}.`,
    end: 'End access',
    endLabel: (name: string) => `End access of ${name}`,
    ended: (name: string) => `The support access of ${name} has ended.`,
    failed: (name: string) => `Couldn’t end the support access of ${name}.`,
  },
} as const;
