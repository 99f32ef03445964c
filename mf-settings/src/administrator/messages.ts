/** Texts of the administrator settings (specification: settings and hours, 2.1, 4.1 and 8.1). */
export const administrator = {
  title: 'Administrator Settings',
  description: 'Only super admins see and change these.',
  groups: {
    basic: 'Basic info',
    status: 'Status',
    dates: 'Dates',
    system: 'System configuration',
    billing: 'Billing',
  },
  tables: {
    title: 'Database tables',
    exist: 'Tables Exist',
    missing: 'Tables Missing',
    existText: 'Synced data has a place in the database.',
    missingText: 'Until the tables exist, nothing can be synced for this practice.',
    create: 'Create Tables',
    created: 'Tables created successfully',
    known: 'Tables already exist',
    failed: 'Failed to create tables',
  },
} as const;
