/** Texts of the activity of a practice. */
export const activity = {
  title: 'Activity',
  lead: (name: string, zone: string) => `Who changed what at ${name}. Times are in ${zone}.`,
  hidden: 'You can’t see the activity',
} as const;
