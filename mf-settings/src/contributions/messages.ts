import { type SettingsPath, type SyncState } from 'shared-api/contracts';

/** Texts of this module's contributions to the overview, the navigation and the palette. */
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
    /** Other names that people use for a setting. */
    synonyms: {
      stripe_customer_id: ['Stripe customer'],
      market_iq_max_phone_numbers: ['Market IQ', 'phone number'],
      time_zone: ['timezone'],
      practice_name: ['rename', 'clinic name', 'office name'],
      has_phone_call_monitoring: ['call tracking', 'call recording'],
      is_pediatric: ['kids', 'children'],
      send_task_emails: ['notifications', 'reminders'],
      account_expiration_date: ['end of contract'],
      pms_name: ['PMS', 'Dentrix', 'Open Dental', 'Eaglesoft'],
      emailOptOutOverrideOptions: ['unsubscribe', 'do not contact', 'stop emails'],
      smsOptOutOverrideOptions: ['text messages', 'texting', 'stop texts', 'unsubscribe'],
    } as Partial<Record<SettingsPath, readonly string[]>>,
  },
  people: { group: 'People' },
  commands: {
    sync: 'Request a data update',
    members: 'Manage members',
    activity: 'See who changed what',
  },
} as const;
