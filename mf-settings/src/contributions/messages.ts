import { type SettingsPath, type SyncState } from 'shared-api/contracts';
import { settings } from '../settings-record/messages';

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
      practice_name: ['rename', 'change name', 'clinic name', 'office name'],
      active: ['activate', 'deactivate', 'inactive'],
      has_phone_call_monitoring: ['call tracking', 'call recording'],
      ph_call_notification_source: Object.values(settings.sources),
      is_pediatric: ['kids', 'children'],
      send_task_emails: ['notifications', 'reminders'],
      account_expiration_date: ['end of contract'],
      pms_name: ['PMS', 'Dentrix', 'Open Dental', 'Eaglesoft'],
      emailOptOutOverrideOptions: ['unsubscribe', 'do not contact', 'stop emails'],
      smsOptOutOverrideOptions: ['text messages', 'texting', 'stop texts', 'unsubscribe'],
      parent_practice_id: ['parent practice'],
    } as Partial<Record<SettingsPath, readonly string[]>>,
    /** Other names that people use for actions and sections. */
    sections: {
      fullUpdate: ['full update', 'full sync', 'sync everything'],
      unblock: ['unblock', 'sync blocked', 'updates blocked'],
      restart: ['restart', 'restart service'],
      versions: ['agent version', 'service version'],
      tables: ['create tables', 'database', 'missing tables'],
      createPractices: [
        'create clinic',
        'new clinic',
        'create practice',
        'new practice',
        'add practice',
        'separate practice',
        'split practice',
      ],
    },
  },
  people: { group: 'People' },
  commands: {
    sync: 'Request a data update',
    members: 'Manage members',
    activity: 'See who changed what',
  },
} as const;
