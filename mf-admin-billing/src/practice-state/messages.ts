export const practiceStateMessages = {
  insider: 'Insider',
  number: (id: number) => `No. ${id}`,
} as const;
