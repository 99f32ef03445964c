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
    `The day on which an insurance writeoff counts: ${writeoffDays(kind)}. Reports of production and collections put the ` +
      'writeoff on that day, so the choice moves it between months, not in or out of the total.',
    'Choose the one by which your office closes its months. Procedure date is the default.',
  ],
});

const common: readonly SettingText[] = [
  {
    label: 'Use the PMS provider schedule for utilization',
    setting: 'use_pms_provider_schedule_for_utilization',
    paragraphs: [
      'Utilization is hours worked divided by hours available. Normally the hours available are the Office and Provider Hours ' +
        'that are set in this console. With this on they are the schedules kept in the practice management system.',
      'Turn it on where the schedule there is kept up to date for every provider; a day without a schedule has no hours available.',
    ],
  },
  {
    label: 'Use the treatment coordinator from the PMS',
    setting: 'use_treatment_coordinator_from_pms',
    paragraphs: [
      'Treatment that was presented is credited to the coordinator who is named in the practice management system, in place of ' +
        'whoever is chosen in the console.',
    ],
  },
  {
    label: 'Calculate patient first visit across all locations',
    setting: 'calculate_patient_first_visit_across_all_clinics',
    paragraphs: [
      'A patient is new at the first visit. With this on it is the first visit at any location of the group, so that somebody ' +
        'who moves from one location to another is not counted as new twice.',
      'It is set in the master practice, for all of its clinics; a clinic shows the value and cannot change it.',
    ],
  },
];

export const pmsPages: Readonly<Record<PmsKind, PmsPage>> = {
  opendental: {
    name: 'Open Dental',
    intro: 'These settings say how figures are read from an Open Dental database.',
    settings: [
      writeoffDate('opendental'),
      ...common,
      {
        label: 'Include active treatment plans',
        setting: 'opendental_active_treatment_plan',
        paragraphs: [
          'Each patient has one active plan in Open Dental, the one that treatment is scheduled from. With this on its ' +
            'procedures count as presented treatment.',
        ],
      },
      {
        label: 'Include saved treatment plans',
        setting: 'opendental_saved_treatment_plan',
        paragraphs: [
          'A saved plan is a copy as it was shown or signed. With this on, what stands in saved plans counts as presented too; ' +
            'a procedure that is in several plans counts once.',
        ],
      },
      {
        label: 'Insurance writeoffs by payment date',
        setting: 'opendental_insurance_writeoff_use_payment_date',
        paragraphs: [
          'Writeoffs that came with an insurance payment are dated by that payment, whatever Insurance writeoff date says of the ' +
            'others. Use it where writeoffs are entered when a claim is received.',
        ],
      },
      {
        label: 'Date and time fix',
        setting: 'opendental_datetime_fix',
        paragraphs: [
          'Some database servers hold an empty date as a day in the year 1 or as a zero date, which stops a sync with an error. ' +
            'With this on the agent reads such dates as empty. Leave it off unless support asks for it: it makes a sync slower.',
        ],
      },
      {
        label: 'Calculate accounts receivable at the clinic',
        setting: 'opendental_calculate_ar_client',
        paragraphs: [
          'The agent at the clinic adds up what patients owe before it sends, in place of sending each ledger entry. It spares the ' +
            'line of a large practice; the ages of balances are then as old as the last sync.',
        ],
      },
    ],
  },
  eaglesoft16: {
    name: 'Eaglesoft 16 and later',
    intro: 'These settings say how figures are read from an Eaglesoft database.',
    settings: [
      writeoffDate('eaglesoft16'),
      ...common,
      {
        label: 'Detailed ledger activity',
        setting: 'eaglesoft_detailed_ledger_activity',
        paragraphs: [
          'Eaglesoft keeps a summary of each account and the single lines behind it. With this on every line is read, so that ' +
            'adjustments and payments can be told apart by type.',
          'The first sync after turning it on is a long one: plan it for a night.',
        ],
      },
    ],
  },
  dentrix: {
    name: 'Dentrix',
    intro: 'These settings say how figures are read from a Dentrix database.',
    settings: [
      writeoffDate('dentrix'),
      ...common,
      {
        label: 'Completed appointment status IDs',
        setting: 'dentrix_completed_appointment_status_ids',
        paragraphs: [
          'Each office names its appointment statuses itself, and Dentrix numbers them. List the numbers that mean that the ' +
            'patient was seen, with commas between them: -106,150 is how Dentrix comes. Negative numbers are its own statuses.',
          'An empty list means that no status does: appointments then count as completed by their procedures alone.',
        ],
      },
      {
        label: 'Use adjustment preferences',
        setting: 'dentrix_adjustments_preferences',
        paragraphs: [
          'Dentrix lets an office say which adjustments belong to production and which to collections. With this on, reports follow ' +
            'that; with it off, every adjustment is taken off production.',
        ],
      },
      {
        label: 'Production by entry date',
        setting: 'dentrix_use_production_entry_date',
        paragraphs: [
          'Production counts on the day on which a procedure was entered, in place of the day on which it was done. It matches ' +
            'the day sheet of an office that enters its work later.',
        ],
      },
      {
        label: 'Age insurance accounts receivable',
        setting: 'dentrix_age_insurance_ar',
        paragraphs: [
          'What insurers owe is put into 30, 60 and 90 days by the age of the claim. With this off it is one sum. It is on unless ' +
            'somebody has turned it off.',
        ],
      },
    ],
  },
};
