export const withheldMessages = {
  title: 'Withheld',
  help: 'Removed manually. Restore gives it back to the practice.',
  by: (name: string, date: string) => `Withheld by ${name} on ${date}`,
  paidBy: (names: string) => `Paid through ${names}`,
  notPaid: 'Not included in anything the practice pays for',
  bundle: 'bundle',
  restore: 'Restore',
  restoreNamed: (name: string) => `Restore ${name}`,
  restored: (name: string) => `${name} is restored`,
  failed: (name: string) => `Couldn’t restore ${name}`,
} as const;
