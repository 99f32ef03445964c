export const messages = {
  title: 'Withheld',
  lead: 'Staff removed these from the practice manually.',
  by: (name: string, date: string) => `Withheld by ${name} on ${date}`,
  paidBy: (names: string) => `Paid through ${names}`,
  notPaid: 'Not included in anything the practice pays for.',
  restore: 'Restore',
  restoreNamed: (name: string) => `Restore ${name}`,
  restored: (name: string) => `${name} is restored`,
  failed: (name: string) => `Couldn’t restore ${name}`,
} as const;
