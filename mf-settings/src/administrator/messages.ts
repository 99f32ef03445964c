/** Texts of the administrator settings (specification: settings and hours, 2.1, 4.1 and 8.1). */
import type { BillingCustomer } from 'shared-api/contracts';

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
  customer: {
    none: 'No customer in Stripe',
    typing: 'Checked when you leave the field',
    loading: 'Looking up the customer in Stripe...',
    failed: 'Couldn’t look up this customer in Stripe. Try again in a minute.',
    found: ({ name, email, active_subscriptions: count }: BillingCustomer) =>
      [
        name ?? email ?? 'Customer without a name',
        count === 0 ? 'no active subscription' : `${count} active subscription${count === 1 ? '' : 's'}`,
      ].join(', '),
  },
  timeZone: {
    help: 'Days start at midnight in this zone.',
    changed: (day: string) => `Applies from ${day} on. Earlier days keep their time zone and hours worked.`,
  },
  tables: {
    title: 'Database tables',
    exist: 'Tables Exist',
    missing: 'Tables Missing',
    existText: 'Synced data can be stored in the database.',
    missingText: 'Until the tables exist, nothing can be synced for this practice.',
    create: 'Create Tables',
    created: 'Tables created successfully',
    known: 'Tables already exist',
    failed: 'Failed to create tables',
  },
} as const;
