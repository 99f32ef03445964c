/** Texts of the activity of all practices. */
import { plural } from 'shared-api/contracts';

export const activityMessages = {
  title: 'Activity',
  lead: (zone: string) => `Who changed what in all practices and in the console itself. Times are in ${zone}.`,
  leadOfPractice: (name: string, zone: string) => `Who changed what at ${name}. Times are in ${zone}.`,
  loading: 'Loading the practice...',
  practice: 'Practice',
  allPractices: 'All practices',
  failed: 'Couldn’t load this practice. Try again in a minute.',
  approvals: {
    title: 'Waiting for approval',
    description: 'Someone other than the person who asked has to approve. Requests expire after 24 hours.',
    facts: (by: string, until: string) => `Asked for by ${by}, until ${until}`,
    own: 'You asked for this. Someone else approves it.',
    notAllowed: 'Only a super admin decides about promotions.',
    approve: 'Approve',
    approveLabel: (summary: string) => `Approve: ${summary}`,
    decline: 'Decline',
    declineLabel: (summary: string) => `Decline: ${summary}`,
    approveTitle: 'Approve this change?',
    declineTitle: 'Decline this change?',
    approveText: (by: string) => `It is made at once. ${by} asked for it.`,
    declineText: 'Nothing is changed. It can be asked for again.',
    reason: 'Reason',
    reasonHelp: (by: string) => `Optional. Tells ${by} why. Everyone who opens the activity can read it.`,
    reasonLong: (max: number) => `Use at most ${max} characters`,
    cancel: 'Cancel',
  },
  formerProducts: (count: number) => `${plural(count, 'product')} no longer sold`,
} as const;
