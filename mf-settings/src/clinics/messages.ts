/** Texts of the clinics (specification: settings and hours, 2.1, 4.1, 5.1 and 8.1). */
import { plural, type PracticeCreationStatus } from 'shared-api/contracts';

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

export const clinics = {
  advanced: {
    title: 'Advanced clinic settings',
    description: 'Which clinics of the Open Dental database this practice shows.',
    edit: 'Edit',
    save: 'Save clinic settings',
    warning: 'Make sure you have verified these settings with at least 1 senior team member.',
    additionalHelp: 'Comma-separated. Anything that is not a number is ignored.',
    sends: (numbers: string) => `Comma-separated. Saved as: ${numbers}.`,
    none: 'None',
    yes: 'Yes',
    no: 'No',
    updated: 'Advanced clinic settings updated successfully',
    failed: 'Failed to update advanced clinic settings',
  },
  table: {
    title: 'Clinics',
    description: 'Select clinics to turn into separate practices.',
    label: 'Clinics of this practice',
    create: 'Create',
    createOf: (clinic: string) => `Create a practice for ${clinic}`,
    clinic: 'Clinic',
    number: (number: number) => `Clinic ${number}`,
    name: 'Practice name',
    nameOf: (clinic: string) => `Practice name for ${clinic}`,
    additional: 'Additional clinics',
    additionalOf: (clinic: string) => `Additional clinics of ${clinic}`,
    chosen: (count: number) => (count === 0 ? 'None' : plural(count, 'clinic')),
    unassigned: 'No clinic assigned',
    why: {
      current: 'This is the current practice.',
      connected: (practice: string) => `Connected to ${practice}.`,
      shown: (practice: string) => `Already an additional clinic of ${practice}.`,
      additional: (clinic: string) => `Selected as an additional clinic of ${clinic}.`,
      main: 'Becomes its own practice.',
      twice: 'Selected twice.',
      unknown: 'Not in the practice management system.',
      selectFirst: 'Select the clinic first.',
    },
    button: 'Create Clinic Practices',
    clear: 'Clear selection',
    restored: 'You made these choices before the page reloaded. Create the practices, or clear the selection.',
    nothing: 'Select at least one clinic.',
    empty: 'Every selected clinic needs a name.',
    long: 'A name can have at most 100 characters.',
    unprintable: 'A name contains characters that can’t be shown. Type it again.',
    running: 'Practices are being created. Wait until they’re ready.',
    unsaved: (count: number) => `${plural(count, 'selected clinic')} not created yet`,
  },
  confirm: {
    title: (count: number) => `Create ${plural(count, 'practice')}?`,
    text: 'We create a separate practice for each of these clinics in the background:',
    stays: 'Your unsaved changes on this page are kept.',
    additional: (names: string) => `with ${names}`,
    button: (count: number) => `Create ${plural(count, 'practice')}`,
    started: (count: number) => `Started creation of ${count} clinic practice(s)`,
    startedOf: (names: readonly string[]) => list.format(names),
    failed: 'Failed to create clinic practices',
  },
  creation: {
    title: 'Creation of clinic practices',
    startedBy: (who: string, when: string) => `Started by ${who}, ${when}`,
    list: 'Practices being created',
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
    failed: (names: readonly string[]) =>
      names.length === 0 ? 'The practices couldn’t be created.' : `${list.format(names)} couldn’t be created.`,
    someFailed: 'Some practices couldn’t be created. Fix the reasons below, then select those clinics again.',
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
