/** Texts of the settings record: its fields, saving it, and merging someone else's save. */
import { type OverrideList, type SettingsPath, settingsLabels, countText } from 'shared-api/contracts';

const many = (count: number, one: string, more = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : more}`;
const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** The first names, and how many more there are. */
export function shortList(names: readonly string[]): string {
  return list.format(names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names);
}

/** Help texts below fields. */
const help: Partial<Record<SettingsPath, string>> = {
  autofill_missing_referral_sources: 'Use the family’s referral source when a patient has none.',
  ph_call_notification_source: 'How calls at the front desk reach this console.',
  send_task_emails: 'People get an email when a task is assigned to them.',
  baseline_date: 'Growth is measured from this day.',
  pms_name: 'Its own settings appear after you save.',
  market_iq_max_phone_numbers: 'For Market IQ. 0 allows none.',
  'additional_data.insurance_writeoff_date': 'The day on which a writeoff counts.',
  'additional_data.use_pms_provider_schedule_for_utilization':
    'Instead of the office and provider hours set here. A change applies from today on; earlier days don’t change.',
  'additional_data.opendental_datetime_fix': 'For servers that store empty dates in their own format.',
  'additional_data.dentrix_completed_appointment_status_ids':
    'Comma-separated integers, as in -106,150. May be empty. A change also recalculates the hours worked of past days.',
};

export const settings = {
  labels: settingsLabels,
  help,
  masterPractice:
    "This setting can only be changed in the master practice. Please contact the provider's support for assistance.",
  notSet: 'Not set',
  minutes: (minutes: number) => `${minutes} minutes`,
  sources: { udp: 'UDP', websocket: 'Websocket' },
  channels: { release: 'Release', beta: 'Beta', alpha: 'Alpha' },

  loading: 'Loading...',
  reading: {
    failed: 'Failed to fetch practice settings',
    next: 'Nothing is lost. Try again in a moment.',
    kept: 'Showing the settings loaded earlier, with your unsaved changes.',
  },
  saving: {
    button: 'Save',
    busy: 'Saving...',
    done: 'Saved successfully!',
    doneToast: 'Settings saved successfully',
    failed: 'Failed to save settings',
    error: (message: string) => `Error: ${message}`,
    errorsFirst: (count: number) => `Not saved: ${many(count, 'error')} to correct first`,
    choicesFirst: (count: number) => `Not saved: choose ${many(count, 'version')} first`,
    nothing: 'Nothing to save',
    except: (fields: string, why: string) => `Saved, except ${fields}. ${why}`,
    footer: 'Save settings',
    whole: 'Saves all changes on this page.',
  },
  unsaved: (count: number, page: string) => `${many(count, 'unsaved change')} to ${page}`,
  and: (parts: readonly string[]) => list.format(parts),

  problems: {
    empty: 'Must not be empty',
    tooLong: (most: number) => `At most ${most} characters`,
    number: 'Enter a number',
    whole: 'Enter a whole number',
    wholeOrNothing: 'Enter a whole number, or leave it empty',
    negative: 'Must be 0 or more',
    tooMany: (most: number) => `Must be ${countText(most)} or less`,
    date: 'Enter a full date as MM/DD/YYYY',
  },

  sections: 'Sections of this page',
  search: {
    label: 'Search settings',
    none: 'No setting matches',
    noneText: (text: string) => `Nothing on this page is called “${text}”.`,
    clear: 'Show all settings',
    found: (count: number) => `${many(count, 'section')} with matching settings`,
  },

  merge: {
    byWhom: (label: string, who: string) => `${label} (${who})`,
    also: (fields: string) => `Also changed and shown here: ${fields}.`,
    incoming: (who: string, fields: string) => `${who} changed ${fields} in the meantime. Both versions are merged.`,
    incomingUnnamed: (who: string) => `${who} saved these settings in the meantime. Both versions are merged.`,
    removed: (label: string, value: string) => `You can no longer change ${label}. Your value was ${value}.`,
  },
  lists: {
    emailOptOutOverrideOptions: 'Email Settings',
    smsOptOutOverrideOptions: 'SMS Settings',
    option: (list: string, option: string) => `${list}: ${option}`,
  } satisfies Record<OverrideList, string> & { option: unknown },
  values: {
    on: 'On',
    off: 'Off',
    none: 'None',
    unreadable: 'No date',
  },
  saveList: {
    title: (count: number) => `Save ${many(count, 'change')}?`,
    label: 'Changes to save',
    change: (before: string, after: string) => `${before} → ${after}`,
    restoredFrom: (day: string) => `restored from ${day}`,
    confirm: 'Save',
  },
  discard: {
    title: (count: number) => `Discard ${many(count, 'change')}?`,
    text: 'The page reverts to the saved settings. You can’t undo this.',
    confirm: (count: number) => `Discard ${many(count, 'change')}`,
    keep: 'Keep editing',
  },
} as const;
