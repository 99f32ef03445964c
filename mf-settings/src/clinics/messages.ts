/** Texts of the clinics (specification: settings and hours, 2.1, 4.1, 5.1 and 8.1). */
import type { PracticeCreationStatus } from 'shared-api/contracts';

const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

export const clinics = {
  advanced: {
    title: 'Advanced clinic settings',
    description: 'Which clinics of the Open Dental database this practice shows.',
    edit: 'Edit',
    save: 'Save clinic settings',
    warning: 'Make sure you have verified these settings with at least 1 senior team member.',
    useClinics: 'Use clinics',
    parent: 'Parent practice id',
    clinicnum: 'Clinic number',
    additional: 'Additional clinic numbers',
    additionalHelp: 'Comma-separated. Entries that are no number are dropped.',
    sends: (numbers: string) => `Comma-separated. Saved as: ${numbers}.`,
    none: 'None',
    yes: 'Yes',
    no: 'No',
    notANumber: 'Enter a whole number, or nothing',
    updated: 'Advanced clinic settings updated successfully',
    failed: 'Failed to update advanced clinic settings',
    unsaved: 'advanced clinic settings that are open for editing',
  },
  table: {
    title: 'Clinics',
    description: 'Tick the clinics that shall become practices of their own.',
    label: 'Clinics of this practice',
    create: 'Create',
    createOf: (clinic: string) => `Create a practice for ${clinic}`,
    clinic: 'Clinic',
    number: (number: number) => `Clinic ${number}`,
    name: 'Practice name',
    nameOf: (clinic: string) => `Practice name for ${clinic}`,
    additional: 'Additional clinics',
    additionalOf: (clinic: string) => `Additional clinics of ${clinic}`,
    chosen: (count: number) => (count === 0 ? 'None' : many(count, 'clinic')),
    unassigned: 'No clinic assigned',
    taken: (name: string, by: string) => `${name} (chosen for ${by})`,
    why: {
      current: 'This is the current practice.',
      connected: (practice: string) => `Connected to ${practice}.`,
      additional: (clinic: string) => `Chosen as an additional clinic of ${clinic}.`,
      tickFirst: 'Tick the clinic first.',
    },
    button: 'Create Clinic Practices',
    nothing: 'Tick at least one clinic.',
    nameless: 'Every ticked clinic needs a name.',
    running: 'Practices are being created. Wait until they are done.',
    unsaved: (count: number) => `${many(count, 'ticked clinic')} not created yet`,
  },
  confirm: {
    title: (count: number) => `Create ${many(count, 'practice')}?`,
    text: 'In the background, a practice of its own is made for each of these clinics:',
    stays: 'What you have typed on this page stays.',
    additional: (names: string) => `with ${names}`,
    button: (count: number) => `Create ${many(count, 'practice')}`,
    started: (count: number) => `Started creation of ${count} clinic practice(s)`,
    failed: 'Failed to create clinic practices',
  },
  creation: {
    title: 'Creation of clinic practices',
    startedBy: (who: string, when: string) => `Started by ${who}, ${when}`,
    list: 'Practices that are created',
    log: 'Log',
    statuses: {
      pending: 'Pending',
      in_progress: 'In progress',
      completed: 'Completed',
      failed: 'Failed',
    } satisfies Record<PracticeCreationStatus, string>,
    open: 'Open its settings',
    openOf: (name: string) => `Open the settings of ${name}`,
    polling: 'Checked every 5 seconds.',
    stopped: 'Polling stopped after 2 minutes.',
    check: 'Check Status',
    unchecked: 'Failed to check status',
    done: 'All clinic practices created successfully!',
    someFailed:
      'Some practices could not be created. Their reasons are below; tick those clinics again when they are mended.',
  },
  connected: {
    title: 'Connected practices',
    description: 'Practices made from clinics of the same database.',
    label: 'Connected practices',
    clinic: (number: number | null, additional: readonly number[]) =>
      [
        number === null ? 'no clinic' : `clinic ${number}`,
        additional.length > 0 && `additional ${additional.join(', ')}`,
      ]
        .filter(Boolean)
        .join(', '),
  },
} as const;
