/** Texts of the communication settings (specification: billing, 2). */
export const communication = {
  title: 'Communication settings',
  lead: 'Where a patient said no in the practice management system, and the practice writes all the same.',
  section: 'Override PMS Communication Settings',
  email: 'Email Settings',
  sms: 'SMS Settings',
  column: 'Override "No" in practice management',
  group: (column: string) => `${column}: Override "No" in practice management`,
  locked: 'Only owners, managers and super admins can change these overrides.',
  empty: 'There are no options here yet.',
  putBack: (column: string) => `Put ${column} back`,
  changed: 'changed',
} as const;
