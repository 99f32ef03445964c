export const withheldMessages = {
  title: 'Withheld',
  help: 'Removed by hand. Restore gives it back to the practice.',
  by: (name: string, date: string) => `Withheld by ${name} on ${date}`,
  paidBy: (names: string) => `Paid through ${names}`,
  notPaid: 'Nothing that the practice pays for includes it',
  bundle: 'bundle',
  restore: 'Restore',
  restoreNamed: (name: string) => `Restore ${name}`,
  restored: (name: string) => `${name} is restored`,
  failed: (name: string) => `Couldn’t restore ${name}`,
} as const;
