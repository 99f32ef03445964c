/** Texts of the page 'Practice settings' itself. */
export const practiceSettings = {
  title: 'Practice settings',
  lead: (name: string, pms: string) => `What ${name} has set for itself, and how its data comes from ${pms}.`,
  basic: { title: 'Basic Settings' },
} as const;
