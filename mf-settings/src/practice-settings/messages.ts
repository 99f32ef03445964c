/** Texts of the "Practice settings" page itself. */
export const practiceSettings = {
  title: 'Practice settings',
  lead: (name: string, pms: string) => `${name}’s own settings, and how its data comes from ${pms}.`,
  basic: { title: 'Basic Settings' },
} as const;
