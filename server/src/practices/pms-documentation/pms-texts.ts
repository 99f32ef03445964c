/** The effect of each PMS setting, for people who change it. */
import type { PmsKind, PmsSettings } from 'shared-api/contracts';
import { writeoffDateOptions } from '../settings/settings-options.js';

export interface SettingText {
  /** Label on the settings page. */
  label: string;
  setting: keyof PmsSettings;
  paragraphs: readonly string[];
}

export interface PmsPage {
  name: string;
  intro: string;
  settings: readonly SettingText[];
}

const writeoffDays = (kind: PmsKind): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
    writeoffDateOptions[kind].map(({ name }) => name.toLowerCase()),
  );

const writeoffDate = (kind: PmsKind): SettingText => ({
  label: 'Insurance writeoff date',
  setting: 'insurance_writeoff_date',
  paragraphs: [
    `The day on which an insurance writeoff counts: ${writeoffDays(kind)}. Production and collections reports put the ` +
      'writeoff on that day, so the choice moves it between months but doesn’t change the total.',
    'Choose the date that your office closes its months by. Procedure date is the default.',
  ],
});

const common: readonly SettingText[] = [
  {
    label: 'Use the PMS provider schedule for utilization',
    setting: 'use_pms_provider_schedule_for_utilization',
    paragraphs: [
      'Utilization is hours worked divided by hours available. By default, the hours available are the Office and Provider Hours ' +
        'set in this console. With this on, they are the schedules in the practice management system.',
      'Turn it on if the schedule there is up to date for every provider: a day without a schedule has no hours available.',
    ],
  },
  {
    label: 'Use the treatment coordinator from the PMS',
    setting: 'use_treatment_coordinator_from_pms',
    paragraphs: [
      'Presented treatment is credited to the coordinator named in the practice management system, not to the one ' +
        'chosen in the console.',
    ],
  },
  {
    label: 'Calculate patient first visit across all locations',
    setting: 'calculate_patient_first_visit_across_all_clinics',
    paragraphs: [
      'A patient is new at the first visit. With this on, it is the first visit at any location of the group, so a patient ' +
        'who moves from one location to another counts as new only once.',
      'The master practice sets it for all of its clinics; a clinic shows the value but can’t change it.',
    ],
  },
];

export const pmsPages: Readonly<Record<PmsKind, PmsPage>> = {
  opendental: {
    name: 'Open Dental',
    intro: 'These settings define how figures are read from an Open Dental database.',
    settings: [
      writeoffDate('opendental'),
      ...common,
      {
        label: 'Include active treatment plans',
        setting: 'opendental_active_treatment_plan',
        paragraphs: [
          'Each patient has one active plan in Open Dental, the one that treatment is scheduled from. With this on, its ' +
            'procedures count as presented treatment.',
        ],
      },
      {
        label: 'Include saved treatment plans',
        setting: 'opendental_saved_treatment_plan',
        paragraphs: [
          'A saved plan is a copy of a plan as it was shown or signed. With this on, procedures in saved plans count as presented ' +
            'too; a procedure in several plans counts once.',
        ],
      },
      {
        label: 'Insurance writeoffs by payment date',
        setting: 'opendental_insurance_writeoff_use_payment_date',
        paragraphs: [
          'Writeoffs that came with an insurance payment take the date of that payment. Insurance writeoff date applies only to ' +
            'the others. Use it if your office enters writeoffs when a claim is received.',
        ],
      },
      {
        label: 'Date and time fix',
        setting: 'opendental_datetime_fix',
        paragraphs: [
          'Some database servers store an empty date as a day in the year 1 or as a zero date, which stops a sync with an error. ' +
            'With this on, the agent reads such dates as empty. Leave it off unless support asks for it: it slows down the sync.',
        ],
      },
      {
        label: 'Calculate accounts receivable at the clinic',
        setting: 'opendental_calculate_ar_client',
        paragraphs: [
          'The agent at the clinic adds up what patients owe and sends the totals instead of each ledger entry. A large practice ' +
            'then sends less data, but the ages of balances are only as current as the last sync.',
        ],
      },
    ],
  },
  eaglesoft16: {
    name: 'Eaglesoft 16 and later',
    intro: 'These settings define how figures are read from an Eaglesoft database.',
    settings: [
      writeoffDate('eaglesoft16'),
      ...common,
      {
        label: 'Detailed ledger activity',
        setting: 'eaglesoft_detailed_ledger_activity',
        paragraphs: [
          'Eaglesoft stores a summary of each account and its individual ledger lines. With this on, every line is read, so ' +
            'reports can separate adjustments and payments by type.',
          'The first sync after you turn it on takes long: schedule it for a night.',
        ],
      },
    ],
  },
  dentrix: {
    name: 'Dentrix',
    intro: 'These settings define how figures are read from a Dentrix database.',
    settings: [
      writeoffDate('dentrix'),
      ...common,
      {
        label: 'Completed appointment status IDs',
        setting: 'dentrix_completed_appointment_status_ids',
        paragraphs: [
          'Each office names its appointment statuses itself, and Dentrix numbers them. List the numbers that mean that the ' +
            'patient was seen, separated by commas. Dentrix starts with -106,150; negative numbers are its own statuses.',
          'If the list is empty, appointments count as completed by their procedures alone.',
        ],
      },
      {
        label: 'Use adjustment preferences',
        setting: 'dentrix_adjustments_preferences',
        paragraphs: [
          'Dentrix lets an office say which adjustments belong to production and which to collections. With this on, reports follow ' +
            'that choice; with it off, every adjustment reduces production.',
        ],
      },
      {
        label: 'Production by entry date',
        setting: 'dentrix_use_production_entry_date',
        paragraphs: [
          'Production counts on the day a procedure was entered instead of the day it was done. Turn it on to match ' +
            'the day sheet of an office that enters its work later.',
        ],
      },
      {
        label: 'Age insurance accounts receivable',
        setting: 'dentrix_age_insurance_ar',
        paragraphs: [
          'Amounts that insurers owe are split into 30, 60 and 90 days by the age of the claim. With this off, they are a single sum. ' +
            'It is on by default.',
        ],
      },
    ],
  },
};
