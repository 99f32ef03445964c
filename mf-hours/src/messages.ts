/** Every text of this module that a person reads. Words that all modules use are the kit's. */
export const messages = {
  weeklyHours: {
    office: 'Office',
    nameless: (id: number) => `Provider ${id}`,
  },
} as const;
