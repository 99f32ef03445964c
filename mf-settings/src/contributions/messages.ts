import { type SettingsPath, type SyncState } from 'shared-api/contracts';

/** Texts of what this module contributes to the overview, the navigation and the palette. */
export const contributionMessages = {
  sync: {
    label: 'Sync',
    labels: {
      failed: 'Sync failed',
      service_down: 'Sync failed',
      blocked: 'Sync blocked',
      offline: 'Sync offline',
    } as Partial<Record<SyncState, string>>,
    action: 'See sync status',
  },
  latest: { link: 'Activity', none: 'No changes by people yet.' },
  fields: {
    group: 'Settings',
    /** What people call a setting besides its label. */
    synonyms: {
      stripe_customer_id: ['Stripe customer'],
      pms_name: ['PMS', 'Dentrix', 'Open Dental', 'Eaglesoft'],
      emailOptOutOverrideOptions: ['unsubscribe'],
      smsOptOutOverrideOptions: ['text messages', 'unsubscribe'],
    } as Partial<Record<SettingsPath, readonly string[]>>,
  },
  people: { group: 'People' },
  commands: {
    sync: 'Request a data update',
    members: 'Manage members',
    activity: 'See who changed what',
  },
} as const;
